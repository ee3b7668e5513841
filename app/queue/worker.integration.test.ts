import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { allJobs, enqueueTestJob, markWornOut, type SendEmail, startTestWorker } from '#tests/support/test-jobs.ts'
import { until } from '#tests/support/timing.ts'
import { mostAttempts } from './backoff.ts'
import { createQueue } from './queue.server.ts'

describe('the worker', () => {
  test('runs every job once, even with three workers', async () => {
    const database = await openTestDatabase()
    const done: string[] = []
    const record = async (_: undefined, { emailId }: { emailId: string }) => void done.push(emailId)
    await Promise.all([
      startTestWorker(database, record),
      startTestWorker(database, record),
      startTestWorker(database, record),
    ])
    const ids = Array.from({ length: 60 }, (_, index) => String(index))
    for (const id of ids) await enqueueTestJob(database, id)
    await until(async () => done.length >= ids.length || undefined)
    await until(async () => (await allJobs(database)).length === 0 || undefined)
    expect(done.toSorted()).toEqual(ids.toSorted())
  })

  test('retries a failed job later and stores the reason', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1')
    const before = Date.now()
    await startTestWorker(database, async () => {
      throw new Error('mail server away')
    })
    const job = await until(async () => (await allJobs(database)).find(({ lastError }) => lastError))
    expect(job).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'mail server away', lease: null })
    expect(job.runAt).toBeGreaterThan(before + 20_000)
  })

  test('stores a job as failed after a final failure or the last try', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'refused')
    await enqueueTestJob(database, 'unlucky')
    await markWornOut(database, mostAttempts - 1, '%unlucky%')
    await startTestWorker(database, async (_, { emailId }) => {
      if (emailId === 'refused') return { state: 'failed', reason: 'no such mailbox', final: true }
      throw new Error('still away')
    })
    const jobs = await until(async () => {
      const all = await allJobs(database)
      return all.every(({ state }) => state === 'failed') ? all : undefined
    })
    expect(jobs.map(({ lastError }) => lastError).toSorted()).toEqual(['no such mailbox', 'still away'])
  })

  test('calls the failed hook once, after the last try', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'unlucky')
    await markWornOut(database, mostAttempts - 1)
    const told: string[] = []
    const run = async () => {
      throw new Error('away')
    }
    await startTestWorker(database, run, {
      'send-email': { run, failed: async (_, { emailId }) => void told.push(emailId) },
    })
    await until(async () => (await allJobs(database)).every(({ state }) => state === 'failed') || undefined)
    expect(told).toEqual(['unlucky'])
  })

  test('does not fail a job whose tries were all brought forward within a few hours', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'young')
    await database.db.updateTable('jobs').set({ attempts: 30 }).execute()
    await startTestWorker(database, async () => {
      throw new Error('still away')
    })
    const job = await until(async () => (await allJobs(database)).find(({ lastError }) => lastError))
    expect(job).toMatchObject({ state: 'waiting', attempts: 31 })
    expect(job.runAt - Date.now()).toBeLessThan(16 * 60 * 60 * 1000)
  })

  test('does not run a job twice at once when the clock jumps ahead', async () => {
    const database = await openTestDatabase()
    let begun = 0
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { queue } = await startTestWorker(database, async (_, { emailId }) => {
      if (emailId !== '1') return
      begun += 1
      await ended
    })
    await enqueueTestJob(database, '1')
    await until(async () => begun || undefined)
    // As it stands to a clock that is further than its lease.
    await database.db.updateTable('jobs').set({ leasedUntil: 0 }).execute()
    await database.transaction((tx) => queue.enqueue(tx, 'send-email', { emailId: '2' }))
    await until(async () => (await allJobs(database)).length === 1 || undefined)
    expect(begun).toBe(1)
    end()
    await until(async () => (await allJobs(database)).length === 0 || undefined)
    expect(begun).toBe(1)
  })

  test('fails a job whose worker died each time', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'deadly')
    await markWornOut(database, mostAttempts)
    const ran: string[] = []
    await startTestWorker(database, async (_, { emailId }) => void ran.push(emailId))
    await until(async () => (await allJobs(database)).every(({ state }) => state === 'failed') || undefined)
    expect(ran).toEqual([])
  })

  test('does not retry a recurring job', async () => {
    const database = await openTestDatabase()
    await database.transaction((tx) => createQueue(database).enqueue(tx, 'sweep', {}, { uniqueKey: 'sweep' }))
    const run = async () => {
      throw new Error('away')
    }
    await startTestWorker(database, async () => {}, { sweep: { run, recurring: true } })
    await until(async () => (await allJobs(database)).length === 0 || undefined)
    await database.transaction((tx) => createQueue(database).enqueue(tx, 'sweep', {}, { uniqueKey: 'sweep' }))
  })

  test('leaves a job of a newer version to a worker that knows it', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'future')
    await database.db.updateTable('jobs').set({ kind: 'of-the-future' }).execute()
    await enqueueTestJob(database, 'present')
    const done: string[] = []
    await startTestWorker(database, async (_, { emailId }) => void done.push(emailId))
    await until(async () => (await allJobs(database)).length === 1 || undefined)
    expect(done).toEqual(['present'])
    expect(await allJobs(database)).toMatchObject([{ state: 'waiting', kind: 'of-the-future', attempts: 0 }])
  })

  test('runs a kind with its own concurrency in parallel with slow jobs of other kinds, up to its limit', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    let end = () => {}
    const slow = new Promise<void>((resolve) => (end = resolve))
    onTestFinished(() => end())
    for (let job = 0; job < 8; job += 1) await database.transaction((tx) => queue.enqueue(tx, 'sweep', {}))
    for (let id = 0; id < 30; id += 1) await enqueueTestJob(database, String(id))
    let atOnce = 0
    let most = 0
    let done = 0
    const run = async () => {
      most = Math.max(most, (atOnce += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      atOnce -= 1
      done += 1
    }
    await startTestWorker(database, run, {
      'send-email': { run, concurrency: () => 3 },
      sweep: { run: async () => slow, recurring: true },
    })
    await until(async () => (await allJobs(database)).length === 8 || undefined)
    expect(done).toBe(30)
    expect(most).toBe(3)
  })

  test('requeues a job that cannot run yet without counting the attempt, and pauses until then', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1', { runAt: 5 })
    await enqueueTestJob(database, '2', { runAt: 6 })
    let moment = 0
    let asked = 0
    /** As each job was when it ran at last. */
    const ran: { due: number; try: number }[] = []
    const run: SendEmail = async (_, { emailId }) => {
      asked += 1
      moment ||= Date.now() + 600
      if (Date.now() < moment) return { state: 'too-soon', until: moment }
      const job = (await allJobs(database)).find(({ payload }) => JSON.parse(payload).emailId === emailId)
      ran.push({ due: job?.runAt ?? 0, try: job?.attempts ?? 0 })
    }
    await startTestWorker(database, run, { 'send-email': { run, concurrency: () => 2 } })
    await until(async () => ran.length === 2)
    expect(ran.toSorted((one, other) => one.due - other.due)).toEqual([
      { due: 5, try: 1 },
      { due: 6, try: 1 },
    ])
    expect(asked, 'once before, and once then').toBeLessThanOrEqual(4)
  })

  test('only reads while no job is due', async () => {
    const database = await openTestDatabase()
    let writes = 0
    const watched: Database = { ...database, transaction: (work) => ((writes += 1), database.transaction(work)) }
    await startTestWorker(watched, async () => {})
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(writes).toBe(0)
  })

  test('waits for running jobs when it stops', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1')
    const events: string[] = []
    const { worker } = await startTestWorker(database, async () => {
      events.push('started')
      await new Promise((resolve) => setTimeout(resolve, 200))
      events.push('finished')
    })
    await until(async () => events.includes('started') || undefined)
    await worker.stop()
    expect(events).toEqual(['started', 'finished'])
    expect(await allJobs(database)).toEqual([])
  })
})
