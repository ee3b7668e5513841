import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTally, readFlags, readRows, type Tally, writeRows } from '#app/database/backups/rows.server.ts'
import { readShapes, type TableShape } from '#app/database/backups/table-shapes.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { type Migration, migrateWithin } from '#app/database/migrate.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { CannotMove } from './cannot-move.ts'

export type Tallies = Map<string, Tally>

/** Called between two pieces; throwing ends the work. */
export type Between = () => void | Promise<void>

/** Makes the tables of these migrations in an empty database and copies every row into them; answers what was read. */
export async function copyTables(
  from: { kind: DatabaseKind; db: Db },
  into: { kind: DatabaseKind; tx: Tx },
  migrations: Migration[],
  between: Between,
): Promise<Tallies> {
  await migrateWithin(into.kind, into.tx, migrations)
  const shapes = await readShapes(from.kind, from.db)
  const made = await readShapes(into.kind, into.tx)
  const foreign = shapes.find(({ name }) => !made.some((table) => table.name === name))
  if (foreign)
    throw new CannotMove(`The table ${foreign.name} does not belong to the website. Drop it, or move it elsewhere.`)
  const flags = await readFlags(into.kind, into.tx)
  // Some come with rows from their migration.
  for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(into.tx)
  const read: Tallies = new Map()
  for (const shape of shapes) {
    const tally = createTally()
    for await (const rows of readRows(from.db, shape)) {
      await between()
      rows.forEach(tally.add)
      await writeRows(into.tx, shape, flags, rows).catch((error: unknown) => {
        throw unwritable(shape, error)
      })
      await yieldToEventLoop()
    }
    read.set(shape.name, tally.result())
  }
  return read
}

/** SQLite keeps texts that PostgreSQL has no room for. */
function unwritable({ name }: TableShape, error: unknown) {
  const isNul = error instanceof Error && 'code' in error && error.code === '22021'
  return isNul ? new CannotMove(`The table ${name} contains a character that PostgreSQL cannot store.`) : error
}

/** What stands in every table. */
export async function countTables(kind: DatabaseKind, db: Db, between: Between): Promise<Tallies> {
  const found: Tallies = new Map()
  for (const shape of await readShapes(kind, db)) {
    const tally = createTally()
    for await (const rows of readRows(db, shape)) {
      await between()
      rows.forEach(tally.add)
      await yieldToEventLoop()
    }
    found.set(shape.name, tally.result())
  }
  return found
}

export type ComparedTable = { table: string; here: Tally; there: Tally; same: boolean }

/** Every table of either side; one that is not there has no rows and another sum than any. */
export function compareTallies(here: Tallies, there: Tallies): ComparedTable[] {
  const missing: Tally = { rows: 0, sum: '-' }
  return [...new Set([...here.keys(), ...there.keys()])].toSorted().map((table) => {
    const [one, other] = [here.get(table) ?? missing, there.get(table) ?? missing]
    return { table, here: one, there: other, same: one.rows === other.rows && one.sum === other.sum }
  })
}
