import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { fixedHeaders } from '../page-delivery.ts'

const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

/** The built files, pre-compressed by the build. Names under /assets carry a hash, so they never change. */
export function assets(app: Hono<{ Bindings: HttpBindings }>) {
  if (import.meta.env.DEV) return
  const root = relative(process.cwd(), clientFolder) || '.'
  const serve = (cacheControl: string) =>
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, c) => {
        for (const [name, value] of Object.entries(fixedHeaders)) c.header(name, value)
        c.header('Cache-Control', cacheControl)
      },
    })
  app.get('/assets/*', serve('public, max-age=31536000, immutable'), (c) => c.text('Not found', 404))
  for (const file of topLevelFiles()) app.get(`/${file}`, serve('public, max-age=86400'))
}

/** favicon.ico and the like, known when the process starts: no page request ever asks the disk. */
const topLevelFiles = () =>
  readdirSync(clientFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => entry.name)
