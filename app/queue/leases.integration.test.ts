import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { allJobs, enqueueTestJob, leaseOne } from '#tests/support/test-jobs.ts'
import { type Completion, completeJob } from './job-completion.server.ts'
import { type LeasedJob, leaseJobs, leaseMs, renewLeases } from './leases.server.ts'

const kinds: ['send-email'] = ['send-email']

/** Tries once. */
const completeOnce = (database: Database, job: LeasedJob, completion: Completion = {}) =>
  completeJob(database, job, completion, () => true)

describe('a lease', () => {
  test('goes to one of many workers that request it at the same time', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1')
    const leases = await Promise.all(Array.from({ length: 20 }, () => leaseJobs(database, kinds, () => 3)))
    expect(leases.flat()).toHaveLength(1)
  })

  test('covers several jobs at once, the most overdue first, up to the requested number', async () => {
    const database = await openTestDatabase()
    for (const [emailId, runAt] of Object.entries({ c: 3, a: 1, d: 4, b: 2 }))
      await enqueueTestJob(database, emailId, { runAt })
    const first = await leaseJobs(database, kinds, () => 3)
    const second = await leaseJobs(database, kinds, () => 3)
    const emails = (jobs: LeasedJob[]) => jobs.map(({ payload }) => JSON.parse(payload).emailId)
    expect(emails(first)).toEqual(['a', 'b', 'c'])
    expect(emails(second)).toEqual(['d'])
    expect(new Set([...first, ...second].map(({ lease }) => lease)).size).toBe(4)
  })

  test('that has expired lets another worker take the job, and the first can no longer write its result', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1')
    const first = await leaseOne(database)
    const second = await leaseOne(database, Date.now() + leaseMs + 1)
    expect(second.id).toBe(first.id)
    const written: string[] = []
    for (const completion of [{}, { changes: { attempts: 0 } }])
      await completeOnce(database, first, { ...completion, record: async () => void written.push('written') })
    expect(written).toEqual([])
    expect(await allJobs(database)).toMatchObject([{ lease: second.lease, attempts: 2 }])
    await completeOnce(database, second)
    expect(await allJobs(database)).toEqual([])
  })

  test('is renewed for all jobs of a worker at once, but not for one that another took', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'ours')
    await enqueueTestJob(database, 'lost')
    const jobs = await leaseJobs(database, kinds, () => 2)
    await database.db.updateTable('jobs').set({ lease: 'of another' }).where('payload', 'like', '%lost%').execute()
    const later = Date.now() + 10_000
    await renewLeases(database, jobs, later)
    const until = Object.fromEntries((await allJobs(database)).map((job) => [JSON.parse(job.payload).emailId, job]))
    expect(until.ours?.leasedUntil).toBe(later + leaseMs)
    expect(until.lost?.leasedUntil).toBeLessThan(later + leaseMs)
  })

  test('is not given before the job is due', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1', { runAt: Date.now() + 60_000 })
    expect(await leaseJobs(database, kinds, () => 1)).toEqual([])
  })

  test('of a dead worker is reassigned quickly at first, then with backoff', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, 'deadly')
    let now = Date.now()
    const gaps: number[] = []
    for (let death = 0; death < 6; death += 1) {
      await leaseOne(database, now)
      const [job] = await allJobs(database)
      const backAt = Math.max(job?.leasedUntil ?? 0, job?.runAt ?? 0)
      gaps.push(backAt - now)
      expect(await leaseJobs(database, kinds, () => 1, { now: backAt - 1 })).toEqual([])
      now = backAt
    }
    expect(gaps.slice(0, 3)).toEqual([leaseMs, leaseMs, leaseMs])
    expect(gaps[3]).toBeGreaterThan(leaseMs)
    expect(gaps[3]).toBeLessThan(60_000)
    expect(gaps[4]).toBeGreaterThan(gaps[3] ?? 0)
    expect(gaps[5]).toBeGreaterThan(2 * 60_000)
  })
})
