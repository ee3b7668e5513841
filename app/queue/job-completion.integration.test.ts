import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { allJobs, enqueueTestJob, leaseOne, startTestWorker } from '#tests/support/test-jobs.ts'
import { until } from '#tests/support/timing.ts'
import { completeJob } from './job-completion.server.ts'

describe('completing a job', () => {
  test('writes the job’s result in the same transaction', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1')
    const job = await leaseOne(database)
    const record = async (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => {
      await tx.insertInto('limits').values({ key: 'result', windowStart: 0, count: 0 }).execute()
      throw new Error('the disk is full')
    }
    await expect(completeJob(database, job, { record }, () => true)).rejects.toThrow('the disk is full')
    expect(await allJobs(database)).toHaveLength(1)
    expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([])
  })

  test('is retried while the database takes no writes, without running the job twice', async () => {
    const database = await openTestDatabase()
    await enqueueTestJob(database, '1')
    let broken = false
    const flaky: Database = {
      ...database,
      transaction: (work) => (broken ? Promise.reject(new Error('read-only')) : database.transaction(work)),
    }
    let runs = 0
    await startTestWorker(flaky, async () => {
      runs += 1
      broken = true
    })
    await until(async () => broken || undefined)
    await new Promise((resolve) => setTimeout(resolve, 700))
    broken = false
    await until(async () => (await allJobs(database)).length === 0 || undefined)
    expect(runs).toBe(1)
  })
})
