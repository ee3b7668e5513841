import { sql, type Transaction } from 'kysely'
import type { Database } from './connection.server.ts'
import { explainDamage } from './explain-damage.ts'
import { type ColumnTypes, columnTypes, type DatabaseKind } from './dialect.server.ts'
import type { Db, Tx } from './tables.ts'
import { OperatorError } from '#app/operator-error.ts'

/** A migration names tables and columns as they were when it was written, and as in the database: 'created_at'. */
// oxlint-disable-next-line typescript/no-explicit-any -- no type describes every schema there was
export type MigrationTx = Transaction<any>

export type Migration = {
  name: string
  up(tx: MigrationTx, types: ColumnTypes, kind: DatabaseKind): Promise<void>
}

/**
 * Brings the schema up to date. Each migration commits together with its record, under a lock, so a killed start leaves
 * nothing half done, and two starts at once run each migration once.
 */
export async function migrate({ kind, transaction }: Database, migrations: Migration[]) {
  const done = await transaction((tx) => lockAndListMigrations(kind, tx))
  const unknown = done.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was made by a newer version, or by one before 0.9.0 (it has ${unknown[0]}). Start that version.`,
    )
  for (const migration of migrations)
    await transaction((tx) => migrateInTransaction(kind, tx, [migration])).catch((error: unknown) => {
      throw explainDamage(error) ? error : toOperatorError(migration, error)
    })
}

/** Whatever it was, the operator has a way out. */
const toOperatorError = ({ name }: Migration, error: unknown) =>
  new OperatorError(
    `The database could not be brought up to date: ${name} failed (${error instanceof Error ? error.message.split('\n')[0] : String(error)}). Nothing of it was stored. Go back as in docs/operations.md, "Upgrading and going back", and report this line.`,
  )

/** Serializes starts on PostgreSQL, including their work before migrating. SQLite has one process. */
export async function withStartLock({ kind, transaction }: Database, work: () => Promise<void>) {
  if (kind === 'sqlite') return work()
  // This transaction only holds the lock; `work` has its own connections.
  await transaction(async (tx) => {
    await waitForLock(tx, 7021987)
    await work()
  })
}

export async function migrateInTransaction(kind: DatabaseKind, tx: Tx, migrations: Migration[]) {
  const done = await lockAndListMigrations(kind, tx)
  for (const migration of migrations) if (!done.includes(migration.name)) await apply(kind, tx, migration)
}

/** Whether an existing database lacks some of these migrations; a new one has nothing to lose. */
export async function needsMigration({ kind, db }: Pick<Database, 'kind' | 'db'>, migrations: Migration[]) {
  if (!(await tableExists(kind, db, 'migrations'))) return false
  const done = await listMigrations(db)
  return done.length > 0 && migrations.some(({ name }) => !done.includes(name))
}

export async function tableExists(kind: DatabaseKind, db: Db, name: string) {
  const { rows } = await (
    kind === 'sqlite'
      ? sql`select 1 as there from sqlite_schema where name = ${name}`
      : sql`select 1 as there where to_regclass(${name}) is not null`
  ).execute(db)
  return rows.length > 0
}

async function apply(kind: DatabaseKind, tx: Tx, { name, up }: Migration) {
  await up(tx.withoutPlugins(), columnTypes[kind], kind)
  await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(tx)
}

async function lockAndListMigrations(kind: DatabaseKind, tx: Tx) {
  if (kind === 'postgres') await waitForLock(tx, 7021986)
  await sql`create table if not exists migrations
    (name text primary key, applied_at ${sql.raw(String(columnTypes[kind].integer))} not null)`.execute(tx)
  return listMigrations(tx)
}

/** Waits however long another start's migration takes. */
async function waitForLock(tx: Tx, name: number) {
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.raw(String(name))})`.execute(tx)
}

export async function listMigrations(tx: Db) {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx)
  return rows.map((row) => row.name)
}
