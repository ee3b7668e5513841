import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { FormText } from './form.ts'
import { toNamedFields } from './read-answers.server.ts'

// What was typed on the clinic's tablet and not sent, for the next time that it is handed to the same patient.

type Typed = Record<string, string>
/** `sessionId`: of the tablet on which it was typed. */
type Saved = { sessionId: string; typed: Typed }
type Draft = { appointmentId: string; formId: string }

const draftLifeMs = 24 * 60 * 60_000
const batchSize = 100

const record = ({ appointmentId, formId }: Draft) => ({ purpose: 'form draft', id: `${appointmentId}/${formId}` })

/** Without signatures: who signs does it when the form is sent. */
export async function saveFormDraft(
  { tx, vault }: { tx: Tx; vault: Vault },
  { text, typed, sessionId, now, ...draft }: Draft & { text: FormText; typed: Typed; sessionId: string; now: number },
) {
  const names = toNamedFields(text)
    .filter(({ kind }) => kind !== 'signature')
    .flatMap(({ name, options }) => [name, ...options.map((option) => option.name)])
  const kept = names.flatMap((name) => (typed[name] ? [[name, typed[name]]] : []))
  // A page that was loaded before the last save came has nothing; what was typed there stays.
  if (kept.length === 0) return
  const saved = JSON.stringify({ sessionId, typed: Object.fromEntries(kept) } satisfies Saved)
  const row = { sealed: await vault.seal(tx, record(draft), saved), savedAt: now }
  await tx
    .insertInto('formDrafts')
    .values({ ...draft, ...row })
    .onConflict((conflict) => conflict.columns(['appointmentId', 'formId']).doUpdateSet(row))
    .execute()
}

/**
 * None when there is none, or when it does not open after a restore. On another tablet than that on which it was typed, only
 * if whoever handed it over may read health answers: it is a way to them.
 */
export async function openFormDraft(
  { db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> },
  { sessionId, readsHealth, ...draft }: Draft & { sessionId: string; readsHealth: boolean },
): Promise<Typed> {
  const row = await db
    .selectFrom('formDrafts')
    .select('sealed')
    .where('appointmentId', '=', draft.appointmentId)
    .where('formId', '=', draft.formId)
    .executeTakeFirst()
  const opened = row && (await vault.tryOpen(db, record(draft), row.sealed))
  if (opened === undefined || opened === 'unreadable') return {}
  const saved = JSON.parse(opened.toString()) as Saved
  return readsHealth || saved.sessionId === sessionId ? saved.typed : {}
}

/** Of an appointment, all, or those of one form. */
export async function eraseFormDrafts(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> },
  { appointmentId, formId }: { appointmentId: string; formId?: string },
) {
  const erased = await tx
    .deleteFrom('formDrafts')
    .where('appointmentId', '=', appointmentId)
    .$if(formId !== undefined, (query) => query.where('formId', '=', formId!))
    .returning(['appointmentId', 'formId'])
    .execute()
  for (const draft of erased) await vault.destroy(tx, record(draft))
}

export const deleteOldFormDrafts = (
  { database, vault }: { database: Database; vault: Pick<Vault, 'destroy'> },
  now: number,
) =>
  database.transaction(async (tx) => {
    const old = await tx
      .selectFrom('formDrafts')
      .select(['appointmentId', 'formId'])
      .where('savedAt', '<', now - draftLifeMs)
      .limit(batchSize)
      .execute()
    for (const draft of old) await eraseFormDrafts({ tx, vault }, draft)
  })
