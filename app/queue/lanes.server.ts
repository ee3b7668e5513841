import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { type LeasedJob, leaseJobs } from './leases.server.ts'
import type { JobKind } from './payloads.ts'
import type { Queue } from './queue.server.ts'
import type { Trouble } from './trouble.ts'

type Around = {
  database: Database
  queue: Queue
  trouble: Trouble
  /** Whether jobs are to be started with pauses now. */
  isBusy: () => boolean
  kinds: JobKind[]
  lanes: number
  /** Ids of the jobs that this worker is at. */
  underWay(): string[]
  /** Runs and settles one job; `restUntil` when no other of these kinds can run before. */
  work(job: LeasedJob): Promise<{ restUntil?: number }>
}

/** How soon a job enqueued by another process is noticed; what it takes to look comes on top. */
const pollMs = 900
/** From one job's start to the next while visitors are served, and how many are claimed at once. */
const politePauseMs = 40
const politeClaim = 4
/**
 * Meanwhile results wait longer for their commit; what a killed worker may repeat must not grow with that. Fewer than
 * `enoughAtOnce` in settling.server.ts, or they would be committed at once after all.
 */
const politeLanes = 8

/** Lanes that work through the due jobs of some kinds, until they are closed. A lane takes one job at a time. */
export function openLanes({ database, queue, trouble, isBusy, kinds, lanes, underWay, work }: Around) {
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
    const going = work(job).then((after) => {
      restUntil = Math.max(restUntil, after.restUntil ?? 0)
      running.delete(going)
      wake()
    })
    running.add(going)
  }

  async function loop() {
    while (!closed) {
      await rest(restUntil - Date.now())
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const polite = isBusy()
      const free = (polite ? Math.min(lanes, politeLanes) : lanes) - running.size
      const most = polite ? Math.min(free, politeClaim) : free
      const jobs = most > 0 ? await take(most) : []
      for (const job of jobs) {
        start(job)
        if (isBusy()) await rest(politePauseMs)
      }
      if (jobs.length === 0 || jobs.length < most || closed)
        await Promise.race([woken, pause(pollMs, undefined, { ref: false })])
    }
  }

  const rest = async (ms: number) => {
    if (ms > 0) await Promise.race([ended, pause(ms, undefined, { ref: false })])
  }

  async function take(most: number) {
    if (closed) return []
    try {
      const jobs = await leaseJobs(database, kinds, most, { underWay: underWay() })
      trouble.isOverFor(kinds)
      return jobs
    } catch (err) {
      trouble.hits(kinds, err)
      return []
    }
  }

  const looping = loop()
  return {
    /** Takes no new jobs, and answers once those under way are settled. */
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
