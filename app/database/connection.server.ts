import { Kysely, sql } from 'kysely'
import { type DatabaseKind, isWriteConflict, postgresDialect, sqliteDialect } from './dialect.server.ts'
import type { PoolOptions } from './postgres-pool.server.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { createWriteLine } from './write-line.server.ts'

/** The one open database of a process. */
export type Database = {
  kind: DatabaseKind
  /** For reads and for single statements outside a transaction. */
  db: Db
  /**
   * Runs `work` in one transaction and commits. Inside, use only `tx` and await nothing else:
   * SQLite has one connection, and any other query would wait for ever.
   * Runs again when another process got in between, or when it shared its commit with a transaction that failed, so
   * `work` must have no other effect.
   * Throws after about three seconds of waiting for a lock; nothing is stored then.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Calls `effect` once the transaction has committed; never when it was rolled back. */
  afterCommit(tx: Tx, effect: () => void): void
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

const attempts = 5

/** A PostgreSQL address, or the SQLite file's path. */
export type DatabasePlace = { url: string } | { file: string }

export function openDatabase(place: DatabasePlace, options: PoolOptions = {}): Database {
  const kind = 'url' in place ? 'postgres' : 'sqlite'
  const dialect = 'url' in place ? postgresDialect(place.url, options) : sqliteDialect(place.file)
  const db = new Kysely<Tables>({ dialect })
  const effects = new WeakMap<Tx, (() => void)[]>()
  const oneTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work)
  const run = kind === 'sqlite' ? createWriteLine<Tx>(oneTransaction) : oneTransaction

  async function attempt<Result>(work: (tx: Tx) => Promise<Result>) {
    let mine: (() => void)[] = []
    const result = await run((tx) => {
      mine = []
      effects.set(tx, mine)
      return work(tx)
    })
    for (const effect of mine) effect()
    return result
  }

  return {
    kind,
    db,
    async transaction(work) {
      for (let tried = 1; ; tried += 1) {
        try {
          return await attempt(work)
        } catch (error) {
          if (tried === attempts || !isWriteConflict(kind, error)) throw error
        }
      }
    },
    afterCommit(tx, effect) {
      const list = effects.get(tx)
      if (!list) throw new Error('afterCommit belongs inside transaction()')
      list.push(effect)
    },
    async ping() {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}
