import type { RequestListener, Server } from 'node:http'
import type { Writable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { ViteDevServer } from 'vite'
import type * as ClinicNow from '#app/domain/clinic/clinic-now.server.ts'
import type * as ContentNow from '#app/domain/content/content-now.server.ts'
import { readConfig } from '#app/config.server.ts'
import { startWorker } from '#app/queue/worker.server.ts'
import { openServices, type Services } from '#app/services.server.ts'
import type * as App from './app.ts'
import { isWellFormed } from './middleware/origin.ts'
import { createArrivalCounter } from './arrival-counter.ts'
import { createProxyObserver } from './proxy-observer.ts'

type AppModule = typeof App

/**
 * Opens the services, then serves requests and runs jobs until it is stopped. With WORKER=only there is no server. Throws
 * an OperatorError for what the operator can fix.
 */
export async function startSite(settings: Record<string, string | undefined>, logStream?: Writable) {
  const config = readConfig(settings)
  const services = await openServices(config, logStream)
  const isDevelopment = settings.NODE_ENV === 'development'
  const { listener, app } = await (isDevelopment ? createDevelopmentListener : createProductionListener)(services)
  const server = config.worker === 'only' ? undefined : app.createLimitedServer(services)
  const observe = createProxyObserver(services)
  const countArrival = createArrivalCounter(services)
  const answer: RequestListener = (request, response) => {
    observe(request)
    countArrival(request, response)
    listener(request, response)
  }
  const stopCopy = services.copy?.start()
  await services.copy?.untilFirstBase(firstBasePatienceMs)
  if (server) await listen(server.on('request', answer), config)
  const stopPolling = pollPurges(services)
  const stopFlushing = flushCounts(services)
  const stopWork = config.worker === 'off' ? undefined : startWork(services, app)
  return {
    services,
    server,
    /** Finishes running requests and jobs. */
    async stop() {
      stopPolling()
      await Promise.all([server && close(server), stopWork?.()])
      await stopFlushing()
      // Sends what the last requests and jobs have written.
      await stopCopy?.()
      services.mail.close()
      await services.database.close()
    },
  }
}

/** Changes by other processes show here within a second. */
function pollPurges({ pages, log }: Services) {
  let timer: NodeJS.Timeout
  // Never two at a time, so that a slow database does not get more and more queries.
  const look = async () => {
    await pages.syncPurges().catch((err: unknown) => log.debug({ err }, 'purges of other processes cannot be seen'))
    timer = setTimeout(look, 1_000)
  }
  timer = setTimeout(look, 1_000)
  return () => clearTimeout(timer)
}

/** A start waits for its first continuous copy, but not for a place that is away, or for a large database. */
const firstBasePatienceMs = 10_000

const flushMs = 5_000

/** Writes what was counted to the database. Returns how to stop, which writes the rest. */
function flushCounts({ dailyCounts, log }: Services) {
  const flush = () => dailyCounts.flush().catch((err: unknown) => log.debug({ err }, 'visits could not be counted'))
  let flushing: Promise<void> | undefined
  const timer = setInterval(() => (flushing ??= flush().finally(() => (flushing = undefined))), flushMs)
  return async () => {
    clearInterval(timer)
    await flushing
    await flush()
  }
}

/** Runs due jobs and the schedule. Returns how to stop, which waits for running jobs. */
function startWork(services: Services, { jobs, startSchedule, startMailWatch, startDatabaseWatch }: AppModule) {
  const worker = startWorker(services, jobs, services)
  const stops = [startSchedule, startMailWatch, startDatabaseWatch].map((start) => start(services))
  return async () => {
    for (const stop of stops) stop()
    await worker.stop()
  }
}

async function createProductionListener(services: Services) {
  const app: AppModule = await import('./app.ts')
  const listener = getRequestListener(app.createApp(services).fetch, {
    // Some load balancers send health checks in HTTP/1.0, which has no Host.
    hostname: new URL(services.config.publicOrigin).host,
    errorHandler: () => app.createBadRequest(services),
  })
  const ready = { files: app.readBuiltFiles(), pages: services.pages, metrics: services.metrics }
  const answer: RequestListener = (request, response) => {
    if (!isWellFormed(request)) return app.sendProblem(response, 400, 'We couldn’t read this request.', services)
    if (!app.sendCachedResponse(ready, request, response)) void listener(request, response)
  }
  return { listener: answer, app }
}

/** Vite reloads the app module after a change, and what it shows of content/, while the services stay open. */
async function createDevelopmentListener(services: Services) {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  const takeContent = createContentReload(services, vite)
  const load = async () => {
    await takeContent()
    return (await vite.ssrLoadModule('./server/app.ts')) as AppModule
  }
  const listener = getRequestListener(async (request, env) => (await load()).createApp(services).fetch(request, env))
  const answer: RequestListener = (request, response) =>
    vite.middlewares(request, response, () => void listener(request, response))
  return { listener: answer, app: await load() }
}

/** The services hold content/ as it was at the start: after a change they take what Vite reads of it. */
function createContentReload({ database, pictures, content, clinic, pages }: Services, vite: ViteDevServer) {
  const load = (path: string) => vite.ssrLoadModule(`./app/domain/${path}`)
  let taken: unknown[] = []
  return async () => {
    const { openContent } = (await load('content/content-now.server.ts')) as typeof ContentNow
    const { openClinic } = (await load('clinic/clinic-now.server.ts')) as typeof ClinicNow
    if (taken[0] === openContent && taken[1] === openClinic) return
    taken = [openContent, openClinic]
    Object.assign(content, await openContent(database, pictures.find))
    Object.assign(clinic, await openClinic(database, content))
    pages.invalidate('content', 'clinic')
  }
}

async function listen(server: Server, { host, port }: { host: string; port: number }) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

const drainTimeoutMs = 3_000

/** Finishes running requests, unless a client reads very slowly; closes idle connections at once. */
function close(server: Server) {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const all = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
  return new Promise<void>((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(all)
      resolve()
    })
  })
}
