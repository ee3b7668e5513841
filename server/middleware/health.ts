import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { checkWritable } from '#app/database/liveness.server.ts'
import { withTimeout } from '#app/domain/shared/with-timeout.ts'
import type { Services } from '#app/services.server.ts'

/**
 * `/healthz`: the process lives. `/readyz`: the database takes writes too, since every form depends on that;
 * migrations ran before the server listened.
 */
export function health(app: Hono<{ Bindings: HttpBindings }>, services: Services) {
  const isReady = createReadiness(services)
  const headers = { 'Cache-Control': 'no-store' }
  app.get('/healthz', (c) => c.json({ ok: true }, 200, headers))
  app.get('/readyz', async (c) =>
    (await isReady()) ? c.json({ ok: true }, 200, headers) : c.json({ ok: false, reason: 'database' }, 503, headers),
  )
}

const timeoutMs = 2_000
/** Probes within this time share one write. */
const cacheMs = 250

/** Logs only changes. */
function createReadiness({ database, log }: Services) {
  let latest: { answer: Promise<boolean>; until: number } | undefined
  /** While one write hangs, no other is started. */
  let writing: Promise<void> | undefined
  let isAway = false

  async function check() {
    writing ??= checkWritable(database, Date.now()).finally(() => (writing = undefined))
    try {
      await withTimeout(writing, timeoutMs)
      if (isAway) log.info('ready: the database takes writes again')
      isAway = false
    } catch (err) {
      if (!isAway) log.warn({ err }, 'not ready: the database takes no writes')
      isAway = true
    }
    return !isAway
  }

  return () => {
    if (!latest || Date.now() > latest.until) latest = { answer: check(), until: Date.now() + cacheMs }
    return latest.answer
  }
}
