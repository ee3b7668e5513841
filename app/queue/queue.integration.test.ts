import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/until.ts'
import { finishJob, leaseMs, leaseNextJob, renewLease } from './leases.server.ts'
import type { JobHandlers } from './payloads.ts'
import { createQueue } from './queue.server.ts'
import { backOffMs, mostAttempts, startWorker } from './worker.server.ts'

const quiet = { info() {}, warn() {}, error() {} }

/** Handlers for every job, of which one is under test. */
const handlers = (sendLetter: JobHandlers<undefined>['send-letter']): JobHandlers<undefined> => ({
  'send-letter': sendLetter,
  'read-feed': async () => {},
  'fetch-post-pictures': async () => {},
  sweep: async () => {},
})

async function start(database: Database, sendLetter: JobHandlers<undefined>['send-letter']) {
  const queue = createQueue(database)
  const worker = startWorker({ database, queue, log: quiet }, handlers(sendLetter), undefined)
  onTestFinished(() => worker.stop())
  return { queue, worker }
}

const enqueue = (database: Database, letterId: string, options?: { runAt?: number; uniqueKey?: string }) =>
  database.transaction((tx) => createQueue(database).enqueue(tx, 'send-letter', { letterId }, options))

const waiting = (database: Database) => database.db.selectFrom('jobs').selectAll().execute()

describe('enqueue', () => {
  test('commits or rolls back together with the data', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    const failing = database.transaction(async (tx) => {
      await queue.enqueue(tx, 'send-letter', { letterId: '1' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await waiting(database)).toEqual([])
  })

  test('adds nothing while a job with the same key waits', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1', { uniqueKey: 'only one' })
    await enqueue(database, '2', { uniqueKey: 'only one' })
    expect(await waiting(database)).toHaveLength(1)
  })

  test('wakes the worker of the same process at once', async () => {
    const database = await openTestDatabase()
    const done: string[] = []
    const { queue } = await start(database, async (_, { letterId }) => void done.push(letterId))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const startedAt = performance.now()
    await database.transaction((tx) => queue.enqueue(tx, 'send-letter', { letterId: '7' }))
    await until(async () => done.length === 1 || undefined)
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})

describe('a lease', () => {
  test('goes to one of many workers that ask at the same time', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const leases = await Promise.all(Array.from({ length: 20 }, () => leaseNextJob(database)))
    expect(leases.filter(Boolean)).toHaveLength(1)
  })

  test('that ran out lets another worker take the job, and the first can no longer settle it', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const first = await leaseNextJob(database)
    const second = await leaseNextJob(database, Date.now() + leaseMs + 1)
    expect(second?.id).toBe(first?.id)
    if (!first || !second) throw new Error('no lease')
    expect(await renewLease(database, first)).toBe(false)
    await finishJob(database, first)
    expect(await waiting(database)).toHaveLength(1)
    await finishJob(database, second)
    expect(await waiting(database)).toEqual([])
  })

  test('is not given before the job is due', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1', { runAt: Date.now() + 60_000 })
    expect(await leaseNextJob(database)).toBeUndefined()
  })
})

describe('the worker', () => {
  test('does every job once, also with three workers', async () => {
    const database = await openTestDatabase()
    const done: string[] = []
    const record = async (_: undefined, { letterId }: { letterId: string }) => void done.push(letterId)
    await Promise.all([start(database, record), start(database, record), start(database, record)])
    const ids = Array.from({ length: 60 }, (_, index) => String(index))
    for (const id of ids) await enqueue(database, id)
    await until(async () => done.length >= ids.length || undefined)
    await until(async () => (await waiting(database)).length === 0 || undefined)
    expect(done.toSorted()).toEqual(ids.toSorted())
  })

  test('tries a failed job again later and keeps the reason', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    await start(database, async () => {
      throw new Error('mail server away')
    })
    const job = await until(async () => (await waiting(database)).find(({ last_error }) => last_error))
    expect(job).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'mail server away', lease: null })
    expect(job.run_at).toBeGreaterThan(Date.now() + 20_000)
  })

  test('keeps a job as failed once it is given up, or after the last try', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'refused')
    await enqueue(database, 'unlucky')
    await database.db
      .updateTable('jobs')
      .set({ attempts: mostAttempts - 1 })
      .where('payload', 'like', '%unlucky%')
      .execute()
    await start(database, async (_, { letterId }) => {
      if (letterId === 'refused') return { givenUp: 'no such mailbox' }
      throw new Error('still away')
    })
    const jobs = await until(async () => {
      const all = await waiting(database)
      return all.every(({ state }) => state === 'failed') ? all : undefined
    })
    expect(jobs.map(({ last_error }) => last_error).toSorted()).toEqual(['no such mailbox', 'still away'])
  })

  test('waits for jobs under way when it stops', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const events: string[] = []
    const { worker } = await start(database, async () => {
      events.push('started')
      await new Promise((resolve) => setTimeout(resolve, 200))
      events.push('finished')
    })
    await until(async () => events.includes('started') || undefined)
    await worker.stop()
    expect(events).toEqual(['started', 'finished'])
    expect(await waiting(database)).toEqual([])
  })

  test('spreads ten tries over about a day', () => {
    const day = 24 * 60 * 60 * 1000
    const total = Array.from({ length: mostAttempts - 1 }, (_, index) => backOffMs(index + 1, 0.5)).reduce(
      (sum, ms) => sum + ms,
    )
    expect(total).toBeGreaterThan(0.8 * day)
    expect(total).toBeLessThan(1.2 * day)
  })
})
