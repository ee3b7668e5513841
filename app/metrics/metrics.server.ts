import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** This process's metrics, served at /metrics. Labels have few, known values and never name a person. */
export type Metrics = ReturnType<typeof createMetrics>

type Request = { method: string; route: string | undefined; status: number; ms: number }

/** 'timeout': the request took too long to arrive; 'connection': there are too many connections. */
type Rejection = 'queue-full' | 'queue-timeout' | 'timeout' | 'connection'

type Load = 'connections' | 'waiting' | 'working'

type EmailResult = 'sent' | 'kept' | 'refused' | 'in-trouble'

/** Jobs of a kind that wait or run; `oldestMs` is how long the first one that is due has waited. */
type QueueDepth = { kind: string; jobs: number; oldestMs: number }

const known = new Set(['GET', 'HEAD', 'POST'])

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const about = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => ({
    name,
    help,
    labelNames,
    registers: [registry],
  })
  const requests = new Histogram({
    ...about(
      'clinic_http_request_seconds',
      'Requests answered by code, by pattern of the route',
      'method',
      'route',
      'status',
    ),
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  const fromMemory = new Map<string, number>()
  const ready = new Counter({
    ...about(
      'clinic_http_ready_total',
      'Requests answered from memory: built files, and pages by their address',
      'page',
    ),
    collect() {
      for (const [page, count] of fromMemory) ready.inc({ page }, count)
      fromMemory.clear()
    },
  })
  const refusals = new Counter(
    about(
      'clinic_http_refused_total',
      'Requests and connections turned away to keep the others served, by reason',
      'reason',
    ),
  )
  const loads = new Map<Load, () => number>()
  const load = new Gauge({
    ...about(
      'clinic_http_load',
      'Open connections, and requests that wait and that are worked on, at this moment',
      'of',
    ),
    collect() {
      for (const [of, count] of loads) load.set({ of }, count())
    },
  })
  const emails = new Counter(
    about('clinic_emails_total', 'Tries to hand over an email, by what came of them', 'result'),
  )
  const queries = new Histogram({
    ...about('clinic_database_query_seconds', 'Queries, as this process waited for them'),
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
  })
  const jobs = new Gauge(about('clinic_queue_jobs', 'Jobs that wait or run, of all processes', 'kind'))
  const oldest = new Gauge(about('clinic_queue_oldest_seconds', 'How long the oldest due job has waited', 'kind'))

  return {
    /** A request that was not answered from memory; `route` is the pattern, undefined if none matched. */
    request: ({ method, route = 'none', status, ms }: Request) =>
      requests.labels(known.has(method) ? method : 'other', route, String(status)).observe(ms / 1_000),
    /** A request that was answered from memory. This is the hottest path, so it only counts. */
    ready: (of: string) => void fromMemory.set(of, (fromMemory.get(of) ?? 0) + 1),
    /** A request or connection that was rejected to protect the others. */
    rejected: (reason: Rejection) => refusals.inc({ reason }),
    /** `count` is called whenever the metrics are read. */
    watchLoad: (of: Load, count: () => number) => void loads.set(of, count),
    email: (result: EmailResult) => emails.inc({ result }),
    query: (ms: number) => queries.observe(ms / 1_000),
    /** In the text format of Prometheus 0.0.4. */
    async text(queue: QueueDepth[]) {
      jobs.reset()
      oldest.reset()
      for (const { kind, jobs: count, oldestMs } of queue) {
        jobs.set({ kind }, count)
        oldest.set({ kind }, oldestMs / 1_000)
      }
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
}
