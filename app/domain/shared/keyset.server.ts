import { type SelectQueryBuilder, sql } from 'kysely'
import type { Reading } from './cursor.ts'

/** The rows that `readPage` asks for, by the time in a column and by id. */
export function byTime<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  column: string,
  { ascending, beyond, limit }: Reading,
) {
  const at = sql.ref<number>(column)
  const direction = sql.raw(ascending ? 'asc' : 'desc')
  const comparison = sql.raw(ascending ? '>' : '<')
  return query
    .$if(beyond !== undefined, (all) =>
      all.where(sql<boolean>`(${at}, id) ${comparison} (${beyond?.at}, ${beyond?.id})`),
    )
    .orderBy(sql`${at} ${direction}`)
    .orderBy(sql`id ${direction}`)
    .limit(limit)
}
