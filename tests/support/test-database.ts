import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { asJustMade } from './as-just-made.ts'
import { newDatabaseOn } from './postgres-server.ts'
import { reusedDatabases } from './reused-databases.ts'

/** A fresh, migrated database for one test: SQLite in memory, or a database of its own on the run's PostgreSQL. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_DATABASE === 'postgres') {
    const database = openDatabase({ url: await migratedForThisTest() })
    onTestFinished(() => database.close())
    return database
  }
  const database = openDatabase({ file: ':memory:' })
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  return database
}

let pool: ReturnType<typeof reusedDatabases> | undefined
const poolOfThisWorker = () => (pool ??= reusedDatabases(inject('postgresUrl'), inject('postgresTemplate')))

/** The address of one with the schema. */
export async function migratedForThisTest() {
  const taken = await poolOfThisWorker().take()
  // Registered first, so done last: when the test has let go of it.
  onTestFinished(() => poolOfThisWorker().giveBack(taken))
  return taken.url
}

type Taken = Awaited<ReturnType<ReturnType<typeof reusedDatabases>['take']>>
let ofSites: { taken: Taken; file: string | undefined }[] = []

/** The same for a site, which may be started on it again for as long as the file of tests goes on. */
export async function migratedForThisFile() {
  const file = expect.getState().testPath
  const over = ofSites.filter((each) => each.file !== file)
  ofSites = ofSites.filter((each) => each.file === file)
  for (const { taken } of over) await poolOfThisWorker().giveBack(taken)
  const taken = await poolOfThisWorker().take()
  ofSites.push({ taken, file })
  const database = openDatabase({ url: taken.url })
  await asJustMade(database)
  await database.close()
  return taken.url
}

/** The same fresh, migrated database opened twice, as two processes have it. */
export async function openTwice(): Promise<[Database, Database]> {
  const place = process.env.TEST_DATABASE === 'postgres' ? { url: await migratedForThisTest() } : await newPlace()
  const both: [Database, Database] = [openDatabase(place), openDatabase(place)]
  onTestFinished(async () => void (await Promise.all(both.map((database) => database.close()))))
  if (both[0].kind === 'sqlite') await migrate(both[0], migrations)
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
