import { setTimeout as pause } from 'node:timers/promises'
import type { LeasedJob } from './leases.server.ts'
import type { JobKind } from './payloads.ts'
import type { Queue } from './queue.server.ts'

type Options = {
  queue: Queue
  kinds: JobKind[]
  /** How many of these jobs run at once. */
  concurrency: number
  lease(kinds: JobKind[], most: () => number): Promise<LeasedJob[]>
  /** Runs and completes one job. Returns the time before which no other job of these kinds can run. */
  work(job: LeasedJob): Promise<number>
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

  const freePlaces = () => (closed || Date.now() < restUntil ? 0 : concurrency - running.size)

  function start(job: LeasedJob) {
    const ongoing = work(job).then((until) => {
      restUntil = Math.max(restUntil, until)
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
      const jobs = freePlaces() > 0 ? await lease(kinds, freePlaces) : []
      for (const job of jobs) start(job)
      if (jobs.length === 0) await Promise.race([woken, pause(pollMs, undefined, { ref: false })])
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
