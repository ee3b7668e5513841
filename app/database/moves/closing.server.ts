import { sql } from 'kysely'
import { type ColumnTypes, columnTypes, type DatabaseKind } from '#app/database/dialect.server.ts'
import { tableExists } from '#app/database/migrate.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'

/**
 * A database that takes no writes because of a move. `leaving`: it is being copied; `left`: the other one is the
 * clinic's from now on; `arriving`: it is the copy, and not known to be whole.
 */
export type Closing = {
  state: 'leaving' | 'left' | 'arriving'
  /** Of this one move, the same on both sides. */
  move: string
  /** The clinic's database, wherever it was moved or restored to before. */
  lineage: string
  /** The place on the other side, without its password. */
  other: string
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
export async function closeToWrites(kind: DatabaseKind, tx: Tx, closing: Closing) {
  const tables = await tableNames(kind, tx)
  await triggers[kind].letJobsGo(tx)
  await triggers[kind].close(tx, tables)
  await createClosingTable(tx, columnTypes[kind])
  const { state, move, lineage, other, since } = closing
  await sql`insert into ${sql.table(closingTable)} (id, state, move, lineage, other, since)
    values ('the one', ${state}, ${move}, ${lineage}, ${other}, ${since})`.execute(tx)
}

/** What is closed, and why; undefined for a database that takes writes. */
export async function readClosing(kind: DatabaseKind, db: Db): Promise<Closing | undefined> {
  if (!(await tableExists(kind, db, closingTable))) return undefined
  const { rows } = await sql<Closing>`
    select state, move, lineage, other, since from ${sql.table(closingTable)}`.execute(db)
  return rows[0]
}

/** Changes what a closed database says of itself, and answers whether it is still closed for this move. */
export async function restateClosing(tx: Tx, move: string, said: Pick<Closing, 'state' | 'other'>) {
  const { numAffectedRows } = await sql`update ${sql.table(closingTable)}
    set state = ${said.state}, other = ${said.other} where move = ${move}`.execute(tx)
  return numAffectedRows === 1n
}

/** Undoes all of this, whatever of it there is. */
export async function openToWrites(kind: DatabaseKind, tx: Tx) {
  await triggers[kind].letJobsGo(tx)
  await triggers[kind].open(tx)
  await sql`drop table if exists ${sql.table(closingTable)}`.execute(tx)
}

/**
 * No worker begins another job until then, by the database's clock; those under way end as always. If nobody comes to
 * end this, it ends by itself.
 */
export async function holdJobs(kind: DatabaseKind, tx: Tx, until: number) {
  await triggers[kind].letJobsGo(tx)
  await triggers[kind].holdJobs(tx, until)
}

/** Why a process cannot start on a closed database, and what to do. */
export function lineOfClosing({ state, other, since }: Closing) {
  const at = new Date(since).toISOString()
  if (state === 'leaving')
    return `The database is closed to writes: a move to ${other} started at ${at}. If it has stopped, run it again, or reopen the database with: npm run move -- --cancel`
  if (state === 'left')
    return `The database was moved to ${other} at ${at}: set DATABASE_URL or DATA_DIR to that one. This one no longer accepts writes; docs/operations.md explains how to move back.`
  return `The database is incomplete: the move from ${other} did not finish. Run that move again.`
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
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('move', text, (column) => column.notNull())
    .addColumn('lineage', text, (column) => column.notNull())
    .addColumn('other', text, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .execute()

type Triggers = {
  close(tx: Tx, tables: string[]): Promise<void>
  open(tx: Tx): Promise<void>
  holdJobs(tx: Tx, until: number): Promise<void>
  letJobsGo(tx: Tx): Promise<void>
}

const closed = 'the database is closed to writes by npm run move; npm run move -- --cancel opens it'
const jobsWait = 'jobs wait while npm run move begins'
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
    async holdJobs(tx, until) {
      await sql`create trigger jobs_wait before update of lease on jobs
        when new.lease is not null and new.lease is not old.lease and unixepoch() * 1000 < ${sql.lit(until)}
        begin select raise(abort, ${sql.lit(jobsWait)}); end`.execute(tx)
    },
    async letJobsGo(tx) {
      await sql`drop trigger if exists jobs_wait`.execute(tx)
    },
  },
  postgres: {
    async close(tx, tables) {
      // What was written by transactions under way is waited for; then nobody else writes until this one ends.
      await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(tx)
      await createRefusal(tx, 'refuse_writes', closed)
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
    async holdJobs(tx, until) {
      await createRefusal(tx, 'refuse_jobs', jobsWait)
      await sql`create trigger jobs_wait before update of lease on jobs for each row
        when (new.lease is not null and new.lease is distinct from old.lease
          and extract(epoch from clock_timestamp()) * 1000 < ${sql.lit(until)})
        execute function refuse_jobs()`.execute(tx)
    },
    async letJobsGo(tx) {
      await sql`drop function if exists refuse_jobs() cascade`.execute(tx)
    },
  },
}

/** As a server answers that is read-only. */
const createRefusal = (tx: Tx, name: string, sentence: string) =>
  sql`create or replace function ${sql.id(name)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${sentence}' using errcode = 'read_only_sql_transaction'; end`)}`.execute(tx)
