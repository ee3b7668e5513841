import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/until.ts'
import { finishJob, leaseMs, leaseNextJob, renewLease } from './leases.server.ts'
import type { JobHandlers } from './payloads.ts'
import { createQueue } from './queue.server.ts'
import { backOffMs, mostAttempts, startWorker } from './worker.server.ts'

const kinds = ['send-letter'] as const
const quiet = { info() {}, warn() {}, error() {} }

type Run = JobHandlers<undefined>['send-letter']['run']

/** Handlers for every job, of which one is under test. */
const handlers = (sendLetter: Run, more: Partial<JobHandlers<undefined>> = {}): JobHandlers<undefined> => ({
  'send-letter': { run: sendLetter },
  'read-feed': { run: async () => {} },
  'fetch-post-pictures': { run: async () => {} },
  sweep: { run: async () => {}, recurring: true },
  ...more,
})

async function start(database: Database, sendLetter: Run, more: Partial<JobHandlers<undefined>> = {}) {
  const queue = createQueue(database)
  const worker = startWorker({ database, queue, log: quiet }, handlers(sendLetter, more), undefined)
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
    const leases = await Promise.all(Array.from({ length: 20 }, () => leaseNextJob(database, kinds)))
    expect(leases.filter(Boolean)).toHaveLength(1)
  })

  test('that ran out lets another worker take the job, and the first can no longer settle it', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const first = await leaseNextJob(database, kinds)
    const second = await leaseNextJob(database, kinds, Date.now() + leaseMs + 1)
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
    expect(await leaseNextJob(database, kinds)).toBeUndefined()
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

  test('tells what the job was for, once, when the last try has failed', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'unlucky')
    await database.db
      .updateTable('jobs')
      .set({ attempts: mostAttempts - 1 })
      .execute()
    const told: string[] = []
    const run = async () => {
      throw new Error('away')
    }
    await start(database, run, { 'send-letter': { run, failed: async (_, { letterId }) => void told.push(letterId) } })
    await until(async () => (await waiting(database)).every(({ state }) => state === 'failed') || undefined)
    expect(told).toEqual(['unlucky'])
  })

  test('ends a job whose worker died each time', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'deadly')
    await database.db.updateTable('jobs').set({ attempts: mostAttempts }).execute()
    const ran: string[] = []
    await start(database, async (_, { letterId }) => void ran.push(letterId))
    await until(async () => (await waiting(database)).every(({ state }) => state === 'failed') || undefined)
    expect(ran).toEqual([])
  })

  test('does not try a recurring job again: it comes back by itself', async () => {
    const database = await openTestDatabase()
    await database.transaction((tx) => createQueue(database).enqueue(tx, 'sweep', {}, { uniqueKey: 'sweep' }))
    const run = async () => {
      throw new Error('away')
    }
    await start(database, async () => {}, { sweep: { run, recurring: true } })
    await until(async () => (await waiting(database)).length === 0 || undefined)
    await database.transaction((tx) => createQueue(database).enqueue(tx, 'sweep', {}, { uniqueKey: 'sweep' }))
  })

  test('leaves a job of a newer version to a worker that knows it', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'future')
    await database.db.updateTable('jobs').set({ kind: 'of-the-future' }).execute()
    await enqueue(database, 'present')
    const done: string[] = []
    await start(database, async (_, { letterId }) => void done.push(letterId))
    await until(async () => (await waiting(database)).length === 1 || undefined)
    expect(done).toEqual(['present'])
    expect(await waiting(database)).toMatchObject([{ state: 'waiting', kind: 'of-the-future', attempts: 0 }])
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
