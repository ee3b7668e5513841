import { recordRedChecks } from '#app/domain/checks/alerts.server.ts'
import { runLocalChecks } from '#app/domain/checks/checks.server.ts'
import type { Services } from '#app/services.server.ts'

/** Looks for what turned red or green again; nobody is told of it unless the operator gave an address. */
export async function watchChecksJob(services: Services) {
  if (services.config.alertUrl === undefined) return
  const now = Date.now()
  await recordRedChecks(services, await runLocalChecks(services, now), now)
}
