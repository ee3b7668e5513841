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
  const running = new Set<Promise<void>>()
  let stopped = false
  let away = false
  let wake = () => {}
  const unsubscribe = queue.onEnqueued(() => wake())

  async function run(job: LeasedJob) {
    // Counted when it was leased, so a job that kills its worker each time ends too.
    if (job.attempts > mostAttempts) return failJob(database, job, 'its worker never came back')
    const renewal = setInterval(() => renewLease(database, job).catch(() => {}), leaseMs / 3)
    try {
      await settle(job, await handle(handlers, means, job))
    } catch (error) {
      await putOff(job, error)
    } finally {
      clearInterval(renewal)
    }
  }

  async function settle(job: LeasedJob, outcome: JobOutcome) {
    if (!outcome) return finishJob(database, job)
    log.error({ job: job.kind, jobId: job.id, reason: outcome.givenUp }, 'job given up')
    return failJob(database, job, outcome.givenUp)
  }

  async function putOff(job: LeasedJob, error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    if (job.attempts >= mostAttempts) {
      log.error({ job: job.kind, jobId: job.id, err: error }, 'job failed for good')
      return failJob(database, job, reason)
    }
    log.warn({ job: job.kind, jobId: job.id, attempt: job.attempts, err: error }, 'job will be tried again')
    return retryJobAt(database, job, Date.now() + backOffMs(job.attempts), reason)
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
      const job = await leaseNextJob(database)
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

function handle<Means>(handlers: JobHandlers<Means>, means: Means, job: LeasedJob): Promise<JobOutcome> {
  const kind = job.kind as JobKind
  const handler = handlers[kind] as ((means: Means, payload: unknown) => Promise<JobOutcome>) | undefined
  if (!handler) throw new Error(`this version knows no job '${job.kind}'`)
  return handler(means, payloads[kind].parse(JSON.parse(job.payload)))
}
