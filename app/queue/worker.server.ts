import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { backoffMs, isExhausted, mostAttempts } from './backoff.ts'
import { completeJob, type Completion } from './job-completion.server.ts'
import { startJobLoop } from './job-loop.server.ts'
import { type LeasedJob, leaseJobs, leaseMs, renewLeases } from './leases.server.ts'
import { type JobContext, type JobHandlers, type JobKind, type JobOutcome, payloads } from './payloads.ts'
import type { Queue } from './queue.server.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

/** How many jobs of the kinds without a `concurrency` of their own run at once. */
const sharedConcurrency = 4

/** How long a stop waits for running jobs; a job cut short runs again when its lease has run out. */
const stopPatienceMs = 5_000

/** A job that takes longer counts as failed, so that it blocks no place and no unique key. */
const longestJobMs = 5 * 60_000

/** Runs due jobs. `stop` leases no new ones and waits a while for those that run. */
export function startWorker<Deps>(
  { database, queue, log }: { database: Database; queue: Queue; log: Log },
  handlers: JobHandlers<Deps>,
  deps: Deps,
) {
  const running = new Set<LeasedJob>()
  let isStopped = false
  const stopping = new AbortController()

  /** Returns when another job of its kind may run. */
  async function work(job: LeasedJob) {
    running.add(job)
    try {
      // Only jobs of known kinds are leased.
      const handler = handlers[job.kind as JobKind] as AnyHandler<Deps>
      const outcome = await run(job, handler)
      await completeJob(database, job, toCompletion(job, handler, outcome), () => isStopped)
      return outcome?.state === 'too-soon' ? outcome.until : 0
    } catch (err) {
      log.error({ err, jobId: job.id }, 'job could not be completed')
      return 0
    } finally {
      running.delete(job)
    }
  }

  async function run(job: LeasedJob, handler: AnyHandler<Deps>): Promise<JobOutcome> {
    // Leasing counts the attempt, so a job that kills its worker each time ends too.
    if (job.attempts > mostAttempts && isExhausted(job, Date.now()))
      return { state: 'failed', reason: 'its worker died at every attempt', final: true }
    const { attempts: attempt, wasInterrupted } = job
    const about = { job: job.kind, jobId: job.id, attempt }
    try {
      const context = { stopping: stopping.signal, attempt, wasInterrupted }
      const outcome = await withTimeout(handler.run(deps, parsePayload(job), context))
      if (outcome?.state === 'failed') log.warn({ ...about, reason: outcome.reason }, 'a job failed')
      return outcome
    } catch (err) {
      log.warn({ ...about, err }, 'a job failed')
      return { state: 'failed', reason: err instanceof Error ? err.message : String(err), final: false }
    }
  }

  function toCompletion(job: LeasedJob, handler: AnyHandler<Deps>, outcome: JobOutcome): Completion {
    if (!outcome || outcome.state === 'done') return { record: outcome?.record }
    // As if it had not been leased.
    if (outcome.state === 'too-soon') return { changes: { runAt: job.runAt, attempts: job.attempts - 1 } }
    if (outcome.state === 'again')
      return { changes: { runAt: outcome.at, attempts: 0, lastError: null }, record: outcome.record }
    const { reason, final, record } = outcome
    if (handler.recurring) return { record }
    const now = Date.now()
    if (!final && !isExhausted(job, now))
      return { changes: { runAt: now + backoffMs(job.attempts), lastError: reason }, record }
    log.error({ job: job.kind, jobId: job.id, attempt: job.attempts, reason }, 'a job failed for good')
    return {
      // It can be retried by hand; its unique key is freed.
      changes: { state: 'failed', uniqueKey: null, lastError: reason },
      async record(tx) {
        await record?.(tx)
        await handler.failed?.(tx, parsePayload(job))
      },
    }
  }

  /** The kinds of each loop that cannot reach the database. */
  const failing = new Set<JobKind[]>()

  async function lease(kinds: JobKind[], most: () => number) {
    try {
      const jobs = await leaseJobs(database, kinds, most, { running })
      if (failing.delete(kinds) && failing.size === 0) log.info({}, 'queue: the database answers again')
      return jobs
    } catch (err) {
      if (failing.size === 0) log.error({ err }, 'queue: the database does not answer')
      failing.add(kinds)
      return []
    }
  }

  // When a renewal fails, the next one still comes before the lease runs out.
  const renewal = setInterval(() => {
    if (running.size > 0) void renewLeases(database, [...running]).catch(() => {})
  }, leaseMs / 4)
  const loops = groupKinds(handlers, deps).map((group) => startJobLoop({ queue, lease, work, ...group }))

  return {
    async stop() {
      stopping.abort()
      await Promise.race([
        Promise.all(loops.map((loop) => loop.close())),
        pause(stopPatienceMs, undefined, { ref: false }),
      ])
      isStopped = true
      clearInterval(renewal)
    },
  }
}

/** Each kind with a `concurrency` of its own, and all the others together. */
function groupKinds<Deps>(handlers: JobHandlers<Deps>, deps: Deps) {
  const kinds = Object.keys(handlers) as JobKind[]
  const own = kinds.flatMap((kind) => {
    const concurrency = handlers[kind].concurrency?.(deps)
    return concurrency ? [{ kinds: [kind], concurrency }] : []
  })
  const others = kinds.filter((kind) => !handlers[kind].concurrency)
  return [...own, { kinds: others, concurrency: sharedConcurrency }]
}

async function withTimeout<Outcome>(work: Promise<Outcome>) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), longestJobMs)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

type AnyHandler<Deps> = {
  run(deps: Deps, payload: unknown, context: JobContext): Promise<JobOutcome>
  failed?(tx: Tx, payload: unknown): Promise<void>
  recurring?: boolean
}

const parsePayload = (job: LeasedJob): unknown => payloads[job.kind as JobKind].parse(JSON.parse(job.payload))
