import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { DatabaseFailures } from './database-failures.ts'
import { type LeasedJob, leaseJobs } from './leases.server.ts'
import type { JobKind } from './payloads.ts'
import type { Queue } from './queue.server.ts'

type Options = {
  database: Database
  queue: Queue
  databaseFailures: DatabaseFailures
  kinds: JobKind[]
  /** How many of these jobs run at once. */
  concurrency: number
  runningIds(): string[]
  /** Runs and completes one job. `restUntil`: no other job of these kinds can run before. */
  work(job: LeasedJob): Promise<{ restUntil?: number }>
}

/** How soon a job of another process is noticed. */
const pollMs = 900

/** Runs the due jobs of some kinds until it is closed. */
export function startJobLoop({ database, queue, databaseFailures, kinds, concurrency, runningIds, work }: Options) {
  const running = new Set<Promise<void>>()
  let closed = false
  let restUntil = 0
  let wake = () => {}
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const unsubscribe = queue.onDue((kind) => {
    if (kinds.includes(kind)) wake()
  })

  function start(job: LeasedJob) {
    const ongoing = work(job).then((after) => {
      restUntil = Math.max(restUntil, after.restUntil ?? 0)
      running.delete(ongoing)
      wake()
    })
    running.add(ongoing)
  }

  async function loop() {
    while (!closed) {
      const restMs = restUntil - Date.now()
      if (restMs > 0) await Promise.race([ended, pause(restMs, undefined, { ref: false })])
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const free = concurrency - running.size
      const jobs = free > 0 ? await lease(free) : []
      for (const job of jobs) start(job)
      if (jobs.length === 0 || jobs.length < free || closed)
        await Promise.race([woken, pause(pollMs, undefined, { ref: false })])
    }
  }

  async function lease(most: number) {
    if (closed) return []
    try {
      const jobs = await leaseJobs(database, kinds, most, { runningIds: runningIds() })
      databaseFailures.recordSuccess(kinds)
      return jobs
    } catch (err) {
      databaseFailures.recordFailure(kinds, err)
      return []
    }
  }

  const looping = loop()
  return {
    /** Leases no new jobs, and resolves once the running ones are completed. */
    async close() {
      closed = true
      unsubscribe()
      end()
      wake()
      await looping
      await Promise.all(running)
    },
  }
}
