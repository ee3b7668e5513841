import { randomBytes } from 'node:crypto'
import { existsSync, globSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type Database, type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { syncFolder } from './backup-folder.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** A million rows in one transaction. */
const patienceMs = 3_600_000

type Fill = (into: { kind: DatabaseKind; tx: Tx; database: Database }) => Promise<void>

/**
 * Makes the database at a place anew, all of it or nothing: on PostgreSQL in one transaction, on SQLite in a file of its
 * own that takes the name in the end. `force`: also where there is one already. `name`: how the place is called in a
 * refusal; the settings name it by default.
 */
export async function makeAnew(place: DatabasePlace, options: Options, fill: Fill) {
  return 'url' in place ? makePostgresAnew(place, options, fill) : makeFileAnew(place, options, fill)
}

type Options = { force: boolean; name?: string }

const notEmpty = (setting: string, name: string | undefined) =>
  new OperatorError(
    name
      ? `${name} already has a database. Name an empty one.`
      : `${setting} already has a database. To replace all of it with the backup, add --force.`,
  )
const inUse = (what: string) => new OperatorError(`${what} is in use. Stop the website and its workers first.`)

async function makePostgresAnew(place: { url: string }, { force, name: named }: Options, fill: Fill) {
  const database = openDatabase(place, { patienceMs })
  try {
    await database.transaction(async (tx) => {
      const there = await tablesThere(tx)
      if (there.length > 0 && !force) throw notEmpty('DATABASE_URL', named)
      if (there.length > 0 && (await othersConnected(tx))) throw inUse('DATABASE_URL')
      for (const name of there) await sql`drop table ${sql.table(name)} cascade`.execute(tx)
      await fill({ kind: 'postgres', tx, database })
    })
  } finally {
    await database.close()
  }
}

async function tablesThere(tx: Db) {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema()`.execute(tx)
  return rows.map(({ name }) => name)
}

async function othersConnected(tx: Db) {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`.execute(tx)
  return rows.length > 0
}

async function makeFileAnew({ file }: { file: string }, { force, name }: Options, fill: Fill) {
  if (hasTables(file) && !force) throw notEmpty(`DATA_DIR: ${file}`, name)
  settle(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Of a restore that was killed.
  const aside = `${basename(file)}.restoring-`
  for (const name of globSync(`${aside}*`, { cwd: dirname(file) })) await rm(join(dirname(file), name))
  const scratch = join(dirname(file), `${aside}${randomBytes(4).toString('hex')}`)
  try {
    await fillFile(scratch, fill)
    settle(file)
    await rename(scratch, file)
    await syncFolder(dirname(file))
  } finally {
    await removeFile(scratch)
  }
}

/** A SQLite file from nothing, closed and on the disk. */
export async function fillFile(file: string, fill: Fill) {
  const database = openDatabase({ file })
  try {
    await database.transaction((tx) => fill({ kind: 'sqlite', tx, database }))
  } finally {
    await database.close()
  }
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}

export async function removeFile(file: string) {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(`${file}${ending}`, { force: true })
}

function hasTables(file: string) {
  if (!existsSync(file)) return false
  try {
    const database = new DatabaseSync(file)
    const there = database.prepare('select 1 from sqlite_schema limit 1').get()
    database.close()
    return there !== undefined
  } catch {
    // Whatever it is, it is not for us to throw it away unasked.
    return true
  }
}

/**
 * A log beside the file would be taken for the new one's. SQLite lets go of it only when nobody else has the file open,
 * so a running website is noticed as well.
 */
function settle(file: string) {
  if (!existsSync(file)) return
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma journal_mode = delete')
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) throw inUse(`DATA_DIR: ${file}`)
    // A file that is no database any more is one reason to restore.
    for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  }
}
