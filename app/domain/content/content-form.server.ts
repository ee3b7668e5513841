import { type Fields, listPlaces } from './content-schema.ts'
import { toLeafRule } from './field-rules.server.ts'

type Read = { ok: true; value: unknown } | { ok: false; errors: Record<string, string> }

/**
 * The record that was typed into its form, whose fields are named by their paths. Fields that are fixed, or not in the
 * form, keep the value of `shown`. `errors`: a sentence for each bad field, in the order of the form.
 */
export function readContentForm(fields: Fields, shown: unknown, typed: Readonly<Record<string, string>>): Read {
  const value = structuredClone(shown)
  const errors: Record<string, string> = {}
  for (const { path, field } of listPlaces(fields, shown)) {
    const text = typed[path]
    if (text === undefined || ('locked' in field && field.locked)) continue
    const checked = toLeafRule(field).safeParse(text)
    if (checked.success) put(value, path.split('.'), checked.data)
    else errors[path] = checked.error.issues[0]!.message
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value }
}

/** The places come from the schema, never from what was typed. */
function put(target: unknown, [name = '', ...rest]: string[], text: string | string[]) {
  const parts = target as Record<string, unknown>
  if (rest.length === 0) parts[name] = text
  else put(parts[name], rest, text)
}
