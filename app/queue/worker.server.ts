import type { Database } from '#app/database/connection.server.ts'
import { failJob, finishJob, type LeasedJob, leaseMs, leaseNextJob, renewLease, retryJobAt } from './leases.server.ts'
import { type JobHandlers, type JobKind, type JobOutcome, payloads } from './payloads.ts'
import type { Queue } from './queue.server.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

const lanes = 4
/** How soon a job enqueued by another process is noticed. */
const pollMs = 1_000

/** Ten tries over about a day. */
export const mostAttempts = 10
export const backOffMs = (attempt: number, random = Math.random()) =>
  Math.round(30_000 * 2.5 ** (attempt - 1) * (0.8 + 0.4 * random))

/** How long a stop waits for jobs under way; a job cut short is taken again when its lease has run out. */
const stopPatienceMs = 5_000

/** Starts working through due jobs; `stop` takes no new ones and waits a while for those under way. */
export function startWorker<Means>(
  { database, queue, log }: { database: Database; queue: Queue; log: Log },
  handlers: JobHandlers<Means>,
  means: Means,
) {
  const kinds = Object.keys(handlers) as JobKind[]
  const running = new Set<Promise<void>>()
  let stopped = false
  let away = false
  let wake = () => {}
  const unsubscribe = queue.onEnqueued(() => wake())

  async function run(job: LeasedJob) {
    const handler = handlerFor(handlers, job)
    // Counted when it was leased, so a job that kills its worker each time ends too.
    if (job.attempts > mostAttempts) return end(job, handler, 'its worker never came back')
    // A renewal that fails is tried again before the lease runs out.
    const renewal = setInterval(() => void renewLease(database, job).catch(() => {}), leaseMs / 3)
    try {
      const outcome = await withinTime(handler.run(means, payloadOf(job)))
      if (outcome) await end(job, handler, outcome.givenUp)
      else await finishJob(database, job)
    } catch (error) {
      await putOff(job, handler, error)
    } finally {
      clearInterval(renewal)
    }
  }

  async function putOff(job: LeasedJob, handler: AnyHandler<Means>, error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ job: job.kind, jobId: job.id, attempt: job.attempts, err: error }, 'a job failed')
    if (handler.recurring) return finishJob(database, job)
    if (job.attempts >= mostAttempts) return end(job, handler, reason)
    return retryJobAt(database, job, Date.now() + backOffMs(job.attempts), reason)
  }

  async function end(job: LeasedJob, handler: AnyHandler<Means>, reason: string) {
    log.error({ job: job.kind, jobId: job.id, attempt: job.attempts }, 'a job failed for good')
    await handler.failed?.(means, payloadOf(job))
    await failJob(database, job, reason)
  }

  function start(job: LeasedJob) {
    // A database that is away loses nothing: the lease runs out and the job is taken again.
    const work = run(job).catch((error) => log.error({ err: error, jobId: job.id }, 'job could not be settled'))
    running.add(work)
    void work.finally(() => {
      running.delete(work)
      wake()
    })
  }

  async function loop() {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const job = running.size < lanes ? await nextJob() : undefined
      if (job) start(job)
      else await Promise.race([woken, pause(pollMs)])
    }
  }

  /** A database that is away is said once, and once that it is back. */
  async function nextJob() {
    try {
      const job = await leaseNextJob(database, kinds)
      if (away) log.info({}, 'queue: the database answers again')
      away = false
      return job
    } catch (err) {
      if (!away) log.error({ err }, 'queue: the database does not answer')
      away = true
      return undefined
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopped = true
      unsubscribe()
      wake()
      await looping
      await Promise.race([Promise.all(running), pause(stopPatienceMs)])
    },
  }
}

/** Whatever a job waits for, its lane and its key come free again. */
const longestJobMs = 5 * 60_000

async function withinTime<Outcome>(work: Promise<Outcome>) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), longestJobMs)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

type AnyHandler<Means> = {
  run(means: Means, payload: unknown): Promise<JobOutcome>
  failed?(means: Means, payload: unknown): Promise<void>
  recurring?: boolean
}

/** The payload is parsed by the schema of the very kind whose handler gets it. */
const payloadOf = (job: LeasedJob): unknown => payloads[job.kind as JobKind].parse(JSON.parse(job.payload))

/** Only jobs of known kinds are leased. */
const handlerFor = <Means>(handlers: JobHandlers<Means>, { kind }: LeasedJob) =>
  handlers[kind as JobKind] as AnyHandler<Means>
