import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Services } from '#app/services.server.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers too; migrations ran before the server listened. */
export function health(app: Hono<{ Bindings: HttpBindings }>, { database, log }: Services) {
  app.get('/healthz', (c) => c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    try {
      await Promise.race([database.ping(), noAnswer()])
      return c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' })
    } catch (err) {
      log.warn({ err }, 'not ready: the database does not answer')
      return c.json({ ok: false, reason: 'database' }, 503, { 'Cache-Control': 'no-store' })
    }
  })
}

const patienceMs = 2_000

const noAnswer = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), patienceMs).unref()
  })
