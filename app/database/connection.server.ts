import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type LogEvent, sql } from 'kysely'
import { createChangeRecorder } from './copy/change-recorder.server.ts'
import {
  clockGapMs,
  contains,
  type DatabaseKind,
  isWriteConflict,
  emptyListsPlugin,
  plugins,
  postgresDialect,
  openSqliteFile,
  sqliteDialectOn,
  takeAdvisoryLock,
} from './dialect.server.ts'
import { createJournalTruncation } from './journal-truncation.server.ts'
import { libraryDialect } from './library-dialect.server.ts'
import type { PoolOptions } from './postgres-pool.server.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { createWriteQueue, type Transact } from './write-queue.server.ts'

/** Not `durable`: a power failure, but no killed process, may undo it, so the commit does not wait for the disk. */
export type TransactionOptions = { durable?: boolean }

type TransactionState = { effects: (() => void)[]; isRefused: boolean }

/** What Kysely has to see to roll back; nobody else sees it. */
const rollback = new Error('the transaction refuses')

const maxAttempts = 5

/** The one open database of a process. */
export type Database = ReturnType<typeof openDatabase>

export type DatabaseLocation = { url: string } | { file: string }

type DatabaseOptions = PoolOptions & { onQuery?: (ms: number) => void }

export function openDatabase(location: DatabaseLocation, { onQuery, ...options }: DatabaseOptions = {}) {
  const kind: DatabaseKind = 'url' in location ? 'postgres' : 'sqlite'
  const { dialect, recorder } =
    'url' in location
      ? { dialect: postgresDialect(location.url, options), recorder: undefined }
      : openSqlite(location.file)
  let answers = 0
  const log = ({ level, queryDurationMillis }: LogEvent) => {
    if (level === 'query') answers += 1
    onQuery?.(queryDurationMillis)
  }
  const db = new Kysely<Tables>({ dialect, plugins: plugins[kind], log })
  const states = new WeakMap<Tx, TransactionState>()
  const openTransaction = new AsyncLocalStorage<Tx>()
  const runOnce: Transact<Tx> = (work, options) => transact[kind](db, work, options)
  const run = kind === 'sqlite' ? createWriteQueue(runOnce) : runOnce

  function stateOf(tx: Tx) {
    const state = states.get(tx)
    if (!state) throw new Error('afterCommit and refuse belong inside transaction()')
    return state
  }

  async function attempt<Result>(work: (tx: Tx) => Promise<Result>, options: TransactionOptions): Promise<Result> {
    const state: TransactionState = { effects: [], isRefused: false }
    let answer: Result
    const done = run(async (tx) => {
      states.set(tx, state)
      answer = await openTransaction.run(tx, () => work(tx))
      if (state.isRefused) throw rollback
    }, options)
    await done.catch((error: unknown) => {
      if (error !== rollback) throw error
    })
    if (!state.isRefused) for (const effect of state.effects) effect()
    return answer!
  }

  async function transaction<Result>(work: (tx: Tx) => Promise<Result>, options: TransactionOptions = {}) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(work, options)
      } catch (error) {
        if (tried === maxAttempts || !isWriteConflict(kind, error)) throw error
      }
    }
  }

  return {
    kind,
    /** For reads, and for single statements outside a transaction. */
    db,
    /**
     * For a library that knows nothing of `tx`: its queries join the `transaction` they run in; outside one, each write is
     * its own transaction. It names columns as the database does.
     */
    libraryDb: new Kysely<Tables>({
      dialect: libraryDialect(kind, { db, transaction, getTransaction: () => openTransaction.getStore() }),
      plugins: [emptyListsPlugin],
    }),
    /**
     * Runs `work` in one transaction and commits, unless it refuses. Inside, use only `tx` and await nothing else: SQLite has
     * one connection, and any other query would wait forever. On PostgreSQL `work` runs again after a write conflict, so it
     * must have no other effect. Throws after waiting about three seconds for a lock; nothing is stored then.
     */
    transaction,
    /**
     * Answers no: `return refuse(tx, answer)`. The transaction rolls back when its work is done, whatever it still writes, and
     * `transaction()` returns the answer. Not for a refusal that must leave something: a counted attempt, a used code.
     */
    refuse<const Answer>(tx: Tx, answer: Answer): Answer {
      stateOf(tx).isRefused = true
      return answer
    },
    /** Calls `effect` after the transaction has committed; never after a rollback. */
    afterCommit(tx: Tx, effect: () => void) {
      stateOf(tx).effects.push(effect)
    },
    /**
     * Soon removes deleted and overwritten data from SQLite's write-ahead log too; PostgreSQL's vacuum does that by itself.
     * It retries for a while if another process is reading, then waits for the next call or start.
     */
    truncateJournal: kind === 'sqlite' ? createJournalTruncation(db) : () => {},
    /** Takes an advisory lock until `tx` ends, for rules about rows that do not exist yet. */
    takeAdvisoryLock: (tx: Tx, name: string, { shared } = { shared: false }) =>
      takeAdvisoryLock(kind, tx, name, shared),
    /** For a query: whether a text column contains a part, letter for letter. No letter of the part is special. */
    contains: (column: string, part: string) => contains(kind, column, part),
    /** How far this machine's clock is from the database's, in milliseconds; always 0 on SQLite. */
    clockGapMs: () => clockGapMs(kind, db),
    /** How many queries it has answered, so that others can tell whether it is silent. */
    countAnswers: () => answers,
    /** Throws if the database does not answer. */
    async ping() {
      await sql`select 1`.execute(db)
    },
    /** Of SQLite: what this connection commits, for the continuous copy. It costs nothing before it is started. */
    recorder,
    close: () => db.destroy(),
  }
}

function openSqlite(file: string) {
  const connection = openSqliteFile(file)
  return { dialect: sqliteDialectOn(connection), recorder: createChangeRecorder(connection) }
}

const transact: Record<
  DatabaseKind,
  <Result>(db: Db, work: (tx: Tx) => Promise<Result>, options: TransactionOptions) => Promise<Result>
> = {
  async sqlite(db, work, { durable = true }) {
    if (durable) return db.transaction().execute(work)
    return db.connection().execute(async (connection) => {
      await sql`pragma synchronous = normal`.execute(connection)
      try {
        return await connection.transaction().execute(work)
      } finally {
        await sql`pragma synchronous = full`.execute(connection)
      }
    })
  },
  postgres: (db, work, { durable = true }) =>
    db.transaction().execute(async (tx) => {
      if (!durable) await sql`set local synchronous_commit = off`.execute(tx)
      return work(tx)
    }),
}
