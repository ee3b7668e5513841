import type { HttpBindings } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { pageContext, type Preview, releaseContext, servicesContext, type WholePage } from '#app/http/context.ts'
import { asDocument } from '#app/http/failed-requests.ts'
import { rejectedPath, type RejectedRequest } from '#app/http/rejected-request.server.ts'
import { hasControls } from '#app/domain/shared/control-characters.ts'
import { admin } from '#content/pages/admin.ts'
import type { Services } from '#app/services.server.ts'
import { limitForms, queueRequests } from './load-shedding.ts'
import { health } from './middleware/health.ts'
import { renewedCookies, withPlainCookies } from './middleware/host-cookies.ts'
import { getClientAddress, isCrossSite, withPublicUrl } from './middleware/origin.ts'
import { metrics } from './middleware/metrics.ts'
import { theme } from './middleware/theme.ts'
import { createProblemResponse } from './middleware/problem-response.ts'
import { canonicalAddress } from './canonical-address.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { type Delivery, isCacheable, newDelivery, pageHeaders, pageExpiry } from './page-delivery.ts'

export { emailSamples } from '#app/mail/render-outbox-email.ts'
// Plain Node cannot load the jobs, since emails are written in React.
export { jobs } from '#app/jobs/handlers.server.ts'
export { startSchedule } from '#app/jobs/schedule.server.ts'
export { startDatabaseWatch } from '#app/jobs/watch-database.server.ts'
export { startMailWatch } from '#app/jobs/watch-mail.server.ts'
export { createLimitedServer } from './load-shedding.ts'
export { sendProblem } from './middleware/problem-response.ts'
export { sendCachedResponse } from './send-cached-response.ts'
export { readBuiltFiles } from './built-files.ts'

// With the build itself React Router ranks the routes once; with a function, at every request.
const build: ServerBuild = await import('virtual:react-router/server-build')
const handlePage = createRequestHandler(build, import.meta.env.MODE)

/** The whole site over HTTP; the same in development and in production. */
export function createApp(services: Services) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  health(app, services)
  metrics(app, services)
  // Built files were sent before; only missing ones come here.
  app.get('/assets/*', (c) => c.text('Not found', 404, { ...fixedHeaders, 'Cache-Control': 'no-store' }))
  const compressed = compress()
  // The middleware costs time even if the client accepts no encoding.
  app.use((c, next) => (c.req.raw.headers.has('Accept-Encoding') ? compressed(c, next) : next()))
  app.use(queueRequests(services))
  theme(app)
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', limitForms(services))
  app.all('*', (c) => servePage(c.req.raw, c.env.incoming.socket.remoteAddress, services))
  app.onError((err, c) => {
    const requestId = randomUUID()
    services.log.error({ err, requestId }, 'a request failed')
    services.metrics.request({ method: c.req.method, route: undefined, status: 500, ms: 0 })
    return createProblemResponse(500, 'Something went wrong on our side.', services, { id: requestId })
  })
  return app
}

/** For a request with an invalid Host or target. */
export const createBadRequest = (services: Services) =>
  createProblemResponse(400, 'We couldn’t read this request.', services)

async function servePage(raw: Request, socketAddress: string | undefined, services: Services) {
  const { config, pages } = services
  const request = withPlainCookies(withPublicUrl(raw, config), config.secure)
  const url = new URL(request.url)
  const delivery = newDelivery(request, getClientAddress(request.headers, socketAddress, config), config)
  delivery.cookies.push(...renewedCookies(raw.headers.get('Cookie'), config.secure))
  const startedAt = performance.now()
  // Taken before rendering, because the page's data may be that old.
  const version = pages.version()
  const renderedAt = Date.now()
  const answer =
    rejectRequest(request, url, services) ??
    redirectToCanonicalUrl(request, url) ??
    (await render(request, services, delivery))

  const { status } = answer
  const cacheable = isCacheable(request, url, status, delivery)
  const headers = pageHeaders(delivery, config, { status, cacheable })
  logRequest(services, request, status, delivery, performance.now() - startedAt)
  const { whole, handle } = delivery
  // Released now: pages that outlived the young heap caused four times as many full garbage collections.
  delivery.whole = undefined
  if (cacheable && whole && handle?.page === 'read') {
    const page = { ...whole, headers: { ...headers, ...whole.headers }, topics: handle.shows, version }
    // The first visitor does not wait for the compression.
    pages
      .store(url.pathname, { ...page, expiresAt: Math.min(pageExpiry(renderedAt), delivery.goodUntil) })
      .catch((err: unknown) => services.log.error({ err }, 'a page could not be cached'))
  }
  return withHeaders(answer, headers, whole, delivery)
}

