import type { z } from 'zod'

/** Typed values by field name, to be shown again after an error. */
export type Typed = Record<string, string>

type Parsed<Values> = { ok: true; values: Values } | { ok: false; errors: Record<string, string> }

/**
 * The first text of each field; a body that is not a form has none. PostgreSQL throws on NUL, so it becomes another
 * control character, which every schema rejects.
 */
export async function typedFields(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData())
  const typed: Typed = {}
  for (const [name, value] of form) if (typeof value === 'string') typed[name] ??= value.replaceAll('\0', '\u0001')
  return typed
}

/** `errors`: a sentence for each bad field, in the order of the schema. */
export function checkFields<Schema extends z.ZodType>(typed: Typed, schema: Schema): Parsed<z.output<Schema>> {
  const result = schema.safeParse(typed)
  if (result.success) return { ok: true, values: result.data }
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message
  return { ok: false, errors }
}
