import { sql } from 'kysely'
import { type ColumnTypes, columnTypes, type DatabaseKind } from '#app/database/dialect.server.ts'
import { tableExists } from '#app/database/migrate.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'

/** A database that takes no writes because of a move; `done`: the other one is the clinic's from now on. */
export type Closing = {
  done: boolean
  /** The place on the other side, without its password. */
  other: string
  /** Epoch milliseconds. */
  since: number
}

/** Not by a migration: it is there only while a database is closed, and a copy has none. */
const closingTable = 'database_closing'

/** Not tables of the clinic's data. */
export const besideTheData = ['migrations', closingTable]

/**
 * From the commit of `tx` on every write to every table is refused, whatever program asks for it; a write under way is
 * waited for, and is in the database before or not at all. Nothing is asked of writes while a database is open.
 */
export async function closeToWrites(kind: DatabaseKind, tx: Tx, { other, since }: Omit<Closing, 'done'>) {
  const tables = await tableNames(kind, tx)
  await triggers[kind].close(tx, tables)
  await createClosingTable(tx, columnTypes[kind])
  await sql`insert into ${sql.table(closingTable)} (id, done, other, since)
    values ('the one', 0, ${other}, ${since})`.execute(tx)
}

/** What is closed, and why; undefined for a database that takes writes. */
export async function readClosing(kind: DatabaseKind, db: Db): Promise<Closing | undefined> {
  if (!(await tableExists(kind, db, closingTable))) return undefined
  const { rows } = await sql<{ done: number; other: string; since: number }>`
    select done, other, since from ${sql.table(closingTable)}`.execute(db)
  return rows[0] && { ...rows[0], done: rows[0].done === 1 }
}

export const setMoved = (tx: Tx) => sql`update ${sql.table(closingTable)} set done = 1`.execute(tx)

/** Undoes all of this, whatever of it there is. */
export async function openToWrites(kind: DatabaseKind, tx: Tx) {
  await triggers[kind].open(tx)
  await sql`drop table if exists ${sql.table(closingTable)}`.execute(tx)
}

/** Why a process cannot start on a closed database, and what to do. */
export function lineOfClosing({ done, other, since }: Closing) {
  const at = new Date(since).toISOString()
  return done
    ? `The database was moved to ${other} at ${at}: set DATABASE_URL or DATA_DIR to that one. This one no longer accepts writes; docs/operations.md explains how to move back.`
    : `The database is closed to writes: a move to ${other} started at ${at}. If it has stopped, run it again, or reopen the database with: npm run restore -- --reopen`
}

const tableNames = async (kind: DatabaseKind, tx: Tx) => {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite@_%' escape '@'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(tx)
  return rows.map(({ name }) => name).toSorted()
}

const createClosingTable = (tx: Tx, { text, integer }: ColumnTypes) =>
  tx.schema
    .createTable(closingTable)
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('done', integer, (column) => column.notNull())
    .addColumn('other', text, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .execute()

type Triggers = {
  close(tx: Tx, tables: string[]): Promise<void>
  open(tx: Tx): Promise<void>
}

const closed = 'the database is closed to writes: it is being moved, or was moved'
const prefix = 'closed_to_'

const triggers: Record<DatabaseKind, Triggers> = {
  sqlite: {
    async close(tx, tables) {
      for (const table of tables)
        for (const act of ['insert', 'update', 'delete'])
          await sql`create trigger ${sql.id(`${prefix}${act}_${table}`)} before ${sql.raw(act)} on ${sql.table(table)}
            begin select raise(abort, ${sql.lit(closed)}); end`.execute(tx)
    },
    async open(tx) {
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_schema where type = 'trigger' and name glob ${`${prefix}*`}`.execute(tx)
      for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx)
    },
  },
  postgres: {
    async close(tx, tables) {
      // What was written by transactions under way is waited for; then nobody else writes until this one ends.
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(tx)
      await createRefusal(tx)
      for (const table of tables) {
        await sql`create trigger closed_to_writes before insert or update or delete on ${sql.table(table)}
          for each row execute function refuse_writes()`.execute(tx)
        await sql`create trigger closed_to_truncation before truncate on ${sql.table(table)}
          for each statement execute function refuse_writes()`.execute(tx)
      }
    },
    async open(tx) {
      await sql`drop function if exists refuse_writes() cascade`.execute(tx)
    },
  },
}

/** As a server answers that is read-only. */
const createRefusal = (tx: Tx) =>
  sql`create or replace function refuse_writes() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${closed}' using errcode = 'read_only_sql_transaction'; end`)}`.execute(tx)
