import { randomUUID } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { readConfig } from '#app/config.server.ts'
import { openServices, type Services } from '#app/services.server.ts'
import type * as App from '../server/app.ts'
import { serveReference } from './reference.ts'

// The site without its worker, so that only the answers to visitors are measured. 'stored' places orders; 'canned' is
// the same site whose every transaction answers at once that an order was placed.
const [settings = '{}', mode] = process.argv.slice(2)

const opened = await openServices(readConfig(JSON.parse(settings)))
const services: Services =
  mode === 'canned' ? { ...opened, database: { ...opened.database, transaction: answerAtOnce } } : opened

const app: typeof App = await import(new URL('../build/server/index.js', import.meta.url).href)
const listener = getRequestListener(app.createApp(services).fetch)
serveReference((request, response) => void listener(request, response))

async function answerAtOnce<Result>() {
  return { ok: true, order: { id: randomUUID(), number: 'K7F-29Q' }, isNew: true } as Result
}
