import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DatabaseKind } from './dialect.server.ts'
import { CompilerWithEmptyLists } from './empty-lists.server.ts'
import type { Db, Tx } from './tables.ts'

type Way = {
  db: Db
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The transaction in which the caller stands, if any. */
  open(): Tx | undefined
}

/**
 * Another Kysely's queries on our connection. By itself a library would write past the line that waits for other
 * processes' locks, and inside a transaction of ours it would wait for ever for the one connection of SQLite.
 */
export function libraryDialect(kind: DatabaseKind, way: Way): Dialect {
  return {
    ...parts[kind],
    createDriver: () => new LibraryDriver(way),
  }
}

const parts: Record<DatabaseKind, Omit<Dialect, 'createDriver'>> = {
  sqlite: {
    createAdapter: () => new PassingSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new CompilerWithEmptyLists(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
}

/**
 * Whose queries pass one another. By itself Kysely lets one after the other to a database of one connection: a query that
 * waits for its turn to write would then keep back the one of a transaction that has the turn, and both wait for ever.
 */
class PassingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class LibraryDriver implements Driver {
  #connection: DatabaseConnection

  constructor({ db, transaction, open }: Way) {
    this.#connection = {
      executeQuery<Row>(query: CompiledQuery) {
        const typed = query as CompiledQuery<Row>
        const tx = open()
        if (tx) return tx.withoutPlugins().executeQuery(typed)
        if (query.query.kind === 'SelectQueryNode') return db.withoutPlugins().executeQuery(typed)
        return transaction((own) => own.withoutPlugins().executeQuery(typed))
      },
      streamQuery: notOffered,
    }
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}
  beginTransaction = notOffered
  commitTransaction = notOffered
  rollbackTransaction = notOffered
}

/** Its statements join a transaction of ours instead. */
function notOffered(): never {
  throw new Error('a library has no transactions of its own on this connection')
}
