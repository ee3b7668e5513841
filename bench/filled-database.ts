import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { fillList } from './subscriber-rows.ts'

/** A database with the schema of today and so many subscribers in it; nobody has it open. */
export async function fillDatabase(place: DatabaseLocation, subscribers: number) {
  const database = openDatabase(place, { queryTimeoutMs: 10 * 60_000 })
  await migrate(database, migrations)
  if (subscribers > 0) await fillList(database, subscribers)
  await database.close()
}
