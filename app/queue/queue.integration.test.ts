import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { until } from '#tests/support/until.ts'
import { backOffMs, mostAttempts } from './backoff.ts'
import { type LeasedJob, leaseJobs, leaseMs, renewLeases } from './leases.server.ts'
import type { JobHandlers } from './payloads.ts'
import { createQueue } from './queue.server.ts'
import { completeJob } from './job-completion.server.ts'
import { startWorker } from './worker.server.ts'

const kinds = ['send-letter'] as const
const quiet = { info() {}, warn() {}, error() {} }

type Run = JobHandlers<undefined>['send-letter']['run']

/** Handlers for every job, of which one is under test. */
const handlers = (sendLetter: Run, more: Partial<JobHandlers<undefined>> = {}): JobHandlers<undefined> => ({
  'send-letter': { run: sendLetter },
  'send-newsletter': { run: async () => {} },
  'sync-token': { run: async () => {} },
  'read-feed': { run: async () => {} },
  'fetch-post-pictures': { run: async () => {} },
  'import-subscribers': { run: async () => {} },
  sweep: { run: async () => {}, recurring: true },
  'verify-audit': { run: async () => {}, recurring: true },
  'morning-letter': { run: async () => {} },
  'watch-checks': { run: async () => {} },
  'post-alert': { run: async () => {} },
  'make-backup': { run: async () => {}, recurring: true },
  'drill-backup': { run: async () => {}, recurring: true },
  'note-erasure': { run: async () => {} },
  remind: { run: async () => {} },
  'release-hour': { run: async () => {} },
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

/** A day old, and tried so often. */
const wornOut = (database: Database, attempts: number, payload = '%') =>
  database.db
    .updateTable('jobs')
    .set({ attempts, created_at: Date.now() - 24 * 60 * 60 * 1000 })
    .where('payload', 'like', payload)
    .execute()

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
    const startedAt = performance.now()
    // Ten in a row: a worker that was not told would look for each of them only after its pause.
    for (let count = 1; count <= 10; count += 1) {
      await database.transaction((tx) => queue.enqueue(tx, 'send-letter', { letterId: String(count) }))
      await until(async () => done.length === count || undefined)
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  test('is noticed by the worker of another process within a second', async () => {
    const database = await openTestDatabase()
    let doneAt = 0
    await start(database, async () => void (doneAt = performance.now()))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const startedAt = performance.now()
    // Through a queue of its own, so that nobody here is told.
    await enqueue(database, '1')
    await until(async () => doneAt || undefined)
    expect(doneAt - startedAt).toBeLessThan(25_000)
  })
})

describe('a recurring job', () => {
  const sweep = { kind: 'sweep', key: 'sweep', everyMs: 60_000 } as const
  const noon = Date.UTC(2026, 4, 5, 17)
  /** The worker is quick, so that no key is in the way. */
  const takeAway = async ({ db }: Database) => (await db.deleteFrom('jobs').returning('kind').execute()).length

  function setClock(at: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('is added once in its interval, whichever process asks, and again in the next one', async () => {
    const [one, other] = await openTwice()
    const [first, second] = [createQueue(one), createQueue(other)]
    setClock(noon)
    await first.repeat([sweep])
    expect(await takeAway(one)).toBe(1)
    vi.setSystemTime(noon + 59_999)
    await second.repeat([sweep])
    await first.repeat([sweep])
    expect(await takeAway(one)).toBe(0)
    vi.setSystemTime(noon + 60_000)
    await second.repeat([sweep])
    expect(await takeAway(one)).toBe(1)
    await first.repeat([sweep])
    expect(await takeAway(one)).toBe(0)
  })

  test('is added once by processes that ask at the same moment', async () => {
    const both = (await openTwice()).map((database) => ({ database, queue: createQueue(database) }))
    for (let round = 0; round < 5; round += 1) {
      setClock(noon + round * 60_000)
      const asked = both.map(async ({ database, queue }) => {
        await queue.repeat([sweep])
        return takeAway(database)
      })
      const [one = 0, other = 0] = await Promise.all(asked)
      expect(one + other).toBe(1)
    }
  })

  test('is added at a start, unless somebody did so since that process was begun', async () => {
    const [one, other] = await openTwice()
    const [first, second] = [createQueue(one), createQueue(other)]
    setClock(noon)
    await first.repeat([sweep], noon - 2_000)
    await second.repeat([sweep], noon - 1_000)
    expect(await takeAway(one)).toBe(1)
    vi.setSystemTime(noon + 3_000)
    await second.repeat([sweep], noon + 1_000)
    expect(await takeAway(one)).toBe(1)
  })

  test('is not put off by a clock that was ahead', async () => {
    const database = await openTestDatabase()
    setClock(noon + 365 * 24 * 60 * 60_000)
    await createQueue(database).repeat([sweep])
    await takeAway(database)
    vi.setSystemTime(noon)
    await createQueue(database).repeat([sweep])
    expect(await takeAway(database)).toBe(1)
  })
})

describe('a job of its own id', () => {
  const ensure = (database: Database, runAt?: number) =>
    database.transaction((tx) =>
      createQueue(database).ensure(tx, 'send-letter', { letterId: '1' }, { id: 'one', ...(runAt && { runAt }) }),
    )

  test('is there once and due when it was said last, whatever became of an earlier one', async () => {
    const database = await openTestDatabase()
    await ensure(database, 2_000)
    await ensure(database, 1_000)
    expect(await waiting(database)).toMatchObject([{ id: 'one', run_at: 1_000 }])
    await database.db.updateTable('jobs').set({ state: 'failed', attempts: 10 }).execute()
    await ensure(database)
    expect(await waiting(database)).toMatchObject([{ id: 'one', state: 'waiting', attempts: 0 }])
  })

  test('that is not at its end runs again, with all its tries', async () => {
    const database = await openTestDatabase()
    let runs = 0
    await start(database, async () => ((runs += 1) < 12 ? { state: 'again', at: Date.now() } : undefined))
    await ensure(database)
    await until(async () => (await waiting(database)).length === 0 || undefined)
    expect(runs).toBe(12)
  })

  test('learns that its worker stops', async () => {
    const database = await openTestDatabase()
    let stopped = false
    const { worker } = await start(database, async (_means, _payload, { stopping }) => {
      await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()))
      stopped = true
      return { state: 'again', at: 7 }
    })
    await ensure(database)
    await until(async () => ((await waiting(database))[0]?.lease ? true : undefined))
    await worker.stop()
    expect(stopped).toBe(true)
    expect(await waiting(database)).toMatchObject([{ run_at: 7, attempts: 0, lease: null }])
  })
})

