import { sql } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'

type NamedTable = { [Table in keyof Tables]: Tables[Table] extends { id: unknown } ? Table : never }[keyof Tables]

/** What a kind of record is called by, of those that are no patient's: its table and column. */
const namedBy: Record<string, readonly [table: NamedTable, column: string]> = {
  'gift-card': ['giftCards', 'hint'],
  import: ['subscriberImports', 'fileName'],
  letter: ['emails', 'recipient'],
  newsletter: ['campaigns', 'subject'],
  picture: ['pictures', 'alt'],
  'private-calendar': ['privateCalendars', 'host'],
  subscriber: ['subscribers', 'email'],
}

/** Those of these records ('newsletter:ID') that are there and have a name, each with it; for those who see everything. */
export async function nameOtherRecords(db: Db, records: readonly string[]): Promise<(readonly [string, string])[]> {
  const found = Object.entries(namedBy).map(async ([kind, [table, column]]) => {
    const ids = listIds(records, kind)
    if (ids.length === 0) return []
    const rows = sql<{ id: string | number; name: string | null }>`select id, ${sql.ref(column)} as name
      from ${sql.table(table)} where id in (${sql.join(ids)})`
    return (await rows.execute(db)).rows.flatMap(({ id, name }) => (name ? [[`${kind}:${id}`, name] as const] : []))
  })
  return (await Promise.all(found)).flat()
}

/** The ids of one kind. */
export const listIds = (records: readonly string[], kind: string) =>
  [...new Set(records)].filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))
