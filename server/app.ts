import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { fetchPostPicturesJob } from '#app/jobs/fetch-post-pictures.server.ts'
import { readFeedJob } from '#app/jobs/read-feed.server.ts'
import { sendLetterJob } from '#app/jobs/send-letter.server.ts'
import { sweepJob } from '#app/jobs/sweep.server.ts'
import type { JobHandlers } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { health } from './middleware/health.ts'
import { clientAddressOf, isFromElsewhere, withPublicUrl } from './middleware/origin.ts'
import { plainProblem } from './middleware/plain-problem.ts'
import { assets } from './middleware/assets.ts'
import { type Delivery, isForEverybody, newDelivery, pageHeaders } from './page-delivery.ts'
import { pageExpiry } from './page-expiry.ts'

/** What the worker runs; it needs the bundle because letters are written in React. */
export const jobs: JobHandlers<Services> = {
  'send-letter': sendLetterJob,
  'read-feed': readFeedJob,
  'fetch-post-pictures': fetchPostPicturesJob,
  sweep: sweepJob,
}

export { startSchedule } from '#app/jobs/schedule.server.ts'
export { answerFromCache } from './cached-pages.ts'

const renderPage = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE)

/** Longest form anyone fills in here, with room; a post beyond it is refused while it arrives. */
const mostBodyBytes = 256 * 1024

/** The whole site over HTTP; the same in development and in production. */
export function createApp(services: Services) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  health(app, services)
  assets(app)
  app.use(compress())
  app.use(bodyLimit({ maxSize: mostBodyBytes, onError: () => tooLong(services) }))
  app.all('*', (c) => servePage(c.req.raw, c.env.incoming.socket.remoteAddress, services))
  app.onError((err) => {
    services.log.error({ err }, 'a request failed')
    return plainProblem(500, 'Something went wrong on our side.', services)
  })
  return app
}

/** The rest of the form is never read, so the connection cannot carry another request. */
function tooLong(services: Services) {
  const answer = plainProblem(413, 'This form is too long.', services)
  answer.headers.set('Connection', 'close')
  return answer
}

async function servePage(raw: Request, socketAddress: string | undefined, services: Services) {
  const { config, pages } = services
  const request = withPublicUrl(raw, config)
  const delivery = newDelivery(request, clientAddressOf(request.headers, socketAddress, config))
  const startedAt = performance.now()
  const version = pages.version()
  const answer = isFromElsewhere(request)
    ? plainProblem(403, 'This form was sent from another website, so we did not accept it.', services)
    : (tidied(request) ?? (await renderPage(request, contextOf(services, delivery))))

  const forEverybody = isForEverybody(request, answer, delivery)
  const headers = pageHeaders(delivery, config, forEverybody)
  for (const [name, value] of Object.entries(headers)) if (!answer.headers.has(name)) answer.headers.set(name, value)
  for (const cookie of delivery.cookies) answer.headers.append('Set-Cookie', cookie)
  logRequest(services, request, answer, delivery, performance.now() - startedAt)
  if (!forEverybody) return answer

  const html = await answer.text()
  const topics = delivery.handle?.page === 'content' ? delivery.handle.shows : []
  const page = { html, headers: Object.fromEntries(answer.headers), topics, version, expiresAt: pageExpiry(Date.now()) }
  // The first visitor does not wait for the compression of everybody's copy.
  void pages.store(new URL(request.url).pathname, page)
  return new Response(html, answer)
}

function contextOf(services: Services, { page }: Delivery) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(pageContext, page)
  return context
}

/** One address for each page: '/about/' moves to '/about'. Collapsed slashes keep it from leading to another host. */
function tidied(request: Request) {
  const { pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || pathname === '/' || !pathname.endsWith('/')) return undefined
  const tidy = pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '') || '/'
  return new Response(null, { status: 308, headers: { Location: `${tidy}${search}` } })
}

function logRequest(
  { log }: Services,
  request: Request,
  { status }: Response,
  { page, pattern }: Delivery,
  ms: number,
) {
  const { requestId } = page
  log.info({ requestId, method: request.method, route: pattern, status, ms: Math.round(ms) }, 'request')
}
