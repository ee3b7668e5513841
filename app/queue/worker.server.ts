import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { backoffMs, hadItsTries, mostAttempts } from './backoff.ts'
import { createDatabaseFailures } from './database-failures.ts'
import { completeJob, type Completion } from './job-completion.server.ts'
import { startJobLoop } from './job-loop.server.ts'
import { type LeasedJob, leaseMs, renewLeases } from './leases.server.ts'
import { type JobContext, type JobHandlers, type JobKind, type JobOutcome, payloads } from './payloads.ts'
import type { Queue } from './queue.server.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

type Options = {
  database: Database
  queue: Queue
  log: Log
}

/** How many jobs of the kinds without a limit of their own run at once. */
const sharedConcurrency = 4

/** How long a stop waits for jobs under way; a job cut short is taken again when its lease has run out. */
const stopPatienceMs = 5_000

/** Starts working through due jobs; `stop` takes no new ones and waits a while for those under way. */
export function startWorker<Deps>({ database, queue, log }: Options, handlers: JobHandlers<Deps>, deps: Deps) {
  const held = new Set<LeasedJob>()
  let isStopped = false
  const stopping = new AbortController()

  /** Runs the job and completes it; answers until when its kind has to rest, if it has to. */
  async function work(job: LeasedJob): Promise<{ restUntil?: number }> {
    held.add(job)
    try {
      const handler = handlerFor(handlers, job)
      const outcome = await outcomeOf(job, handler)
      await completeJob(database, completionOf(job, handler, outcome), () => isStopped)
      return outcome?.state === 'too-soon' ? { restUntil: outcome.until } : {}
    } catch (err) {
      log.error({ err, jobId: job.id }, 'job could not be completed')
      return {}
    } finally {
      held.delete(job)
    }
  }

  async function outcomeOf(job: LeasedJob, handler: AnyHandler<Deps>): Promise<JobOutcome> {
    // Counted when it was leased, so a job that kills its worker each time ends too.
    if (job.attempts > mostAttempts && hadItsTries(job, Date.now()))
      return { state: 'failed', reason: 'its worker never came back', final: true }
    const about = { job: job.kind, jobId: job.id, attempt: job.attempts }
    try {
      const { attempts: attempt, wasInterrupted } = job
      const context = { stopping: stopping.signal, attempt, wasInterrupted }
      const outcome = await withinTime(handler.run(deps, payloadOf(job), context))
      if (outcome?.state === 'failed') log.warn({ ...about, reason: outcome.reason }, 'a job failed')
      return outcome
    } catch (err) {
      log.warn({ ...about, err }, 'a job failed')
      return { state: 'failed', reason: err instanceof Error ? err.message : String(err), final: false }
    }
  }

  function completionOf(job: LeasedJob, handler: AnyHandler<Deps>, outcome: JobOutcome): Completion {
    if (!outcome) return { job, as: 'done' }
    if (outcome.state === 'done') return { job, as: 'done', record: outcome.record }
    if (outcome.state === 'too-soon') return { job, as: 'untouched' }
    if (outcome.state === 'again') return { job, as: 'again', runAt: outcome.at, record: outcome.record }
    const { reason, final, record } = outcome
    if (handler.recurring) return { job, as: 'done', record }
    const now = Date.now()
    if (!final && !hadItsTries(job, now))
      return { job, as: 'waiting', runAt: now + backoffMs(job.attempts), reason, record }
    log.error({ job: job.kind, jobId: job.id, attempt: job.attempts, reason }, 'a job failed for good')
    return {
      job,
      as: 'failed',
      reason,
      async record(tx) {
        await record?.(tx)
        await handler.failed?.(tx, payloadOf(job))
      },
    }
  }

  // A renewal that fails is made up for by the next one, before the lease runs out.
  const renewal = setInterval(() => {
    if (held.size > 0) void renewLeases(database, [...held]).catch(() => {})
  }, leaseMs / 4)
  const databaseFailures = createDatabaseFailures(log)
  const runningIds = () => [...held].map(({ id }) => id)
  const loops = concurrencyOf(handlers, deps).map((some) =>
    startJobLoop({ database, queue, databaseFailures, runningIds, work, ...some }),
  )

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

/** Kinds with a limit of their own, and all the others together. */
function concurrencyOf<Deps>(handlers: JobHandlers<Deps>, deps: Deps) {
  const kinds = Object.keys(handlers) as JobKind[]
  const own = kinds.flatMap((kind) => {
    const concurrency = handlers[kind].concurrency?.(deps)
    return concurrency ? [{ kinds: [kind], concurrency }] : []
  })
  const others = kinds.filter((kind) => !handlers[kind].concurrency)
  return [...own, { kinds: others, concurrency: sharedConcurrency }]
}

/** Whatever a job waits for, its place and its key come free again. */
const longestJobMs = 5 * 60_000

async function withinTime<Outcome>(work: Promise<Outcome>) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), longestJobMs)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

type AnyHandler<Deps> = {
  run(deps: Deps, payload: unknown, context: JobContext): Promise<JobOutcome>
  failed?(tx: Parameters<NonNullable<JobHandlers<Deps>[JobKind]['failed']>>[0], payload: unknown): Promise<void>
  recurring?: boolean
}

/** The payload is parsed by the schema of the very kind whose handler gets it. */
const payloadOf = (job: LeasedJob): unknown => payloads[job.kind as JobKind].parse(JSON.parse(job.payload))

/** Only jobs of known kinds are leased. */
const handlerFor = <Deps>(handlers: JobHandlers<Deps>, { kind }: LeasedJob) =>
  handlers[kind as JobKind] as AnyHandler<Deps>
