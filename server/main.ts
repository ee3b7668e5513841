import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { BadSetting, readConfig } from '#app/config.server.ts'
import { DatabaseIsNewer } from '#app/database/migrate.server.ts'
import { openServices, type Services } from '#app/services.server.ts'
import { OtherSecrets } from '#app/vault/secrets.server.ts'
import type * as App from './app.ts'
import { startWork } from './worker.ts'

type AppModule = typeof App

/** Opens the services, serves and works until SIGTERM or SIGINT. Anything the operator must mend is one line. */
async function main() {
  const config = readConfig(process.env)
  const services = await openServices(config)
  const { log } = services
  const development = process.env.NODE_ENV === 'development'
  const { listener, app } = development ? await developmentListener(services) : await productionListener(services)

  const server = config.worker === 'only' ? undefined : await listen(listener, config)
  const work = config.worker === 'off' ? undefined : startWork(services, app)
  log.info({ address: config.publicOrigin, database: services.database.kind, worker: config.worker }, 'ready')
  if (server) process.stdout.write(`\n  The site is at ${addressOf(server)}\n\n`)

  let stopping = false
  async function stop(signal: string) {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Whatever hangs, the process ends: leases and transactions make that safe.
    setTimeout(() => process.exit(1), stopPatienceMs).unref()
    await Promise.all([server && close(server), work?.stop()])
    await services.database.close()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const stopPatienceMs = 10_000

async function productionListener(services: Services) {
  const app: AppModule = await import(new URL('../build/server/index.js', import.meta.url).href)
  const listener = getRequestListener(app.createApp(services).fetch)
  const answer: RequestListener = (request, response) => {
    if (!app.answerFromCache(services.pages, request, response)) void listener(request, response)
  }
  return { listener: answer, app }
}

/** Vite loads the app module anew after a change, while the services stay open. */
async function developmentListener(services: Services) {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  const load = () => vite.ssrLoadModule('./server/app.ts') as Promise<AppModule>
  const listener = getRequestListener(async (request, env) => (await load()).createApp(services).fetch(request, env))
  const answer: RequestListener = (request, response) =>
    vite.middlewares(request, response, () => void listener(request, response))
  return { listener: answer, app: await load() }
}

async function listen(listener: RequestListener, { host, port }: { host: string; port: number }) {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      // A visitor who sends byte by byte is cut off; the check runs at its own interval.
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 10_000,
    },
    listener,
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

const answerPatienceMs = 3_000

/** Requests under way are answered, unless a visitor takes very long to read; idle connections end at once. */
function close(server: Server) {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const all = setTimeout(() => server.closeAllConnections(), answerPatienceMs)
  return new Promise<void>((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(all)
      resolve()
    })
  })
}

function addressOf(server: Server) {
  const address = server.address()
  if (!address || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${address.port}`
}

function isForTheOperator(error: unknown): error is Error {
  if (error instanceof BadSetting || error instanceof DatabaseIsNewer || error instanceof OtherSecrets) return true
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' || code === 'EACCES' || code === 'ECONNREFUSED' || code === 'ENOTFOUND'
}

main().catch((error: unknown) => {
  process.stderr.write(
    isForTheOperator(error) ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
})
