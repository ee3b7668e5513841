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
  const isReady = readiness(services)
  app.get('/healthz', (c) => c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) =>
    (await isReady())
      ? c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' })
      : c.json({ ok: false, reason: 'database' }, 503, { 'Cache-Control': 'no-store' }),
  )
}

const patienceMs = 2_000
/** However often it is asked, the database is written to a few times a second at most. */
const sharedMs = 250

/** Trouble is said once, and once that it is over. */
function readiness({ database, log }: Services) {
  let latest: { answer: Promise<boolean>; until: number } | undefined
  /** A write that hangs is not followed by more of them. */
  let writing: Promise<void> | undefined
  let away = false

  async function look() {
    writing ??= checkWritable(database, Date.now()).finally(() => (writing = undefined))
    try {
      await withTimeout(writing, patienceMs)
      if (away) log.info('ready: the database takes writes again')
      away = false
    } catch (err) {
      if (!away) log.warn({ err }, 'not ready: the database takes no writes')
      away = true
    }
    return !away
  }

  return () => {
    if (!latest || Date.now() > latest.until) latest = { answer: look(), until: Date.now() + sharedMs }
    return latest.answer
  }
}
