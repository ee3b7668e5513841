import { randomBytes } from 'node:crypto'
import { existsSync, globSync, rmSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { listTables } from './closing.server.ts'
import { syncToDisk } from './backup-folder.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** For a million rows in one transaction. */
const queryTimeoutMs = 3_600_000

type Fill<Result> = (into: { kind: DatabaseKind; tx: Tx; database: Database }) => Promise<Result>

type ReplaceOptions = {
  /** Replace an existing database too. */
  force: boolean
  /** The name of the location in error messages, instead of the setting's. */
  name?: string
}

/** Creates and fills a database, all or nothing: on PostgreSQL in one transaction, on SQLite in a file renamed at the end. */
export const replaceDatabase = <Result>(location: DatabaseLocation, options: ReplaceOptions, fill: Fill<Result>) =>
  'url' in location ? replacePostgres(location, options, fill) : replaceFile(location, options, fill)

const notEmpty = (setting: string, name: string | undefined) =>
  new OperatorError(
    name
      ? `${name} already has a database. Name an empty one.`
      : `${setting} already has a database. To replace all of it with the backup, add --force.`,
  )
const inUse = (what: string) => new OperatorError(`${what} is in use. Stop the website and its workers first.`)

async function replacePostgres<Result>(location: { url: string }, { force, name }: ReplaceOptions, fill: Fill<Result>) {
  const database = openDatabase(location, { queryTimeoutMs })
  try {
    return await database.transaction(async (tx) => {
      const tables = await listTables('postgres', tx)
      if (tables.length > 0 && !force) throw notEmpty('DATABASE_URL', name)
      if (tables.length > 0 && (await hasOtherConnections(tx))) throw inUse('DATABASE_URL')
      for (const table of tables) await sql`drop table ${sql.table(table)} cascade`.execute(tx)
      return fill({ kind: 'postgres', tx, database })
    })
  } finally {
    await database.close()
  }
}

async function hasOtherConnections(tx: Tx) {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`.execute(tx)
  return rows.length > 0
}

async function replaceFile<Result>({ file }: { file: string }, { force, name }: ReplaceOptions, fill: Fill<Result>) {
  if (hasTables(file) && !force) throw notEmpty(`DATA_DIR: ${file}`, name)
  closeJournal(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Files of killed restores have this prefix.
  const prefix = `${basename(file)}.restoring-`
  for (const name of globSync(`${prefix}*`, { cwd: dirname(file) })) await rm(join(dirname(file), name))
  const scratch = join(dirname(file), `${prefix}${randomBytes(4).toString('hex')}`)
  try {
    const result = await createSqliteFile(scratch, fill)
    // Of a damaged database, which is a reason to restore, or of one that is gone.
    if (!closeJournal(file)) for (const ending of journals) rmSync(`${file}${ending}`, { force: true })
    await rename(scratch, file)
    await syncToDisk(dirname(file))
    return result
  } finally {
    await removeFile(scratch)
  }
}

/** Creates and fills a SQLite file, closes and syncs it. */
export async function createSqliteFile<Result>(file: string, fill: Fill<Result>) {
  const database = openDatabase({ file })
  const result = await database
    .transaction((tx) => fill({ kind: 'sqlite', tx, database }))
    .finally(() => database.close())
  await syncToDisk(file)
  return result
}

const journals = ['-wal', '-shm', '-journal']

export async function removeFile(file: string) {
  for (const ending of ['', ...journals]) await rm(`${file}${ending}`, { force: true })
}

function hasTables(file: string) {
  if (!existsSync(file)) return false
  try {
    const database = new DatabaseSync(file)
    const row = database.prepare('select 1 from sqlite_schema limit 1').get()
    database.close()
    return row !== undefined
  } catch {
    // Not a database; only `force` may replace it.
    return true
  }
}

/**
 * SQLite would apply an old write-ahead log to the new file, also one whose database is gone. It removes the log only if no
 * other process has the file open, so this also detects a running website. False if it can't, since the file is damaged or
 * gone.
 */
function closeJournal(file: string) {
  if (!existsSync(file)) return false
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma journal_mode = delete')
    } finally {
      database.close()
    }
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) throw inUse(`DATA_DIR: ${file}`)
    return false
  }
}