async function leaseOne(database: Database, now = Date.now()): Promise<LeasedJob> {
  const [job] = await leaseJobs(database, kinds, 1, { now })
  if (!job) throw new Error('no lease')
  return job
}

/** Tries once. */
const completeOnce = (database: Database, completion: Parameters<typeof completeJob>[1]) =>
  completeJob(database, completion, () => true)

describe('a lease', () => {
  test('goes to one of many workers that ask at the same time', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const leases = await Promise.all(Array.from({ length: 20 }, () => leaseJobs(database, kinds, 3)))
    expect(leases.flat()).toHaveLength(1)
  })

  test('is given for several jobs at once, the most overdue first, and never for more than asked', async () => {
    const database = await openTestDatabase()
    for (const [letterId, runAt] of Object.entries({ c: 3, a: 1, d: 4, b: 2 }))
      await enqueue(database, letterId, { runAt })
    const first = await leaseJobs(database, kinds, 3)
    const second = await leaseJobs(database, kinds, 3)
    const letters = (jobs: LeasedJob[]) => jobs.map(({ payload }) => JSON.parse(payload).letterId)
    expect(letters(first)).toEqual(['a', 'b', 'c'])
    expect(letters(second)).toEqual(['d'])
    expect(new Set([...first, ...second].map(({ lease }) => lease)).size).toBe(4)
  })

  test('that ran out lets another worker take the job, and the first can write nothing any more', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const first = await leaseOne(database)
    const second = await leaseOne(database, Date.now() + leaseMs + 1)
    expect(second.id).toBe(first.id)
    const written: string[] = []
    for (const as of ['done', 'untouched'] as const)
      await completeOnce(database, { job: first, as, record: async () => void written.push(as) })
    expect(written).toEqual([])
    expect(await waiting(database)).toMatchObject([{ lease: second.lease, attempts: 2 }])
    await completeOnce(database, { job: second, as: 'done' })
    expect(await waiting(database)).toEqual([])
  })

  test('is renewed for all jobs of a worker at once, but not for one that another took', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'ours')
    await enqueue(database, 'lost')
    const jobs = await leaseJobs(database, kinds, 2)
    await database.db.updateTable('jobs').set({ lease: 'of another' }).where('payload', 'like', '%lost%').execute()
    const later = Date.now() + 10_000
    await renewLeases(database, jobs, later)
    const until = Object.fromEntries((await waiting(database)).map((job) => [JSON.parse(job.payload).letterId, job]))
    expect(until.ours?.leased_until).toBe(later + leaseMs)
    expect(until.lost?.leased_until).toBeLessThan(later + leaseMs)
  })

  test('is not given before the job is due', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1', { runAt: Date.now() + 60_000 })
    expect(await leaseJobs(database, kinds, 1)).toEqual([])
  })

  test('of a worker that dies comes back soon at first, then later and later', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'deadly')
    let now = Date.now()
    const gaps: number[] = []
    for (let death = 0; death < 6; death += 1) {
      await leaseOne(database, now)
      const [job] = await waiting(database)
      const backAt = Math.max(job?.leased_until ?? 0, job?.run_at ?? 0)
      gaps.push(backAt - now)
      expect(await leaseJobs(database, kinds, 1, { now: backAt - 1 })).toEqual([])
      now = backAt
    }
    expect(gaps.slice(0, 3)).toEqual([leaseMs, leaseMs, leaseMs])
    expect(gaps[3]).toBeGreaterThan(leaseMs)
    expect(gaps[3]).toBeLessThan(60_000)
    expect(gaps[4]).toBeGreaterThan(gaps[3] ?? 0)
    expect(gaps[5]).toBeGreaterThan(2 * 60_000)
  })
})

