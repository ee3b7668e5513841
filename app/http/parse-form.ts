import type { z } from 'zod'

/** What a visitor typed, by field name, to be shown again after an error. */
type Typed = Record<string, string>
type FieldErrors = Record<string, string>

type Parsed<Values> = { ok: true; values: Values } | { ok: false; errors: FieldErrors; typed: Typed }

/** Checks a posted form. Bad input is a value: a sentence for each field, and everything typed. */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Parsed<z.output<Schema>>> {
  const typed = await typedFields(request)
  const result = schema.safeParse(typed)
  if (result.success) return { ok: true, values: result.data }
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message
  return { ok: false, errors, typed }
}

/** Files and repeated fields are not typed by anyone: the first text wins. A body that is no form has no fields. */
async function typedFields(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData())
  const typed: Typed = {}
  for (const [name, value] of form) if (typeof value === 'string') typed[name] ??= value
  return typed
}
