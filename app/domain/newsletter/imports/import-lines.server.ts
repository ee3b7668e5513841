import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { z } from 'zod'
import {
  type CheckedLine,
  lineOutcomes,
  type LineOutcome,
  type OutcomeCounts,
  type ReportLine,
} from './subscriber-import.ts'

const outcome = z.enum(lineOutcomes)

export async function keepLines(tx: Tx, importId: string, lines: CheckedLine[]) {
  if (lines.length === 0) return
  await tx
    .insertInto('subscriberImportLines')
    .values(lines.map((line) => ({ importId, ...line })))
    .execute()
}

/** What became of lines that were to be added. */
export async function changeOutcome(tx: Tx, importId: string, lines: number[], to: LineOutcome) {
  if (lines.length === 0) return
  await tx
    .updateTable('subscriberImportLines')
    .set({ outcome: to })
    .where('importId', '=', importId)
    .where('line', 'in', lines)
    .execute()
}

/** The next lines of the report, in the order of the file; only those of an outcome, where one is named. */
export async function linesAfter(
  db: Db,
  importId: string,
  { after, outcome: only, count }: { after: number; outcome?: LineOutcome | undefined; count: number },
): Promise<ReportLine[]> {
  let query = db
    .selectFrom('subscriberImportLines')
    .select(['line', 'address', 'outcome'])
    .where('importId', '=', importId)
    .where('line', '>', after)
  if (only) query = query.where('outcome', '=', only)
  const rows = await query.orderBy('line').limit(count).execute()
  return rows.map((row) => ({ ...row, outcome: outcome.parse(row.outcome) }))
}

/** What the file says of people who are to be added. */
export const evidenceOf = (tx: Tx, importId: string, lines: number[]) =>
  tx
    .selectFrom('subscriberImportLines')
    .select(['address', 'name', 'signedUp'])
    .where('importId', '=', importId)
    .where('line', 'in', lines)
    .execute()

export async function outcomeCounts({ db }: Pick<Database, 'db'>, importId: string): Promise<OutcomeCounts> {
  const rows = await db
    .selectFrom('subscriberImportLines')
    .select(({ fn }) => ['outcome', fn.countAll().as('count')])
    .where('importId', '=', importId)
    .groupBy('outcome')
    .execute()
  const counts = Object.fromEntries(lineOutcomes.map((one) => [one, 0])) as OutcomeCounts
  for (const row of rows) counts[outcome.parse(row.outcome)] = Number(row.count)
  return counts
}

/** Some of each kind, to see whether the file was understood. */
export const firstLines = async ({ db }: Pick<Database, 'db'>, importId: string): Promise<ReportLine[]> =>
  (await Promise.all(lineOutcomes.map((one) => linesAfter(db, importId, { after: 0, outcome: one, count: 5 })))).flat()

const atOnce = 500

export async function eraseLines({ database }: { database: Pick<Database, 'db' | 'transaction'> }, importId: string) {
  for (let erased = atOnce; erased === atOnce;) {
    const some = await linesAfter(database.db, importId, { after: 0, count: atOnce })
    const last = some.at(-1)
    if (last)
      await database.transaction((tx) =>
        tx
          .deleteFrom('subscriberImportLines')
          .where('importId', '=', importId)
          .where('line', '<=', last.line)
          .execute(),
      )
    erased = some.length
    // Whoever waits gets a turn.
    await new Promise(setImmediate)
  }
}
