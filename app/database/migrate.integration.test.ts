import { isLong } from '#tests/support/timing.ts'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newPlace, openTestDatabase } from '#tests/support/test-database.ts'
import { openDatabase } from './connection.server.ts'
import { type Migration, migrate } from './migrate.server.ts'
import { migrations } from './migrations/all.ts'

const script = fileURLToPath(import.meta.resolve('#tests/processes/migrate.ts'))

test('a second start finds nothing to do', async () => {
  const database = await openTestDatabase()
  await expect(migrate(database, migrations)).resolves.toBeUndefined()
})

test('a migration that fails leaves neither its tables nor its record', async () => {
  const database = await openTestDatabase()
  const broken: Migration = {
    name: '9999-broken',
    async up(tx) {
      await sql`create table half_made (id text)`.execute(tx)
      throw new Error('a mistake')
    },
  }
  await expect(migrate(database, [...migrations, broken])).rejects.toThrow(
    /brought up to date: .* failed \(a mistake\). Nothing of it was stored/,
  )
  await expect(sql`select * from half_made`.execute(database.db)).rejects.toThrow()
  await expect(migrate(database, migrations)).resolves.toBeUndefined()
})

test('a database made by a newer version is rejected with one line', async () => {
  const database = await openTestDatabase()
  await migrate(database, [...migrations, { name: '9999-of-the-future', up: async () => {} }])
  await expect(migrate(database, migrations)).rejects.toThrow(/made by a newer version.*9999-of-the-future/)
})

test.runIf(isLong)('killed inside a migration, then started twice at once: every migration ran once', async () => {
  const place = await newPlace()
  expect(await migrateInAProcess(place, 'die')).not.toBe(0)
  const ends = await Promise.all([migrateInAProcess(place, 'live'), migrateInAProcess(place, 'live')])
  expect(ends).toEqual([0, 0])

  const database = openDatabase(place)
  onTestFinished(() => database.close())
  const { rows } = await sql<{ count: number }>`select count(*) as count from made_once`.execute(database.db)
  expect(rows).toEqual([{ count: 1 }])
})

function migrateInAProcess(place: object, mode: 'live' | 'die') {
  const child = spawn(process.execPath, [script, JSON.stringify(place), mode], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise<number | null>((resolve) => child.once('exit', resolve))
}
