import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'

/** Most people have their mail with a few; the others are spread over many. */
const domains = ['gmail.com', 'yahoo.com', 'outlook.com', 'icloud.com', 'aol.com', 'example.org']

/**
 * Fills the list with that many subscribers, a second apart, as SQL that both databases speak: in one of a hundred
 * states a few pending, unsubscribed or bounced ones.
 */
export async function fillList({ db, kind }: Database, count: number) {
  const indexes = await definitionsOfIndexes[kind](db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const atOnce = 50_000
  for (let first = 0; first < count; first += atOnce) await insert(db, first, Math.min(first + atOnce, count))
  // Building indexes after all rows are inserted takes a quarter of the time.
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  await sql`delete from subscriber_counts`.execute(db)
  await sql`insert into subscriber_counts (state, share, count)
    select state, 0, count(*) from subscribers group by state`.execute(db)
  // PostgreSQL would do this itself after a while (autovacuum).
  if (kind === 'postgres') await sql`vacuum analyze subscribers`.execute(db)
}

type Index = { name: string; definition: string }

/** All indexes but the primary key, which belongs to the table. */
const definitionsOfIndexes: Record<Database['kind'], (db: Database['db']) => Promise<Index[]>> = {
  sqlite: async (db) =>
    (
      await sql<Index>`select name, sql as definition from sqlite_schema
        where type = 'index' and tbl_name = 'subscribers' and sql is not null`.execute(db)
    ).rows,
  postgres: async (db) =>
    (
      await sql<Index>`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = 'subscribers'::regclass and not indisprimary`.execute(db)
    ).rows,
}

const idPrefix = sql.lit('bench-')
/** The id of the n-th subscriber. */
export const toSubscriberId = (n: number) => `bench-${n}`

/** `n * 1009 % 1000003` brings the names into an order that is not that of time. */
const insert = (db: Database['db'], first: number, behind: number) =>
  sql`insert into subscribers (id, email, state, subscription_date, created_at)
    with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(behind - 1)})
    select
      ${idPrefix} || n,
      case n * 1009 % 1000003 % 26 ${names} end || (n * 1009 % 1000003) || '@' ||
      case n % 10 ${sql.raw(domains.map((domain, index) => `when ${index} then '${domain}'`).join(' '))}
        else 'practice-' || (n % 5003) || '.example' end,
      case when n % 100 = 0 then 'pending' when n % 100 < 4 then 'unsubscribed' when n % 100 = 4 then 'bounced'
        else 'subscribed' end,
      1000 * n, 1000 * n
    from numbers`.execute(db)

const names = sql.raw(
  Array.from('abcdefghijklmnopqrstuvwxyz', (email, index) => `when ${index} then '${email}maya'`).join(' '),
)