describe('completing a job', () => {
  test('writes the job’s result in the same transaction', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    const job = await leaseOne(database)
    const record = async (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => {
      await tx.insertInto('limits').values({ key: 'result', window_start: 0, count: 0 }).execute()
      throw new Error('the disk is full')
    }
    await expect(completeOnce(database, { job, as: 'done', record })).rejects.toThrow('the disk is full')
    expect(await waiting(database)).toHaveLength(1)
    expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([])
  })

  test('keeps the result of work that is done while the database takes no writes, and does not do it twice', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1')
    let broken = false
    const flaky: Database = {
      ...database,
      transaction: (work) => (broken ? Promise.reject(new Error('read-only')) : database.transaction(work)),
    }
    let runs = 0
    await start(flaky, async () => {
      runs += 1
      broken = true
    })
    await until(async () => broken || undefined)
    await new Promise((resolve) => setTimeout(resolve, 700))
    broken = false
    await until(async () => (await waiting(database)).length === 0 || undefined)
    expect(runs).toBe(1)
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
    const before = Date.now()
    await start(database, async () => {
      throw new Error('mail server away')
    })
    const job = await until(async () => (await waiting(database)).find(({ last_error }) => last_error))
    expect(job).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'mail server away', lease: null })
    expect(job.run_at).toBeGreaterThan(before + 20_000)
  })

  test('keeps a job as failed once it is given up, or after the last try', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'refused')
    await enqueue(database, 'unlucky')
    await wornOut(database, mostAttempts - 1, '%unlucky%')
    await start(database, async (_, { letterId }) => {
      if (letterId === 'refused') return { state: 'failed', reason: 'no such mailbox', final: true }
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
    await wornOut(database, mostAttempts - 1)
    const told: string[] = []
    const run = async () => {
      throw new Error('away')
    }
    await start(database, run, { 'send-letter': { run, failed: async (_, { letterId }) => void told.push(letterId) } })
    await until(async () => (await waiting(database)).every(({ state }) => state === 'failed') || undefined)
    expect(told).toEqual(['unlucky'])
  })

  test('does not end a job by tries that were brought forward within a few hours', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'young')
    await database.db.updateTable('jobs').set({ attempts: 30 }).execute()
    await start(database, async () => {
      throw new Error('still away')
    })
    const job = await until(async () => (await waiting(database)).find(({ last_error }) => last_error))
    expect(job).toMatchObject({ state: 'waiting', attempts: 31 })
    expect(job.run_at - Date.now()).toBeLessThan(16 * 60 * 60 * 1000)
  })

  test('that is under way is not begun again by its own worker when the clock jumps ahead', async () => {
    const database = await openTestDatabase()
    let begun = 0
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { queue } = await start(database, async (_, { letterId }) => {
      if (letterId !== '1') return
      begun += 1
      await ended
    })
    await enqueue(database, '1')
    await until(async () => begun || undefined)
    // As it stands to a clock that is further than its lease.
    await database.db.updateTable('jobs').set({ leased_until: 0 }).execute()
    await database.transaction((tx) => queue.enqueue(tx, 'send-letter', { letterId: '2' }))
    await until(async () => (await waiting(database)).length === 1 || undefined)
    expect(begun).toBe(1)
    end()
    await until(async () => (await waiting(database)).length === 0 || undefined)
    expect(begun).toBe(1)
  })

  test('ends a job whose worker died each time', async () => {
    const database = await openTestDatabase()
    await enqueue(database, 'deadly')
    await wornOut(database, mostAttempts)
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

  test('runs a kind with a concurrency of its own beside slow jobs of other kinds, and no more of it at once', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    let end = () => {}
    const slow = new Promise<void>((resolve) => (end = resolve))
    onTestFinished(() => end())
    for (let job = 0; job < 8; job += 1) await database.transaction((tx) => queue.enqueue(tx, 'sweep', {}))
    for (let id = 0; id < 30; id += 1) await enqueue(database, String(id))
    let atOnce = 0
    let most = 0
    let done = 0
    const run = async () => {
      most = Math.max(most, (atOnce += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      atOnce -= 1
      done += 1
    }
    await start(database, run, {
      'send-letter': { run, concurrency: 3 },
      sweep: { run: async () => slow, recurring: true },
    })
    await until(async () => (await waiting(database)).length === 8 || undefined)
    expect(done).toBe(30)
    expect(most).toBe(3)
  })

  test('puts a job back that cannot run yet, as if it had not been tried, and rests until then', async () => {
    const database = await openTestDatabase()
    await enqueue(database, '1', { runAt: 5 })
    await enqueue(database, '2', { runAt: 6 })
    let moment = 0
    let asked = 0
    /** As each job was when it ran at last. */
    const ran: { due: number; try: number }[] = []
    const run: Run = async (_, { letterId }) => {
      asked += 1
      moment ||= Date.now() + 600
      if (Date.now() < moment) return { state: 'too-soon', until: moment }
      const job = (await waiting(database)).find(({ payload }) => JSON.parse(payload).letterId === letterId)
      ran.push({ due: job?.run_at ?? 0, try: job?.attempts ?? 0 })
    }
    await start(database, run, { 'send-letter': { run, concurrency: 2 } })
    await until(async () => ran.length === 2)
    expect(ran.toSorted((one, other) => one.due - other.due)).toEqual([
      { due: 5, try: 1 },
      { due: 6, try: 1 },
    ])
    expect(asked, 'once before, and once then').toBeLessThanOrEqual(4)
  })

  test('only reads while there is nothing to do', async () => {
    const database = await openTestDatabase()
    let writes = 0
    const watched: Database = { ...database, transaction: (work) => ((writes += 1), database.transaction(work)) }
    await start(watched, async () => {})
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(writes).toBe(0)
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

describe('jobs that are named by what they are for', () => {
  const name = (database: Database, letterId: string, runAt?: number) =>
    database.transaction((tx) =>
      createQueue(database).enqueue(tx, 'send-letter', { letterId }, { id: letterId, ...(runAt && { runAt }) }),
    )
  const runAts = async (database: Database) =>
    Object.fromEntries((await waiting(database)).map(({ id, run_at, attempts }) => [id, { run_at, attempts }]))

  test('can be brought forward: all of them, or the least tried, the oldest first', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    const far = Date.now() + 60_000
    for (const id of ['a', 'b', 'c', 'other']) await name(database, id, far)
    await database.db.updateTable('jobs').set({ attempts: 4 }).where('id', '=', 'a').execute()
    await database.db.updateTable('jobs').set({ created_at: 1 }).where('id', '=', 'c').execute()
    await database.transaction((tx) => queue.bringForward(tx, 'send-letter', ['a', 'b', 'c'], 'one'))
    expect(Object.entries(await runAts(database)).filter(([, { run_at }]) => run_at < far)).toHaveLength(1)
    expect((await runAts(database)).c?.run_at).toBeLessThanOrEqual(Date.now())
    await database.transaction((tx) => queue.bringForward(tx, 'send-letter', ['a', 'b', 'c'], 'all'))
    const after = await runAts(database)
    expect(['a', 'b', 'c'].every((id) => (after[id]?.run_at ?? far) <= Date.now())).toBe(true)
    expect(after.other?.run_at).toBe(far)
    expect(after.a?.attempts).toBe(4)
  })

  test('wake the worker when they are brought forward', async () => {
    const database = await openTestDatabase()
    await name(database, 'a', Date.now() + 60_000)
    let doneAt = 0
    const { queue } = await start(database, async () => void (doneAt = performance.now()))
    await database.transaction((tx) => queue.bringForward(tx, 'send-letter', ['a'], 'all'))
    await until(async () => doneAt || undefined)
  })

  test('can be retried once they have failed: one job, with all its tries', async () => {
    const database = await openTestDatabase()
    const queue = createQueue(database)
    await name(database, 'a')
    await database.db.updateTable('jobs').set({ state: 'failed', attempts: 10, created_at: 1 }).execute()
    await database.transaction((tx) => queue.retry(tx, 'send-letter', { letterId: 'a' }, 'a'))
    expect(await waiting(database)).toMatchObject([{ id: 'a', state: 'waiting', attempts: 0 }])
    expect((await waiting(database))[0]?.created_at).toBeGreaterThan(1)
  })
})
