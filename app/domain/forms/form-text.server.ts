import { createHash } from 'node:crypto'
import type { Tx } from '#app/database/tables.ts'
import type { FormText } from './form.ts'

/** The same text always has the same JSON, whatever made it. */
const toCanonical = ({ name, introduction, fields }: FormText) =>
  JSON.stringify({
    name,
    introduction,
    fields: fields.map(({ kind, label, hint, options, required }) => ({ kind, label, hint, options, required })),
  })

const hash = (canonical: string) => createHash('sha256').update(canonical).digest('hex')

/** The fingerprint of a form's text. What is published with another text has another one. */
export const hashFormText = (text: FormText) => hash(toCanonical(text))

/** Keeps the text that is signed, once. */
export async function saveFormText(tx: Tx, text: FormText, now: number) {
  const canonical = toCanonical(text)
  const row = { hash: hash(canonical), text: canonical, savedAt: now }
  await tx
    .insertInto('formTexts')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return row.hash
}

/** Undefined if the stored text is not the one that has this hash. */
export function parseFormText(stored: string, expected: string): FormText | undefined {
  return hash(stored) === expected ? (JSON.parse(stored) as FormText) : undefined
}
