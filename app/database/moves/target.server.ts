import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { makeFileAnew } from '#app/database/backups/restore-target.server.ts'
import { type Database, type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { type Migration, migrateWithin, migrationNames, tableExists } from '#app/database/migrate.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { CannotMove } from './cannot-move.ts'
import { lineOfClosing, readClosing } from './closing.server.ts'
import { nameOf } from './places.server.ts'

/** For each query on the other side; none of ours takes long, and a server that fell silent is given up. */
export const patienceMs = 60_000

/** Whether a copy of this clinic's database may be made there: it is empty, or what is left of such a copy. */
export async function checkTarget(place: DatabasePlace, lineage: string, migrations: Migration[]) {
  if ('file' in place && !isThere(place.file)) return
  const database = openDatabase(place, { patienceMs })
  try {
    const there = await relationsThere(database)
    if (there.length > 0) await checkLeftover(database, nameOf(place), there, { lineage, migrations })
    if (database.kind === 'postgres') await tryToMakeTables(database)
  } finally {
    await database.close()
  }
}

/** A file without a byte is as good as none; opening it would already make it a database. */
function isThere(file: string) {
  if (!existsSync(file)) return false
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return database.prepare('select count(*) as tables from sqlite_schema').get()?.tables !== 0
    } finally {
      database.close()
    }
  } catch {
    throw new CannotMove(`--to: ${file} is not a SQLite database. Name a file that does not exist yet.`)
  }
}

type Ours = { lineage: string; migrations: Migration[] }

async function checkLeftover({ kind, db }: Database, name: string, there: string[], { lineage, migrations }: Ours) {
  const closing = await readClosing(kind, db)
  const done = (await tableExists(kind, db, 'migrations')) ? await migrationNames(db).catch(() => []) : []
  if (closing?.state === 'left')
    throw new CannotMove(
      `--to: ${name} is a database that was moved away. Name another location, or move it aside first.`,
    )
  if (closing?.state === 'arriving' && closing.lineage === lineage) {
    const known = new Set(['migrations', 'database_closing', ...(await tablesOf(migrations))])
    const foreign = there.find((table) => !known.has(table))
    if (foreign === undefined) return
    throw new CannotMove(`--to: ${name} has ${foreign}, which does not belong to the website. Name an empty database.`)
  }
  if (closing) throw new CannotMove(`--to: ${name} is part of another move. ${lineOfClosing(closing)}`)
  const newer = done.find((migration) => !migrations.some((known) => known.name === migration))
  throw new CannotMove(
    newer === undefined
      ? `--to: ${name} is not empty (it has ${there[0]}). Name an empty database.`
      : `--to: ${name} has a database from a newer version (it has ${newer}). Name an empty database.`,
  )
}

/** The names of the tables that these migrations make. */
async function tablesOf(migrations: Migration[]) {
  const scratch = openDatabase({ file: ':memory:' })
  try {
    return await scratch.transaction(async (tx) => {
      await migrateWithin('sqlite', tx, migrations)
      return relationsThere({ kind: 'sqlite', db: tx })
    })
  } finally {
    await scratch.close()
  }
}

/** Everything that is stored there, whatever it is; what an extension brought along does not count. */
async function relationsThere({ kind, db }: { kind: DatabaseKind; db: Db }) {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite@_%' escape '@'`
      : sql<{ name: string }>`select c.relname as name from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
          and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
  ).execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** Better found out before the source is closed. */
async function tryToMakeTables(database: Database) {
  const undo = new Error('made, and taken back')
  await database
    .transaction(async (tx) => {
      await sql`create table move_trial (id text)`.execute(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}

/** Makes the database there anew, all of it or nothing. */
export async function fillTarget(place: DatabasePlace, fill: (into: { kind: DatabaseKind; tx: Tx }) => Promise<void>) {
  if ('file' in place) {
    await makeFileAnew(place, true, fill)
    return
  }
  const database = openDatabase(place, { patienceMs })
  try {
    await database.transaction(async (tx) => {
      // Only what is left of this move can be there.
      for (const name of await relationsThere({ kind: 'postgres', db: tx }))
        await sql`drop table ${sql.table(name)} cascade`.execute(tx)
      await sql`drop function if exists refuse_writes() cascade`.execute(tx)
      await fill({ kind: 'postgres', tx })
    })
  } finally {
    await database.close()
  }
}
