import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type LogEvent, sql } from 'kysely'
import {
  clockGapMs,
  type DatabaseKind,
  isWriteConflict,
  namesInCode,
  postgresDialect,
  sqliteDialect,
  takeAdvisoryLock,
} from './dialect.server.ts'
import { createJournalTruncation } from './journal-truncation.server.ts'
import { libraryDialect } from './library-dialect.server.ts'
import type { PoolOptions } from './postgres-pool.server.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { createWriteQueue } from './write-queue.server.ts'

/** The one open database of a process. */
export type Database = {
  kind: DatabaseKind
  /** For reads and for single statements outside a transaction. */
  db: Db
  /**
   * For a library with queries of its own, which knows nothing of `tx`: inside `transaction` they join it, and outside
   * each of its writes is a transaction, with its waiting for other processes. It names columns as the database does.
   */
  libraryDb: Db
  /**
   * Runs `work` in one transaction and commits. Inside, use only `tx` and await nothing else:
   * SQLite has one connection, and any other query would wait for ever.
   * On PostgreSQL it runs again after a write conflict with another transaction, so `work` must have no other effect.
   * Throws after about three seconds of waiting for a lock; nothing is stored then.
   * `mayBeLost`: a power failure may undo it, so nobody waits for the disk. A killed process undoes nothing.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, how?: { mayBeLost?: boolean }): Promise<Result>
  /** Calls `effect` once the transaction has committed; never when it was rolled back. */
  afterCommit(tx: Tx, effect: () => void): void
  /**
   * Soon after this call, what was deleted or overwritten is gone from SQLite's write-ahead log as well; PostgreSQL does
   * that by itself, with its next vacuum. While other processes read, it is tried again for a while; then it is left to
   * the next call or start.
   */
  forgetOldPages(): void
  /**
   * Holds an advisory lock of this name until `tx` ends: for rules over rows that are not there yet. Those who share it
   * pass together.
   */
  takeAdvisoryLock(tx: Tx, name: string, how?: { shared: boolean }): Promise<void>
  /** How far this machine's clock is from the database's, in milliseconds; always 0 on SQLite, which has none of its own. */
  clockGapMs(): Promise<number>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

const attempts = 5

/** A PostgreSQL address, or the SQLite file's path. */
export type DatabasePlace = { url: string } | { file: string }

/** `onQuery`: told of each query how many milliseconds it took. */
export type DatabaseOptions = PoolOptions & { onQuery?: (ms: number) => void }

export function openDatabase(place: DatabasePlace, { onQuery, ...options }: DatabaseOptions = {}): Database {
  const kind = 'url' in place ? 'postgres' : 'sqlite'
  const dialect = 'url' in place ? postgresDialect(place.url, options) : sqliteDialect(place.file)
  const log = onQuery && (({ queryDurationMillis }: LogEvent) => onQuery(queryDurationMillis))
  const db = new Kysely<Tables>({ dialect, plugins: [namesInCode], ...(log && { log }) })
  const effects = new WeakMap<Tx, (() => void)[]>()
  const under = new AsyncLocalStorage<Tx>()
  const inOne: Run = (work, how) => transact[kind](db, work, how)
  const run: Run = kind === 'sqlite' ? createWriteQueue<Tx>(inOne) : inOne

  async function attempt<Result>(work: (tx: Tx) => Promise<Result>, how: How) {
    let mine: (() => void)[] = []
    const result = await run((tx) => {
      mine = []
      effects.set(tx, mine)
      return under.run(tx, () => work(tx))
    }, how)
    for (const effect of mine) effect()
    return result
  }

  async function transaction<Result>(work: (tx: Tx) => Promise<Result>, { mayBeLost = false } = {}) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(work, { mayBeLost })
      } catch (error) {
        if (tried === attempts || !isWriteConflict(kind, error)) throw error
      }
    }
  }

  return {
    kind,
    db,
    libraryDb: new Kysely({ dialect: libraryDialect(kind, { db, transaction, open: () => under.getStore() }) }),
    transaction,
    afterCommit(tx, effect) {
      const list = effects.get(tx)
      if (!list) throw new Error('afterCommit belongs inside transaction()')
      list.push(effect)
    },
    forgetOldPages: kind === 'sqlite' ? createJournalTruncation(db) : () => {},
    takeAdvisoryLock: (tx, name, { shared } = { shared: false }) => takeAdvisoryLock(kind, tx, name, shared),
    clockGapMs: () => clockGapMs(kind, db),
    async ping() {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}

type How = { mayBeLost: boolean }
type Run = <Result>(work: (tx: Tx) => Promise<Result>, how: How) => Promise<Result>
type Transact = <Result>(db: Db, work: (tx: Tx) => Promise<Result>, how: How) => Promise<Result>

/** What may be lost is not flushed; the next flushed commit brings it to the disk as well. */
const transact: Record<DatabaseKind, Transact> = {
  async sqlite(db, work, { mayBeLost }) {
    if (!mayBeLost) return db.transaction().execute(work)
    return db.connection().execute(async (connection) => {
      await sql`pragma synchronous = normal`.execute(connection)
      try {
        return await connection.transaction().execute(work)
      } finally {
        await sql`pragma synchronous = full`.execute(connection)
      }
    })
  },
  postgres: (db, work, { mayBeLost }) =>
    db.transaction().execute(async (tx) => {
      if (mayBeLost) await sql`set local synchronous_commit = off`.execute(tx)
      return work(tx)
    }),
}
