import { Kysely, sql } from 'kysely'
import type { DatabasePlace } from '#app/database/connection.server.ts'
import { type DatabaseKind, namesInCode, postgresDialect, sqliteSnapshotDialect } from '#app/database/dialect.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'

/** A table of a million rows is read in small pieces; none of them takes long. */
const patienceMs = 60_000

/**
 * Reads the database as it is at one moment, through a connection of its own, while others go on writing. On SQLite its
 * write-ahead log grows meanwhile, and what was deleted can be forgotten only afterwards.
 */
export async function readSnapshot<Result>(
  place: DatabasePlace,
  read: (kind: DatabaseKind, db: Db) => Promise<Result>,
): Promise<Result> {
  const kind: DatabaseKind = 'url' in place ? 'postgres' : 'sqlite'
  const dialect = 'url' in place ? postgresDialect(place.url, { patienceMs }) : sqliteSnapshotDialect(place.file)
  const own = new Kysely<Tables>({ dialect, plugins: [namesInCode] })
  try {
    return await own.connection().execute(async (db) => {
      await sql.raw(begin[kind]).execute(db)
      try {
        return await read(kind, db)
      } finally {
        // Nothing was written; a connection that broke has no transaction any more.
        await sql`rollback`.execute(db).catch(() => {})
      }
    })
  } finally {
    await own.destroy()
  }
}

/** SQLite takes its snapshot with the first read. */
const begin: Record<DatabaseKind, string> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
}
