import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { allJobs, enqueueTestJob, startTestWorker } from '#tests/support/test-jobs.ts'
import { until } from '#tests/support/timing.ts'
import { createQueue } from './queue.server.ts'

describe('enqueue', () => {
  test('commits or rolls back together with the data', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    const failing = database.transaction(async (tx) => {
      await queue.enqueue(tx, 'send-email', { emailId: '1' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await allJobs(database)).toEqual([])
  })

  test('adds nothing while a job with the same key waits', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1', { uniqueKey: 'only one' })
    await enqueueTestJob(database, '2', { uniqueKey: 'only one' })
    expect(await allJobs(database)).toHaveLength(1)
  })

  test('wakes the worker of the same process at once', async () => {
    const database = await openTestDatabase()
    const done: string[] = []
    const { queue } = await startTestWorker(database, async (_, { emailId }) => void done.push(emailId))
    const startedAt = performance.now()
    // Ten in a row: a worker that was not told would look for each of them only after its pause.
    for (let count = 1; count <= 10; count += 1) {
      await database.transaction((tx) => queue.enqueue(tx, 'send-email', { emailId: String(count) }))
      await until(async () => done.length === count || undefined)
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  test('is noticed by the worker of another process within a second', async () => {
    const database = await openTestDatabase()
    let doneAt = 0
    await startTestWorker(database, async () => void (doneAt = performance.now()))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const startedAt = performance.now()
    // Through another queue, so that this process is not notified.
    await enqueueTestJob(database, '1')
    await until(async () => doneAt || undefined)
    expect(doneAt - startedAt).toBeLessThan(25_000)
  })
})

describe('a job with an id', () => {
  const ensure = (database: Database, runAt?: number) =>
    database.transaction((tx) =>
      createQueue(database).ensure(tx, 'send-email', { emailId: '1' }, { id: 'one', ...(runAt && { runAt }) }),
    )

  test('exists once, due at the time given last, and replaces one that failed', async () => {
    const database = await openTestDatabase()
    await ensure(database, 2_000)
    await ensure(database, 1_000)
    expect(await allJobs(database)).toMatchObject([{ id: 'one', runAt: 1_000 }])
    await database.db.updateTable('jobs').set({ state: 'failed', attempts: 10, createdAt: 1 }).execute()
    await ensure(database)
    expect(await allJobs(database)).toMatchObject([{ id: 'one', state: 'waiting', attempts: 0 }])
    expect((await allJobs(database))[0]?.createdAt).toBeGreaterThan(1)
  })

  test('that has more work runs again, with all its tries', async () => {
    const database = await openTestDatabase()
    let runs = 0
    await startTestWorker(database, async () => ((runs += 1) < 12 ? { state: 'again', at: Date.now() } : undefined))
    await ensure(database)
    await until(async () => (await allJobs(database)).length === 0 || undefined)
    expect(runs).toBe(12)
  })

  test('gets a signal when its worker stops', async () => {
    const database = await openTestDatabase()
    let stopped = false
    const { worker } = await startTestWorker(database, async (_deps, _payload, { stopping }) => {
      await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()))
      stopped = true
      return { state: 'again', at: 7 }
    })
    await ensure(database)
    await until(async () => ((await allJobs(database))[0]?.lease ? true : undefined))
    await worker.stop()
    expect(stopped).toBe(true)
    expect(await allJobs(database)).toMatchObject([{ runAt: 7, attempts: 0, lease: null }])
  })
})

describe('waiting jobs', () => {
  const name = (database: Database, emailId: string, runAt?: number) =>
    database.transaction((tx) =>
      createQueue(database).enqueue(tx, 'send-email', { emailId }, { id: emailId, ...(runAt && { runAt }) }),
    )
  const runAts = async (database: Database) =>
    Object.fromEntries((await allJobs(database)).map(({ id, runAt, attempts }) => [id, { runAt, attempts }]))

  test('can be brought forward: all of them, or the one with the fewest attempts, the oldest first', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    const far = Date.now() + 60_000
    for (const id of ['a', 'b', 'c', 'other']) await name(database, id, far)
    await database.db.updateTable('jobs').set({ attempts: 4 }).where('id', '=', 'a').execute()
    await database.db.updateTable('jobs').set({ createdAt: 1 }).where('id', '=', 'c').execute()
    await database.transaction((tx) => queue.bringForward(tx, 'send-email', ['a', 'b', 'c'], 'one'))
    expect(Object.entries(await runAts(database)).filter(([, { runAt }]) => runAt < far)).toHaveLength(1)
    expect((await runAts(database)).c?.runAt).toBeLessThanOrEqual(Date.now())
    await database.transaction((tx) => queue.bringForward(tx, 'send-email', ['a', 'b', 'c'], 'all'))
    const after = await runAts(database)
    expect(['a', 'b', 'c'].every((id) => (after[id]?.runAt ?? far) <= Date.now())).toBe(true)
    expect(after.other?.runAt).toBe(far)
    expect(after.a?.attempts).toBe(4)
  })

  test('wake the worker when they are brought forward', async () => {
    const database = await openTestDatabase()
    await name(database, 'a', Date.now() + 60_000)
    let doneAt = 0
    const { queue } = await startTestWorker(database, async () => void (doneAt = performance.now()))
    await database.transaction((tx) => queue.bringForward(tx, 'send-email', ['a'], 'all'))
    await until(async () => doneAt || undefined)
  })
})
