import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { newDatabaseOn } from './postgres-server.ts'

/** A fresh, migrated database for one test: SQLite in memory, or a database of its own on the run's PostgreSQL. */
export async function openTestDatabase(): Promise<Database> {
  const database =
    process.env.TEST_DATABASE === 'postgres'
      ? openDatabase({ url: await newPostgresDatabase() })
      : openDatabase({ file: ':memory:' })
  await migrate(database, migrations)
  onTestFinished(() => database.close())
  return database
}

/** The address of a new, empty database on the run's PostgreSQL. */
export async function newPostgresDatabase() {
  return newDatabaseOn(inject('postgresUrl'))
}
