import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import { z } from 'zod'
import {
  type CheckedLine,
  lineOutcomes,
  type LineOutcome,
  type OutcomeCounts,
  type ReportLine,
} from './subscriber-import.ts'

const outcome = z.enum(lineOutcomes)

export async function saveLines(tx: Tx, importId: string, lines: CheckedLine[]) {
  if (lines.length === 0) return
  await tx
    .insertInto('subscriberImportLines')
    .values(lines.map((line) => ({ importId, ...line })))
    .execute()
}

export async function changeOutcome(tx: Tx, importId: string, lines: { position: number }[], to: LineOutcome) {
  if (lines.length === 0) return
  await tx
    .updateTable('subscriberImportLines')
    .set({ outcome: to })
    .where('importId', '=', importId)
    .where('position', 'in', toPositions(lines))
    .execute()
}

/** The next lines in the order of the file, of one outcome or all. */
export async function listLines(
  db: Db,
  importId: string,
  { after, outcome: only, count }: { after: number; outcome?: LineOutcome | undefined; count: number },
): Promise<CheckedLine[]> {
  let query = db
    .selectFrom('subscriberImportLines')
    .select(['line', 'position', 'address', 'outcome', 'name', 'signedUp'])
    .where('importId', '=', importId)
    .where('position', '>', after)
  if (only) query = query.where('outcome', '=', only)
  const rows = await query.orderBy('position').limit(count).execute()
  return rows.map((row) => ({ ...row, outcome: outcome.parse(row.outcome) }))
}

export async function countOutcomes({ db }: Pick<Database, 'db'>, importId: string): Promise<OutcomeCounts> {
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

/** A few lines of each outcome, so that the admin sees whether the file was read right. */
export const sampleLines = async ({ db }: Pick<Database, 'db'>, importId: string): Promise<ReportLine[]> =>
  (await Promise.all(lineOutcomes.map((one) => listLines(db, importId, { after: 0, outcome: one, count: 5 })))).flat()

const toPositions = (lines: { position: number }[]) => lines.map(({ position }) => position)

const batchSize = 500

export const deleteLines = ({ database }: { database: Pick<Database, 'transaction'> }, importId: string) =>
  inBatches(database, batchSize, async (tx) => {
    const lines = await listLines(tx, importId, { after: 0, count: batchSize })
    if (lines.length > 0)
      await tx
        .deleteFrom('subscriberImportLines')
        .where('importId', '=', importId)
        .where('position', '<=', Math.max(...toPositions(lines)))
        .execute()
    return lines.length
  })
