import { databaseAway } from '#content/system-checks.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'postAlert' | 'log' | 'config'>

/** Longer than a restart of the database. */
const toleratedMs = 60_000

/**
 * Posts an alert when the database has been away for a minute, and one when it is back. The state is in memory, since a
 * database that is away cannot store an alert about itself. Returns the function that stops it.
 */
export function startDatabaseWatch(
  { database, postAlert, log, config }: Deps,
  { everyMs = 15_000, patienceMs = toleratedMs } = {},
) {
  if (config.alertUrl === undefined) return () => {}
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let awaySince: number | undefined
  let isAlerted = false

  async function check() {
    const now = Date.now()
    const answers = await database.ping().then(
      () => true,
      () => false,
    )
    awaySince = answers ? undefined : (awaySince ?? now)
    const isAway = awaySince !== undefined && now - awaySince >= patienceMs
    if (isAway === isAlerted || (awaySince !== undefined && !isAway)) return
    const says = isAway ? databaseAway.red : databaseAway.green
    await postAlert({ check: 'database', state: isAway ? 'red' : 'green', says, at: now })
    // Only after the post succeeded; until then the next check tries again.
    isAlerted = isAway
  }

  async function watch() {
    await check().catch((err: unknown) => log.warn({ err }, 'an alert about the database could not be posted'))
    if (!stopped) timer = setTimeout(() => void watch(), everyMs)
  }

  void watch()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
