import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { newPlace, openTestDatabase } from '#tests/support/test-database.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { recordAct } from './audit.server.ts'
import { verifyTrail } from './verify-trail.server.ts'

// On PostgreSQL, too: acts wait for each other there by a lock.

const actor = { who: 'account-1', from: 'here' }
const act = (database: Database) => {
  const vault = testVault(database)
  return database.transaction((tx) => recordAct({ tx, vault }, actor, { act: 'message.handled' }))
}
const verify = (database: Database) => verifyTrail({ database, vault: testVault(database) })
const countOf = async ({ db }: Database) =>
  (await db.selectFrom('auditHead').select('count').executeTakeFirstOrThrow()).count

test('fifty concurrent actions, some of which fail, leave one complete chain', async () => {
  const database = await openTestDatabase()
  const vault = testVault(database)
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      database.transaction(async (tx) => {
        await recordAct({ tx, vault }, actor, { act: 'message.handled', detail: `${index}` })
        if (index % 10 === 9) throw new Error('the act failed')
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(45)
  expect(await verify(database)).toMatchObject({ ok: true, head: { count: 45 } })
})

test('simultaneous first actions share one key', async () => {
  const database = await openTestDatabase()
  await Promise.all(Array.from({ length: 10 }, () => act(database)))
  expect(await verify(database)).toMatchObject({ ok: true, head: { count: 10 } })
  expect(await database.db.selectFrom('recordKeys').selectAll().execute()).toHaveLength(1)
})

/** A database for several processes, and the arguments of one that acts forty times at once, `rounds` times. */
async function withRecorder(rounds: number) {
  const place = await newPlace()
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  const file = fileURLToPath(import.meta.resolve('#tests/processes/audit.ts'))
  return { database, recorder: [file, JSON.stringify(place), String(rounds)] }
}

test.runIf(isLong)('a process that is killed while it records leaves an intact trail', async () => {
  const { database, recorder } = await withRecorder(1_000)
  for (let least = 1; least <= 400; least += 200) {
    const recording = spawn(process.execPath, recorder)
    onTestFinished(() => void recording.kill('SIGKILL'))
    const ended = new Promise((resolve) => recording.once('exit', (_, signal) => resolve(signal)))
    await until(async () => (await countOf(database)) >= least || undefined)
    recording.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    expect(await verify(database)).toMatchObject({ ok: true })
  }
})

test('two processes that record at the same time write one chain', async () => {
  const { database, recorder } = await withRecorder(1)
  const run = promisify(execFile)
  const seen: unknown[] = []
  const both = Promise.all([1, 2].map(() => run(process.execPath, recorder))).then(() => true)
  // Meanwhile it is read again and again, as the daily verification may.
  while (!(await Promise.race([both, new Promise((resolve) => setTimeout(resolve, 20, false))])))
    seen.push((await verify(database)).ok)
  expect(new Set(seen)).toEqual(new Set([true]))
  expect(await verify(database)).toMatchObject({ ok: true, head: { count: 80 } })
})
