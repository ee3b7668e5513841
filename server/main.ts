import type { Server } from 'node:http'
import { settings } from '#app/config.server.ts'
import { createFirstAdminLink } from '#app/domain/accounts/admin-link.server.ts'
import { explainDamage } from '#app/database/explain-damage.ts'
import { misspelledSettings } from '#app/misspelled-settings.ts'
import { OperatorError } from '#app/operator-error.ts'
import type { Services } from '#app/services.server.ts'
import { startSite } from './site.ts'

/** Runs the site until SIGTERM or SIGINT. */
async function main() {
  for (const line of misspelledSettings(Object.keys(process.env), Object.keys(settings)))
    process.stderr.write(`${line}\n`)
  const site = await startSite(process.env)
  const { config, log, database } = site.services
  let stopping = false
  async function stop(signal: string) {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // Leases and transactions make it safe to exit while something hangs.
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    await site.stop()
    log.info('stopped')
    process.exit(0)
  }
  // Registered before the site says it is ready, because then it may be stopped.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  log.info({ address: config.publicOrigin, database: database.kind, worker: config.worker }, 'ready')
  if (site.server) process.stdout.write(`\n  The site is at ${formatAddress(site.server)}\n\n`)
  if (site.server && !config.admin.password)
    // Not fatal: `npm run admin:link` prints a link at any time.
    printAdminLink(site.services).catch((err: unknown) =>
      log.warn({ err }, 'no link for the first admin could be made'),
    )
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

function formatAddress(server: Server) {
  const address = server.address()
  if (!address || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${address.port}`
}

/** One line for what the operator can fix; a bug is printed with its stack. */
function formatError(error: unknown) {
  if (error instanceof OperatorError) return error.message
  const damage = explainDamage(error)
  if (damage) return damage
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
