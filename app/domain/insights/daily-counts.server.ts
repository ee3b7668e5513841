import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

export type CountKind = Tables['dailyCounts']['kind']
type Row = Tables['dailyCounts']

/** Distinct names that a day stores of each kind: made-up referrers and searches must not fill the disk. */
const mostNames = 100
/** All further names together. */
const furtherNames = ''
/** Distinct names that wait in memory. */
const mostWaiting = 1_000
/** Twelve months and the running one. */
const daysKept = 400

/**
 * Counts in memory; `flush` writes them to the database. A killed process loses the counts since the last flush. That is
 * accepted: a transaction for each visit would cost more than the figures are worth.
 */
export function createDailyCounts({ database }: { database: Pick<Database, 'transaction'> }) {
  let waiting = new Map<string, Row>()

  function add({ kind, day, name, count }: Row) {
    const key = (of: string) => `${kind} ${day} ${of}`
    const known = waiting.has(key(name)) || waiting.size < mostWaiting ? name : furtherNames
    waiting.getOrInsertComputed(key(known), () => ({ kind, day, name: known, count: 0 })).count += count
  }

  return {
    /** `name` must not tell anything about a person. */
    count: (kind: CountKind, name: string, now = Date.now()) =>
      add({ kind, day: clinicDate(now, clinicTimeZone).toString(), name, count: 1 }),
    async flush() {
      if (waiting.size === 0) return
      const rows = [...waiting.values()]
      waiting = new Map()
      try {
        await database.transaction((tx) => addToStored(tx, rows), { durable: false })
      } catch (error) {
        for (const row of rows) add(row)
        throw error
      }
    },
  }
}

async function addToStored(tx: Tx, rows: readonly Row[]) {
  const byDay = Map.groupBy(rows, ({ kind, day }) => `${kind} ${day}`)
  for (const ofDay of byDay.values()) {
    const values = await limitNames(tx, ofDay)
    await tx
      .insertInto('dailyCounts')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'day', 'name']).doUpdateSet({ count: sql`daily_counts.count + excluded.count` }),
      )
      .execute()
  }
}

/** Counts names that the day has no room for under one name. */
async function limitNames(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const [{ kind, day }] = rows as [Row]
  const stored = await tx
    .selectFrom('dailyCounts')
    .select('name')
    .where('kind', '=', kind)
    .where('day', '=', day)
    .execute()
  const known = new Set(stored.map(({ name }) => name))
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = known.has(row.name) || known.size < mostNames ? row.name : furtherNames
    known.add(name)
    counts.set(name, (counts.get(name) ?? 0) + row.count)
  }
  // Sorted, so that two processes do not deadlock.
  return [...counts].map(([name, count]) => ({ kind, day, name, count })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

type Days = { firstDay: Temporal.PlainDate; lastDay: Temporal.PlainDate }

/** The sums of some days, both included, the largest first. The name '' stands for all that were too many for a day. */
export async function sumDailyCounts(db: Db, kind: CountKind, { firstDay, lastDay }: Days) {
  const rows = await db
    .selectFrom('dailyCounts')
    .select(['name', ({ fn }) => fn.sum<number>('count').as('count')])
    .where('kind', '=', kind)
    .where('day', '>=', firstDay.toString())
    .where('day', '<=', lastDay.toString())
    .groupBy('name')
    .execute()
  return rows
    .map(({ name, count }) => ({ name, count: Number(count) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** Deletes what no period of the page shows any more: an hour's sweep finds at most one day, some 300 rows. */
export async function deleteOldCounts({ database }: { database: Pick<Database, 'db'> }, now: number) {
  const before = clinicDate(now, clinicTimeZone).subtract({ days: daysKept }).toString()
  await database.db.deleteFrom('dailyCounts').where('day', '<', before).execute()
}
