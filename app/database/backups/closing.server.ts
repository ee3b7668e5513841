import { sql } from 'kysely'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { tableExists } from '#app/database/migrate.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'

/** Why a database accepts no writes: it is being moved, or was moved. */
export type Closing = {
  /** The other database is in use from now on. */
  done: boolean
  /** Location of the other database, without its password. */
  other: string
  /** Epoch milliseconds. */
  since: number
}

/** No migration creates it: it exists only while a database is closed, and copies do not have it. */
const closingTable = 'database_closing'

/** Tables that no backup contains. */
export const internalTables = ['migrations', closingTable]

/**
 * From the commit of `tx` on, triggers reject every write to every table by any program. Waits for writes that have
 * begun. An open database has no such triggers, so its writes cost nothing extra.
 */
export async function closeToWrites(kind: DatabaseKind, tx: Tx, { other, since }: Omit<Closing, 'done'>) {
  const tables = await listTables(kind, tx)
  await triggers[kind].close(tx, tables)
  await sql`create table ${sql.table(closingTable)}
    (id text primary key, done bigint not null, other text not null, since bigint not null)`.execute(tx)
  await sql`insert into ${sql.table(closingTable)} (id, done, other, since)
    values ('the one', 0, ${other}, ${since})`.execute(tx)
}

/** Undefined for a database that accepts writes. */
export async function readClosing(kind: DatabaseKind, db: Db): Promise<Closing | undefined> {
  if (!(await tableExists(kind, db, closingTable))) return undefined
  const { rows } = await sql<{ done: number; other: string; since: number }>`
    select done, other, since from ${sql.table(closingTable)}`.execute(db)
  return rows[0] && { ...rows[0], done: rows[0].done === 1 }
}

export const markMoved = (tx: Tx) => sql`update ${sql.table(closingTable)} set done = 1`.execute(tx)

export async function openToWrites(kind: DatabaseKind, tx: Tx) {
  await triggers[kind].open(tx)
  await sql`drop table if exists ${sql.table(closingTable)}`.execute(tx)
}

/** One line for the operator: why a process cannot start on this database, and what to do. */
export function describeClosing({ done, other, since }: Closing) {
  const at = new Date(since).toISOString()
  return done
    ? `The database was moved to ${other} at ${at}: set DATABASE_URL or DATA_DIR to that one. This one no longer accepts writes; docs/operations.md explains how to move back.`
    : `The database is closed to writes: a move to ${other} started at ${at}. If it has stopped, run it again, or reopen the database with: npm run restore -- --reopen`
}

export async function listTables(kind: DatabaseKind, tx: Tx) {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema
          where type = 'table' and name not like 'sqlite@_%' escape '@'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(tx)
  return rows.map(({ name }) => name).toSorted()
}

const closed = 'the database is closed to writes: it is being moved, or was moved'
const prefix = 'closed_to_'

const triggers: Record<DatabaseKind, { close(tx: Tx, tables: string[]): Promise<void>; open(tx: Tx): Promise<void> }> =
  {
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
        // Waits for open transactions; then no other one writes until this one ends.
        await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(
          tx,
        )
        // With the error code of a read-only server.
        await sql`create or replace function refuse_writes() returns trigger language plpgsql as
          ${sql.lit(`begin raise exception '${closed}' using errcode = 'read_only_sql_transaction'; end`)}`.execute(tx)
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
