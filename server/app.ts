import type { HttpBindings } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { pageContext, servicesContext, type WholePage } from '#app/http/context.ts'
import { hasControls } from '#app/domain/shared/control-characters.ts'
import type { Services } from '#app/services.server.ts'
import { limitForms, queueRequests } from './load-shedding.ts'
import { health } from './middleware/health.ts'
import { renewedCookies, withPlainCookies } from './middleware/host-cookies.ts'
import { clientAddressOf, isFromElsewhere, withPublicUrl } from './middleware/origin.ts'
import { metrics } from './middleware/metrics.ts'
import { plainProblem } from './middleware/plain-problem.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { type Delivery, isForEverybody, newDelivery, pageHeaders } from './page-delivery.ts'
import { pageExpiry } from './page-expiry.ts'

export { emailSamples } from '#app/mail/render-outbox-email.ts'
// Plain Node cannot load the jobs, since emails are written in React.
export { jobs } from '#app/jobs/handlers.server.ts'
export { startSchedule } from '#app/jobs/schedule.server.ts'
export { startDatabaseWatch } from '#app/jobs/watch-database.server.ts'
export { startMailWatch } from '#app/jobs/watch-mail.server.ts'
export { createLimitedServer } from './load-shedding.ts'
export { sendProblem } from './middleware/plain-problem.ts'
export { answerReady } from './ready-answers.ts'
export { readBuiltFiles } from './ready-files.ts'

// React Router ranks the routes once if it gets the build itself, and at every request if it gets a function.
const handlePage = createRequestHandler(await import('virtual:react-router/server-build'), import.meta.env.MODE)

/** The whole site over HTTP; the same in development and in production. */
export function createApp(services: Services) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  health(app, services)
  metrics(app, services)
  // What is there was answered already.
  app.get('/assets/*', (c) => c.text('Not found', 404, { ...fixedHeaders, 'Cache-Control': 'no-store' }))
  const compressed = compress()
  // Only looking at an answer's headers already costs, so who accepts nothing is not asked.
  app.use((c, next) => (c.req.raw.headers.has('Accept-Encoding') ? compressed(c, next) : next()))
  app.use(queueRequests(services))
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', limitForms(services))
  app.all('*', (c) => servePage(c.req.raw, c.env.incoming.socket.remoteAddress, services))
  app.onError((err, c) => {
    const requestId = randomUUID()
    services.log.error({ err, requestId }, 'a request failed')
    services.metrics.request({ method: c.req.method, route: undefined, status: 500, ms: 0 })
    return plainProblem(500, 'Something went wrong on our side.', services, requestId)
  })
  return app
}

/** A request whose Host or target is no address. */
export const badRequest = (services: Services) => plainProblem(400, 'We couldn’t read this request.', services)

async function servePage(raw: Request, socketAddress: string | undefined, services: Services) {
  const { config, pages } = services
  const request = withPlainCookies(withPublicUrl(raw, config), config.secure)
  const url = new URL(request.url)
  const delivery = newDelivery(request, clientAddressOf(request.headers, socketAddress, config), config)
  delivery.cookies.push(...renewedCookies(raw.headers.get('Cookie'), config.secure))
  const startedAt = performance.now()
  // Taken before rendering: what the page shows is as old as this.
  const version = pages.version()
  const renderedAt = Date.now()
  const answer = refusal(request, url, services) ?? tidied(request, url) ?? (await render(request, services, delivery))

  const { status } = answer
  const forEverybody = isForEverybody(request, url, status, delivery)
  const headers = pageHeaders(delivery, config, { status, forEverybody })
  logRequest(services, request, status, delivery, performance.now() - startedAt)
  const { whole, handle } = delivery
  // Let go now: kept here, pages outlived the young heap, and full collections came four times as often.
  delivery.whole = undefined
  if (forEverybody && whole && handle?.page === 'content') {
    const page = { ...whole, headers: { ...headers, ...whole.headers }, topics: handle.shows, version }
    // The first visitor does not wait for the compression of everybody's copy.
    pages
      .store(url.pathname, { ...page, expiresAt: Math.min(pageExpiry(renderedAt), delivery.goodUntil) })
      .catch((err: unknown) => services.log.error({ err }, 'a page could not be cached'))
  }
  return withHeaders(isFollowedByScript(request, answer) ? sayWhere(answer) : answer, headers, whole, delivery)
}

/** A script cannot see where a redirect leads, and following it would use up the flash of the page it wants to show. */
const isFollowedByScript = (request: Request, answer: Response) =>
  answer.status === 303 && request.headers.has('X-Enhanced')

const sayWhere = ({ headers }: Response) => new Response(null, { status: 204, headers })

/** A page of one string comes with plain headers: setting those of a Response one by one costs ten times as much. */
function withHeaders(
  answer: Response,
  headers: Record<string, string>,
  whole: WholePage | undefined,
  { cookies }: Delivery,
) {
  if (whole)
    return withCookies(
      new Response(whole.html, { status: answer.status, headers: { ...headers, ...whole.headers } }),
      cookies,
    )
  for (const [name, value] of Object.entries(headers)) if (!answer.headers.has(name)) answer.headers.set(name, value)
  return withCookies(answer, cookies)
}

function withCookies(answer: Response, cookies: string[]) {
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
}

/** What React Router says of a resource that has no page to show it on is replaced by our own words. */
async function render(request: Request, services: Services, delivery: Delivery) {
  const asked = await handlePage(request, contextOf(services, delivery))
  const answer = delivery.instead ? await showInstead(delivery.instead, request, services, delivery) : asked
  if (delivery.handle || (answer.status !== 405 && answer.status !== 500)) return answer
  const sentence = answer.status === 405 ? 'There’s no form at this address.' : 'Something went wrong on our side.'
  return plainProblem(answer.status, sentence, services, delivery.page.requestId)
}

/** A page of ours in place of what was asked for, with the same cookies. */
function showInstead(address: string, { url, headers }: Request, services: Services, delivery: Delivery) {
  const request = new Request(new URL(address, url), { headers: { Cookie: headers.get('Cookie') ?? '' } })
  return handlePage(request, contextOf(services, delivery))
}

/** What never reaches a page. */
function refusal(request: Request, url: URL, services: Services) {
  if (isFromElsewhere(request, url))
    return plainProblem(403, 'This form was sent from another website, so we didn’t accept it.', services)
  if (!methods.includes(request.method)) return otherMethod(services)
  return unreadable(url, services)
}

/** React Router would take PUT, PATCH and DELETE for a posted form. */
const methods = ['GET', 'HEAD', 'POST']

function otherMethod(services: Services) {
  const answer = plainProblem(405, 'This address doesn’t accept this kind of request.', services)
  answer.headers.set('Allow', methods.join(', '))
  return answer
}

/**
 * An address with a broken escape or a control character names nothing: React Router would print it, PostgreSQL chokes
 * on it, and it can hold a token.
 */
function unreadable(url: URL, services: Services) {
  try {
    if (!hasControls(decodeURIComponent(url.pathname))) return undefined
  } catch {
    // A broken escape.
  }
  return plainProblem(400, 'We couldn’t read this address.', services)
}

function contextOf(services: Services, { page }: Delivery) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(pageContext, page)
  return context
}

/** One address for each page: '/about/' moves to '/about'. Collapsed slashes keep it from leading to another host. */
function tidied(request: Request, { pathname, search }: URL) {
  if (!['GET', 'HEAD'].includes(request.method) || pathname === '/' || !pathname.endsWith('/')) return undefined
  const tidy = pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '') || '/'
  return new Response(null, { status: 308, headers: { Location: `${tidy}${search}` } })
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
