import { chmodSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import {
  CamelCasePlugin,
  type ColumnDataType,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  HandleEmptyInListsPlugin,
  PostgresDialect,
  PostgresDriver,
  replaceWithNoncontingentExpression,
  sql,
  SqliteDialect,
  SqliteDriver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { openPostgresPool, type PoolOptions } from './postgres-pool.server.ts'
import type { Db, Tx } from './tables.ts'

// The few places where the two databases differ.

/** `in ()` is a syntax error in PostgreSQL. It matches nothing, as on SQLite. */
export const emptyListsPlugin = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

export type DatabaseKind = 'sqlite' | 'postgres'

/** 'createdAt' in code is created_at in the database; what is inside a JSON value keeps its names. */
const camelCasePlugin = new CamelCasePlugin({ maintainNestedObjectKeys: true })

export const plugins = { sqlite: [camelCasePlugin], postgres: [camelCasePlugin, emptyListsPlugin] }

export type ColumnTypes = Record<'text' | 'integer' | 'bytes' | 'date' | 'flag', ColumnDataType>

/** `date` and `flag` are only for the tables of the sign-in library. */
export const columnTypes: Record<DatabaseKind, ColumnTypes> = {
  sqlite: { text: 'text', integer: 'integer', bytes: 'blob', date: 'date', flag: 'integer' },
  postgres: {
    text: 'text',
    integer: 'bigint',
    bytes: 'bytea',
    date: 'timestamptz',
    flag: 'boolean',
  },
}

/** Faster than `like` on PostgreSQL, which also expects more rows of it, and so reads an index in the order of the result. */
export const contains = (kind: DatabaseKind, column: string, part: string) =>
  kind === 'sqlite'
    ? sql<boolean>`instr(${sql.ref(column)}, ${part}) > 0`
    : sql<boolean>`strpos(${sql.ref(column)}, ${part}) > 0`

/** Whether a retry can succeed: another transaction wrote the same rows meanwhile. Never on SQLite, which has one writer. */
export function isWriteConflict(kind: DatabaseKind, error: unknown) {
  if (kind === 'sqlite') return false
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // serialization_failure, deadlock_detected, unique_violation
  return code === '40001' || code === '40P01' || code === '23505'
}

/** SQLite has only one writer at a time, so it needs no lock. */
export async function takeAdvisoryLock(kind: DatabaseKind, tx: Tx, name: string, shared: boolean) {
  if (kind !== 'postgres') return
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
}

export async function clockGapMs(kind: DatabaseKind, db: Db) {
  if (kind === 'sqlite') return 0
  const askedAt = Date.now()
  const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db)
  return (askedAt + Date.now()) / 2 - Number(rows[0]?.at)
}

export function sqliteDialectOn(connection: DatabaseSync): Dialect {
  const config = { database: withStatementCache(connection) }
  return Object.assign(new SqliteDialect(config), { createDriver: () => new ImmediateSqliteDriver(config) })
}

/** Read-only; its transactions block no writer. */
export const sqliteSnapshotDialect = (file: string): Dialect =>
  new SqliteDialect({ database: withStatementCache(new DatabaseSync(file, { readOnly: true, timeout: 200 })) })

/** Many more than this product has; a statement's text varies only with its number of rows. */
const maxStatements = 500

/** Prepares each statement once. SQLite itself prepares it again after a change of its table. */
function withStatementCache(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      if (cache.size >= maxStatements) cache.clear()
      return cache.getOrInsertComputed(sql, () => prepare(database, sql))
    },
  }
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => readAll(sql, statement, values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // A cached statement that is still being read must not be restarted by another caller.
    iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
  }
}

/** As on PostgreSQL, a number that JavaScript cannot hold exactly is returned as text. */
function readAll(sql: string, statement: StatementSync, parameters: SQLInputValue[]) {
  try {
    return statement.all(...parameters)
  } catch (error) {
    // A write has already happened, and must not happen twice.
    if (!(error instanceof RangeError) || !/^\s*select/i.test(sql)) throw error
    statement.setReadBigInts(true)
    const rows = statement.all(...parameters)
    statement.setReadBigInts(false)
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toExactNumber(value)])),
    )
  }
}

function toExactNumber(value: SQLOutputValue) {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

export function postgresDialect(url: string, options: PoolOptions): Dialect {
  const config = { pool: openPostgresPool(url, options) }
  return Object.assign(new PostgresDialect(config), { createDriver: () => new BoundedPostgresDriver(config) })
}

export function openSqliteFile(file: string) {
  const database = new DatabaseSync(file)
  // SQLite gives its other files the same mode.
  if (file !== ':memory:') chmodSync(file, 0o600)
  database.exec('pragma busy_timeout = 2000')
  switchToWal(database)
  database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on')
  // A busy wait blocks the event loop, so it stays short; write-queue.server.ts waits on without blocking.
  database.exec('pragma busy_timeout = 20')
  return database
}

/** SQLite treats two processes that switch at once as a deadlock, so one fails immediately and has to retry. */
function switchToWal(database: DatabaseSync) {
  const deadline = Date.now() + 3_000
  for (;;) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      // Blocking is fine here: nothing is served yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** A deferred 'begin' fails if another process writes between this transaction's first read and first write. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** After a full disk or an I/O error SQLite has rolled back already; a second error would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error
    })
  }
}

/** SQLite only: another connection holds the lock. */
export function isBusy(error: unknown) {
  // SQLITE_BUSY and its extended codes share the low byte.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

/** As on SQLite, a transaction waits at most three seconds for a lock. */
class BoundedPostgresDriver extends PostgresDriver {
  // Set per transaction: connection poolers reject or mix up settings of connections.
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin; set local lock_timeout = '3s'"))
  }
}
