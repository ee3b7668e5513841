import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DatabaseKind } from './dialect.server.ts'
import type { Db, Tx } from './tables.ts'

type LibraryDeps = {
  db: Db
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The transaction that the caller runs in, if any. */
  getTransaction(): Tx | undefined
}

/**
 * Runs another Kysely's queries on our connection. With a connection of its own, the library would bypass the write
 * queue, and inside one of our transactions it would wait forever for SQLite's lock.
 */
export function libraryDialect(kind: DatabaseKind, deps: LibraryDeps): Dialect {
  return { ...parts[kind], createDriver: () => new LibraryDriver(deps) }
}

const parts: Record<DatabaseKind, Omit<Dialect, 'createDriver'>> = {
  sqlite: {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
}

/**
 * Kysely serializes the queries of a database with one connection. A query in the write queue would then block the query
 * of the transaction that is running, and both would wait forever.
 */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class LibraryDriver extends DummyDriver {
  #connection: DatabaseConnection

  constructor({ db, transaction, getTransaction }: LibraryDeps) {
    super()
    this.#connection = {
      executeQuery<Row>(query: CompiledQuery) {
        const typed = query as CompiledQuery<Row>
        const tx = getTransaction()
        if (tx) return tx.withoutPlugins().executeQuery(typed)
        if (query.query.kind === 'SelectQueryNode') return db.withoutPlugins().executeQuery(typed)
        return transaction((newTx) => newTx.withoutPlugins().executeQuery(typed))
      },
      streamQuery: notSupported,
    }
  }

  override async acquireConnection() {
    return this.#connection
  }

  override beginTransaction = notSupported
}

function notSupported(): never {
  throw new Error('a library has no transactions of its own on this connection')
}
