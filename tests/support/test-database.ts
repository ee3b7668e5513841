import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { newDatabaseOn } from './postgres-server.ts'

/** A fresh, migrated database for one test: SQLite in memory, or a database of its own on the run's PostgreSQL. */
export async function openTestDatabase(): Promise<Database> {
  const database =
    process.env.TEST_DATABASE === 'postgres'
      ? openDatabase({ url: await newMigratedDatabase() })
      : openDatabase({ file: ':memory:' })
  if (database.kind === 'sqlite') await migrate(database, migrations)
  onTestFinished(() => database.close())
  return database
}

/** The address of a new one on the run's PostgreSQL, with the schema. */
export const newMigratedDatabase = () => newDatabaseOn(inject('postgresUrl'), inject('postgresTemplate'))

/** The same fresh, migrated database opened twice, as two processes have it. */
export async function openTwice(): Promise<[Database, Database]> {
  const place = await newPlace()
  const both: [Database, Database] = [openDatabase(place), openDatabase(place)]
  onTestFinished(async () => void (await Promise.all(both.map((database) => database.close()))))
  await migrate(both[0], migrations)
  return both
}

/** An empty database that several processes can open. */
export async function newPlace() {
  if (process.env.TEST_DATABASE === 'postgres') return { url: await newPostgresDatabase() }
  const folder = mkdtempSync(join(tmpdir(), 'clinic-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { file: join(folder, 'clinic.db') }
}

/** The address of a new, empty database on the run's PostgreSQL. */
export async function newPostgresDatabase() {
  return newDatabaseOn(inject('postgresUrl'))
}
