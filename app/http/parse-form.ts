import type { z } from 'zod'

/** What a visitor typed, by field name, to be shown again after an error. */
export type Typed = Record<string, string>

type Parsed<Values> = { ok: true; values: Values } | { ok: false; errors: Record<string, string> }

/**
 * Files and repeated fields are not typed by anyone: the first text wins. A body that is no form has no fields.
 * PostgreSQL takes no NUL, not even to look for it: it becomes another control character, which every text refuses.
 */
export async function typedFields(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData())
  const typed: Typed = {}
  for (const [name, value] of form) if (typeof value === 'string') typed[name] ??= value.replaceAll('\0', '\u0001')
  return typed
}

/** Checks what was typed. Bad input is a value: a sentence for each field, in the order of the schema. */
export function checkFields<Schema extends z.ZodType>(typed: Typed, schema: Schema): Parsed<z.output<Schema>> {
  const result = schema.safeParse(typed)
  if (result.success) return { ok: true, values: result.data }
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message
  return { ok: false, errors }
}
