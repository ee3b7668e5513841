import type { z } from 'zod'
import { mapColors, readColorLines, toColorLines } from '#app/domain/theme/color-lines.ts'
import { findColorProblems } from '#app/domain/theme/color-problems.ts'
import { type Choices, type Field, type Fields, type Leaf, listPlaces } from './content-schema.ts'
import { toLeafRule } from './field-rules.server.ts'
import { groupChecks } from './group-checks.ts'
import { type FieldProblem, listChecks } from './list-checks.ts'
import { findMissing, type Lookups, noPage } from './lookups.ts'

/**
 * The record that was typed into its form, whose fields are named by their paths. Fields that are fixed, or not in the
 * form, keep the value of `shown`. `errors`: a sentence for each bad field, in the order of the form; what was typed
 * there stands in `value` as it is. A picture has to be in the library, and a link has to lead to a page, even one that
 * was there before.
 */
export function readContentForm(fields: Fields, shown: unknown, typed: Typed, lookups: Lookups) {
  const value = structuredClone(shown)
  const errors: Record<string, string> = {}
  for (const { path, field, value: before } of listPlaces(fields, shown)) {
    if ('locked' in field && field.locked) continue
    const text = readTyped(field, path, typed, before) ?? before
    const checked = toLeafRule(field).safeParse(text)
    if (!checked.success) Object.assign(errors, toSentences(field, path, text, checked.error))
    const missing = checked.success ? findMissing({ field, value: text }, lookups) : undefined
    if (missing) errors[path] = missing.kind === 'picture' ? noPicture : noPage(missing.path)
    put(value, path.split('.'), checked.success ? checked.data : text)
  }
  // The sentence of a field itself comes first, and says more.
  return { value, errors: { ...errors, ...findProblems(fields, value), ...errors } }
}

const findProblems = (fields: Fields, value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const part = (value as Record<string, unknown>)[name]
      return checkTogether(field, part, value as Record<string, unknown>).map(({ at, sentence }) => [
        `${name}.${at}`,
        sentence,
      ])
    }),
  )

function checkTogether(field: Field, part: unknown, record: Record<string, unknown>): FieldProblem[] {
  if (field.kind === 'list' && field.check)
    return listChecks[field.check]((part as Record<string, unknown>[] | undefined) ?? [])
  return field.kind === 'group' && field.check ? groupChecks[field.check](part as Record<string, unknown>, record) : []
}

const noPicture = 'This picture isn’t in the library any more. Choose another one.'

/** Of colors, one beside each that can't be read. */
function toSentences({ kind }: Leaf, path: string, text: string, { issues: [issue] }: z.ZodError) {
  if (kind !== 'colors') return { [path]: issue!.message }
  const problems = Object.entries(findColorProblems(readColorLines(text)))
  return Object.fromEntries(problems.map(([name, sentence]) => [`${path}.${name}`, sentence]))
}

function readTyped(field: Leaf, path: string, typed: Typed, before: string) {
  if (field.kind === 'choices') return readChoices(field, path, typed)
  return field.kind === 'colors' ? readColors(path, typed, before) : typed[path]
}

type Typed = Readonly<Record<string, string>>

/** Each color has a field of its own, 'own.colors.ink'. */
function readColors(path: string, typed: Typed, before: string) {
  if (typed[path] !== undefined) return typed[path]
  return toColorLines(mapColors(readColorLines(before), (color, name) => typed[`${path}.${name}`] ?? color))
}

/**
 * Each option is a checkbox of its own, 'days.monday'; a field of the path says that they were in the form. Options that
 * are not there count as not chosen.
 */
function readChoices({ options }: Choices, path: string, typed: Typed) {
  if (typed[path] === undefined || !options) return typed[path]
  return Object.keys(options)
    .filter((option) => typed[`${path}.${option}`] === 'on')
    .join(',')
}

/** The places come from the schema, never from what was typed. */
function put(target: unknown, [name = '', ...rest]: string[], leaf: unknown) {
  const parts = target as Record<string, unknown>
  if (rest.length === 0) parts[name] = leaf
  else put(parts[name], rest, leaf)
}
