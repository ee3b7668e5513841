import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { newPlace } from '#tests/support/test-database.ts'
import { openDatabase } from './connection.server.ts'
import { migrate } from './migrate.server.ts'
import { migrations } from './migrations/all.ts'

const run = promisify(execFile)
const counter = fileURLToPath(import.meta.resolve('#tests/processes/count.ts'))

test('two processes that read and write the same row at the same time lose nothing', async () => {
  const place = await newPlace()
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  await database.db.insertInto('limits').values({ key: 'shared', windowStart: 0, count: 0 }).execute()

  await Promise.all([
    run(process.execPath, [counter, JSON.stringify(place)]),
    run(process.execPath, [counter, JSON.stringify(place)]),
  ])

  const { count } = await database.db.selectFrom('limits').select('count').executeTakeFirstOrThrow()
  expect(count).toBe(400)
})
