import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Field, Fields } from './content-schema.ts'
import { toRule } from './field-rules.server.ts'

/**
 * What was changed over a record of content/, by the field's path. A list is one value. Only differences are stored, so
 * that a text of a later release shows wherever the clinic has not changed it.
 */
const changesSchema = z.record(z.string(), z.unknown())
export type Changes = Readonly<Record<string, unknown>>

export type Parts = Readonly<Record<string, unknown>>

/**
 * The record with its changes. One that no longer fits its field shows the text of content/ again; a draft, with
 * `toDraftRule`, keeps it.
 */
export function applyChanges(
  fields: Fields,
  file: unknown,
  changes: Changes,
  rule: (field: Field) => z.ZodType = toRule,
  path = '',
): Parts {
  const from = file as Parts
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const at = path + name
      if (field.kind === 'group') return [name, applyChanges(field.fields, from[name], changes, rule, `${at}.`)]
      const changed = Object.hasOwn(changes, at) ? rule(field).safeParse(changes[at]) : undefined
      return [name, changed?.success ? changed.data : from[name]]
    }),
  )
}

export function toChanges(fields: Fields, file: unknown, value: unknown, path = ''): Changes {
  const [from, to] = [file as Parts, value as Parts]
  return Object.assign(
    {},
    ...Object.entries(fields).map(([name, field]): Changes => {
      const at = path + name
      if (field.kind === 'group') return toChanges(field.fields, from[name], to[name], `${at}.`)
      return isDeepStrictEqual(from[name], to[name]) ? {} : { [at]: to[name] }
    }),
  )
}

/** JSON of the database; what can't be read counts as no change. */
export function parseChanges(json: string): Changes {
  try {
    return changesSchema.safeParse(JSON.parse(json)).data ?? {}
  } catch {
    return {}
  }
}