/** Setting the headers of a Response one by one costs ten times as much as passing them at once. */
function withHeaders(
  answer: Response,
  headers: Record<string, string>,
  whole: WholePage | undefined,
  { cookies }: Delivery,
) {
  const response = whole
    ? new Response(whole.html, { status: answer.status, headers: { ...headers, ...whole.headers } })
    : answer
  if (!whole)
    for (const [name, value] of Object.entries(headers)) if (!answer.headers.has(name)) answer.headers.set(name, value)
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** Replaces React Router's own text for a failed resource route. */
async function render(request: Request, services: Services, delivery: Delivery) {
  const response = await handlePage(request, createContext(services, delivery))
  const { rejected, preview, isDataRequest } = delivery.page
  if (rejected && isDataRequest) return answerData(rejected)
  if (preview) return renderPreview(request, services, delivery, preview)
  const answer = rejected ? await renderRejected(request, services, delivery) : response
  if (delivery.handle || (answer.status !== 405 && answer.status !== 500)) return answer
  const sentence = answer.status === 405 ? 'There’s no form at this address.' : 'Something went wrong on our side.'
  return createProblemResponse(answer.status, sentence, services, { id: delivery.page.requestId })
}

/** The page is then asked for as a document. The sentence is the specification's. */
const answerData = ({ isUnread, unlock }: RejectedRequest) =>
  new Response(isUnread || unlock ? asDocument : `${asDocument} ${admin.denied}`, { status: isUnread ? 503 : 403 })

/** Renders the page for rejected requests, with the same cookies. */
function renderRejected({ url, headers }: Request, services: Services, delivery: Delivery) {
  const request = new Request(new URL(rejectedPath, url), { headers: { Cookie: headers.get('Cookie') ?? '' } })
  return handlePage(request, createContext(services, delivery))
}

/** Without cookies: as a visitor who is not signed in sees it. A link would open a window, which a preview may not. */
async function renderPreview({ url, method }: Request, services: Services, delivery: Delivery, preview: Preview) {
  const { pattern } = delivery
  const { content } = preview
  const context = createContext({ ...services, content, clinic: services.clinic.with(content) }, delivery)
  const response = await handlePage(new Request(new URL(preview.path, url), { method }), context)
  delivery.pattern = pattern
  const { whole } = delivery
  if (!whole) return new Response(withoutActs(await response.text()), response)
  whole.html = Buffer.from(withoutActs(whole.html.toString()))
  return response
}

/** What its policy forbids would be an error in the console each time. */
const withoutActs = (html: string) =>
  html
    .replace('<head>', '<head><base target="_blank"/>')
    .replaceAll(/<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '')
    .replaceAll(/(<[^>]*) autofocus=""/gi, '$1')

/** For requests that reach no page. */
function rejectRequest(request: Request, url: URL, services: Services) {
  if (isCrossSite(request, url))
    return createProblemResponse(403, 'This form was sent from another website, so we didn’t accept it.', services)
  if (!methods.includes(request.method))
    return createProblemResponse(405, 'This address doesn’t accept this kind of request.', services, {
      headers: { Allow: methods.join(', ') },
    })
  return rejectUnreadableUrl(url, services)
}

/** React Router would treat PUT, PATCH and DELETE as a posted form. */
const methods = ['GET', 'HEAD', 'POST']

/** React Router would log a URL with a broken escape or a control character, which may contain a token; PostgreSQL fails. */
function rejectUnreadableUrl(url: URL, services: Services) {
  try {
    if (!hasControls(decodeURIComponent(url.pathname))) return undefined
  } catch {
    // A broken escape.
  }
  return createProblemResponse(400, 'We couldn’t read this address.', services)
}

function createContext(services: Services, { page }: Delivery) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(pageContext, page)
  if (import.meta.env.PROD) context.set(releaseContext, build.assets.version)
  return context
}

/** Redirects '/about/' to '/about'. Collapsing slashes keeps '//host/' from redirecting to another host. */
function redirectToCanonicalUrl(request: Request, url: URL) {
  const location = ['GET', 'HEAD'].includes(request.method) ? canonicalAddress(url) : undefined
  return location === undefined ? undefined : new Response(null, { status: 308, headers: { Location: location } })
}

function logRequest(
  { log, metrics }: Services,
  { method }: Request,
  status: number,
  { page, pattern }: Delivery,
  ms: number,
) {
  const { requestId } = page
  metrics.request({ method, route: pattern, status, ms })
  log.info({ requestId, method, route: pattern, status, ms: Math.round(ms) }, 'request')
}
