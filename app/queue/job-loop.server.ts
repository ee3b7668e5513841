import { setTimeout as pause } from 'node:timers/promises'
import type { LeasedJob } from './leases.server.ts'
import type { JobKind } from './payloads.ts'
import type { Queue } from './queue.server.ts'

type Options = {
  queue: Queue
  kinds: JobKind[]
  /** How many of these jobs run at once. */
  concurrency: number
  lease(kinds: JobKind[], most: number): Promise<LeasedJob[]>
  /**
   * Runs and completes one job. `next`: the job that takes its place, leased if `mayLease` says so. `restUntil`: no other
   * job of these kinds can run before.
   */
  work(
    job: LeasedJob,
    kinds: JobKind[],
    mayLease: () => boolean,
  ): Promise<{ next?: LeasedJob | undefined; restUntil?: number }>
}

/** How soon a job of another process is noticed. */
const pollMs = 900

/** Runs the due jobs of some kinds until it is closed. */
export function startJobLoop({ queue, kinds, concurrency, lease, work }: Options) {
  const running = new Set<Promise<void>>()
  let closed = false
  let restUntil = 0
  let wake = () => {}
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const unsubscribe = queue.onDue((kind) => {
    if (kinds.includes(kind)) wake()
  })

  const mayLease = () => !closed && Date.now() >= restUntil

  function start(job: LeasedJob) {
    const ongoing = work(job, kinds, mayLease).then((after) => {
      restUntil = Math.max(restUntil, after.restUntil ?? 0)
      running.delete(ongoing)
      if (after.next) start(after.next)
      else wake()
    })
    running.add(ongoing)
  }

  async function loop() {
    while (!closed) {
      const restMs = restUntil - Date.now()
      if (restMs > 0) await Promise.race([ended, pause(restMs, undefined, { ref: false })])
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const free = concurrency - running.size
      const jobs = free > 0 && !closed ? await lease(kinds, free) : []
      for (const job of jobs) start(job)
      if (jobs.length === 0 || jobs.length < free || closed)
        await Promise.race([woken, pause(pollMs, undefined, { ref: false })])
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
      while (running.size > 0) await Promise.all(running)
    },
  }
}
