import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { fillList } from './subscriber-rows.ts'

/** A database with the schema of today and that many subscribers, closed again. */
export async function fillDatabase(location: DatabaseLocation, subscribers: number) {
  const database = openDatabase(location, { queryTimeoutMs: 10 * 60_000 })
  await migrate(database, migrations)
  if (subscribers > 0) await fillList(database, subscribers)
  await database.close()
}
