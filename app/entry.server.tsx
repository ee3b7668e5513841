import { renderToReadableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { NonceProvider } from '#app/http/nonce.ts'
import { findHandle } from '#app/http/page-kind.ts'

export const streamTimeout = 5_000

/** Pages without hydration are rendered to a string, half again as fast as a stream. Hydrated pages stream. */
export default function handleRequest(
  request: Request,
  responseStatus: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const status = failureStatus(router) ?? responseStatus
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const handle = findHandle(router.staticHandlerContext.matches.map(({ route }) => route.handle))
  const page = context.get(pageContext)
  page.rendered(handle)
  const styles = handle.page === 'read' ? page.carryStyles(listStylesheets(router)) : undefined
  // Nothing reads the body of a HEAD response.
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (handle.page !== 'work') {
    const html = insertStyles(renderPage(router, request.url), styles)
    page.rendered(handle, { html, headers: Object.fromEntries(headers) })
    // `rendered` has taken the page already.
    return new Response(null, { status })
  }
  return renderStream(request, { status, headers }, router, context)
}

/**
 * The status of a page that could not be loaded. React Router prefers the status of the form: a patient whose time was
 * taken would get the page of a 503 as a 409.
 */
function failureStatus({ staticHandlerContext: { errors } }: EntryContext) {
  const [error] = Object.values(errors ?? {})
  return isRouteErrorResponse(error) && error.status >= 500 ? error.status : undefined
}

/** Without hydration, its data is left out too, and all other routes, of which a tree would be built for each page. */
export function renderPage(router: EntryContext, url: string) {
  const { manifest, staticHandlerContext } = router
  const matched = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const)
  const unhydrated = {
    ...router,
    manifest: { ...manifest, routes: Object.fromEntries(matched) },
    serverHandoffStream: undefined,
  }
  return `<!doctype html>${renderToString(<ServerRouter context={unhydrated} url={url} />)}`
}

const emptyStyle = '<style></style>'

/** Styles are inserted as bytes, because in the string they would be encoded again for every page. */
function insertStyles(html: string, styles: Buffer | undefined) {
  if (!styles) return Buffer.from(html)
  const place = html.indexOf(emptyStyle) + '<style>'.length
  return Buffer.concat([Buffer.from(html.slice(0, place)), styles, Buffer.from(html.slice(place))])
}

/** In development, styles are linked. */
const listStylesheets = ({ manifest, staticHandlerContext: { matches } }: EntryContext) =>
  import.meta.env.PROD ? matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []) : []

async function renderStream(
  request: Request,
  init: ResponseInit,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, requestId } = context.get(pageContext)
  const { log } = context.get(servicesContext)
  let answered = false
  const body = await renderToReadableStream(
    <NonceProvider value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </NonceProvider>,
    {
      nonce,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error: unknown) {
        // Before the shell is sent, the error reaches handleError.
        if (answered) log.error({ err: error, requestId }, 'a page failed while it was streamed')
      },
    },
  )
  answered = true
  return new Response(body, init)
}

/** The only place that logs a failed request; the visitor sees only the id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  const { requestId } = context.get(pageContext)
  // For example a post to a page without a form: no fault of ours.
  if (isRouteErrorResponse(error) && error.status < 500)
    return log.debug({ status: error.status, requestId }, 'refused')
  log.error({ err: error, requestId }, 'a page failed')
}
