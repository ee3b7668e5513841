import { Kysely, sql } from 'kysely'
import type { DatabaseLocation } from '#app/database/connection.server.ts'
import { type DatabaseKind, plugins, postgresDialect, sqliteSnapshotDialect } from '#app/database/dialect.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'

const queryTimeoutMs = 60_000

/**
 * Reads a snapshot of the database through a connection of its own, while other connections write. Meanwhile SQLite's
 * write-ahead log grows and cannot be truncated.
 */
export async function readSnapshot<Result>(
  location: DatabaseLocation,
  read: (kind: DatabaseKind, db: Db) => Promise<Result>,
): Promise<Result> {
  const kind: DatabaseKind = 'url' in location ? 'postgres' : 'sqlite'
  const dialect =
    'url' in location ? postgresDialect(location.url, { queryTimeoutMs }) : sqliteSnapshotDialect(location.file)
  const database = new Kysely<Tables>({ dialect, plugins: plugins[kind] })
  try {
    return await database.connection().execute(async (db) => {
      await sql.raw(begin[kind]).execute(db)
      try {
        return await read(kind, db)
      } finally {
        // A broken connection has no transaction to roll back.
        await sql`rollback`.execute(db).catch(() => {})
      }
    })
  } finally {
    await database.destroy()
  }
}

/** SQLite takes its snapshot at the first read. */
const begin: Record<DatabaseKind, string> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
}
