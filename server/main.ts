import type { RequestListener, Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readConfig, settings } from '#app/config.server.ts'
import { createFirstAdminLink } from '#app/domain/accounts/admin-link.server.ts'
import { startWorker } from '#app/queue/worker.server.ts'
import { misspelledSettings } from '#app/misspelled-settings.ts'
import { openServices, type Services } from '#app/services.server.ts'
import type * as App from './app.ts'
import { hasOneHost } from './middleware/origin.ts'
import { createProxyObserver } from './proxy-observer.ts'
import { OperatorError } from '#app/operator-error.ts'

type AppModule = typeof App

/** Opens the services, then serves requests and runs jobs until SIGTERM or SIGINT. */
async function main() {
  for (const line of misspelledSettings(Object.keys(process.env), Object.keys(settings)))
    process.stderr.write(`${line}\n`)
  const config = readConfig(process.env)
  const services = await openServices(config)
  const { log } = services
  const development = process.env.NODE_ENV === 'development'
  const { listener, app } = await (development ? createDevelopmentListener : createProductionListener)(services)
  const server = config.worker === 'only' ? undefined : app.createLimitedServer(services)
  const observe = createProxyObserver(services)
  const answer: RequestListener = (request, response) => {
    observe(request)
    listener(request, response)
  }
  if (server) await listen(server.on('request', answer), config)
  const stopPolling = pollPurges(services)
  const stopWork = config.worker === 'off' ? undefined : startWork(services, app)
  let stopping = false
  async function stop(signal: string) {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Leases and transactions make it safe to exit while something hangs.
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    stopPolling()
    await Promise.all([server && close(server), stopWork?.()])
    services.mail.close()
    await services.database.close()
    log.info('stopped')
    process.exit(0)
  }
  // Registered before the site says it is ready, because then it may be stopped.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  log.info({ address: config.publicOrigin, database: services.database.kind, worker: config.worker }, 'ready')
  if (server) process.stdout.write(`\n  The site is at ${formatAddress(server)}\n\n`)
  if (server && !config.admin.password)
    // Not fatal: `npm run admin:link` prints a link at any time.
    printAdminLink(services).catch((err: unknown) => log.warn({ err }, 'no link for the first admin could be made'))
}

/** Printed, never logged. */
async function printAdminLink(services: Services) {
  const { admin, publicOrigin } = services.config
  const path = await createFirstAdminLink(services, admin.email, Date.now())
  if (path)
    process.stdout.write(
      `  There is no admin yet. To set up ${admin.email} as the admin, open this within 30 minutes:\n  ${publicOrigin}${path}\n\n`,
    )
}

const stopTimeoutMs = 10_000

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
    if (!hasOneHost(request)) return app.sendProblem(response, 400, 'We couldn’t read this request.', services)
    if (!app.sendCachedResponse(ready, request, response)) void listener(request, response)
  }
  return { listener: answer, app }
}

/** Vite reloads the app module after a change, while the services stay open. */
async function createDevelopmentListener(services: Services) {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  const load = () => vite.ssrLoadModule('./server/app.ts') as Promise<AppModule>
  const listener = getRequestListener(async (request, env) => (await load()).createApp(services).fetch(request, env))
  const answer: RequestListener = (request, response) =>
    vite.middlewares(request, response, () => void listener(request, response))
  return { listener: answer, app: await load() }
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

function formatAddress(server: Server) {
  const address = server.address()
  if (!address || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${address.port}`
}

/** One line for what the operator can fix; a bug is printed with its stack. */
function formatError(error: unknown) {
  if (error instanceof OperatorError) return error.message
  const { code, address, port, hostname } = error as ListenError
  if (code === 'EADDRINUSE') return `PORT: ${port} on ${address} is already in use by another program (EADDRINUSE).`
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `HOST, PORT: cannot listen on ${address}:${port} (${code}).`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST: ${hostname} isn’t an address or name of this machine (${code}). Example: HOST=127.0.0.1`
  return error instanceof Error ? error.stack : String(error)
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

main().catch((error: unknown) => {
  process.stderr.write(`${formatError(error)}\n`)
  process.exit(1)
})
