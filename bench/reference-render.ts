import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EntryContext, ServerBuild } from 'react-router'
import type { renderPage } from '#app/entry.server.tsx'
import { readConfig } from '#app/config.server.ts'
import { openServices } from '#app/services.server.ts'
import type * as App from '#server/app.ts'
import { serveReference } from './reference.ts'

/**
 * The reference of `uncached`: a bare node:http listener that does nothing but `renderToString` of the tree that the
 * site renders, by the React of the site's own build: React Router's entry context is kept from one real request, so
 * no loader, no router match, no Hono, no log and no security header is paid for here.
 */
const [pageUrl = '', dataDir = ''] = process.argv.slice(2)
const { context, url, render } = await takeEntryContext(pageUrl)

serveReference((_request, response) => {
  const html = Buffer.from(render(context, url))
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': html.length })
  response.end(html)
})

type Entry = ServerBuild['entry']['module'] & { renderPage: typeof renderPage }

async function takeEntryContext(address: string) {
  const taken = Promise.withResolvers<{ context: EntryContext; url: string }>()
  const server = fileURLToPath(new URL('../build/server/', import.meta.url))
  const [file] = globSync('server-build-*.js', { cwd: server })
  // Loaded before the app does, which then gets the same module with our handler in it.
  const build: ServerBuild & { entry: { module: Entry } } = await import(`${server}${file}`)
  const render = build.entry.module.renderPage
  build.entry.module = {
    ...build.entry.module,
    default: (request, _status, _headers, entryContext) => {
      taken.resolve({ context: entryContext, url: request.url })
      return new Response()
    },
  }
  const app: typeof App = await import(`${server}index.js`)
  const settings = { PUBLIC_URL: new URL(address).origin, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const services = await openServices(readConfig(settings))
  const bindings = { incoming: { socket: { remoteAddress: '127.0.0.1' } }, outgoing: {} }
  const answer = await app.createApp(services).fetch(new Request(address), bindings)
  if (answer.status !== 200) throw new Error(`the page to render answered ${answer.status}`)
  await services.database.close()
  return { ...(await taken.promise), render }
}
