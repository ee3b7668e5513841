import { databaseAway } from '#content/system-checks.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'postAlert' | 'log' | 'config'>

/** A restart of the database takes less. */
const toleratedMs = 60_000

/**
 * A database that is away cannot keep an alert about itself, so each process with a worker tells of it from memory:
 * once when it has been away for a minute, and once when it is back. Answers how to stop.
 */
export function startDatabaseWatch(
  { database, postAlert, log, config }: Deps,
  { everyMs = 15_000, patienceMs = toleratedMs } = {},
) {
  if (config.alertUrl === undefined) return () => {}
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let awaySince: number | undefined
  let isToldAway = false

  async function look() {
    const now = Date.now()
    const answers = await database.ping().then(
      () => true,
      () => false,
    )
    awaySince = answers ? undefined : (awaySince ?? now)
    const isAway = awaySince !== undefined && now - awaySince >= patienceMs
    if (isAway === isToldAway || (awaySince !== undefined && !isAway)) return
    const says = isAway ? databaseAway.red : databaseAway.green
    await postAlert({ check: 'database', state: isAway ? 'red' : 'green', says, at: now })
    // Only once it was taken; until then the next look tries again.
    isToldAway = isAway
  }

  async function watch() {
    await look().catch((err: unknown) => log.warn({ err }, 'an alert about the database could not be posted'))
    if (!stopped) timer = setTimeout(() => void watch(), everyMs)
  }

  void watch()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
