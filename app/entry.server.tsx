import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { type RenderToPipeableStreamOptions, renderToPipeableStream, renderToString } from 'react-dom/server'
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

/** Pages that are not hydrated are one string, half again as fast as a stream; hydrated ones hand their data over in one. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const handle = findHandle(router.staticHandlerContext.matches.map(({ route }) => route.handle))
  const page = context.get(pageContext)
  page.rendered(handle)
  const styles = handle.page === 'content' ? page.carryStyles(listStylesheets(router)) : undefined
  // Nobody would read a body, nor end its stream.
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (handle.page !== 'work') {
    const html = insertStyles(renderPage(router, request.url), styles)
    page.rendered(handle, { html, headers: Object.fromEntries(headers) })
    // The whole page went its way above; a Response would only be taken apart again.
    return new Response(null, { status })
  }
  return renderStream(request, status, headers, router, context)
}

/** A page that is not hydrated, its styles left out. Without scripts nobody reads the data that hydration would. */
export function renderPage(router: EntryContext, url: string) {
  const unhydrated = { ...router, serverHandoffStream: undefined }
  return `<!doctype html>${renderToString(<ServerRouter context={unhydrated} url={url} />)}`
}

const emptyStyle = '<style></style>'

/** As bytes that are ready: within the string, they would be copied and encoded anew for every page. */
function insertStyles(html: string, styles: Buffer | undefined) {
  if (!styles) return Buffer.from(html)
  const place = html.indexOf(emptyStyle) + '<style>'.length
  return Buffer.concat([Buffer.from(html.slice(0, place)), styles, Buffer.from(html.slice(place))])
}

/** Those of the root, then those of the page itself; in development they are linked. */
const listStylesheets = ({ manifest, staticHandlerContext: { matches } }: EntryContext) =>
  import.meta.env.PROD ? matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []) : []

function renderStream(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, requestId } = context.get(pageContext)
  const { log } = context.get(servicesContext)
  // Search engines get the page whole.
  const ready: keyof RenderToPipeableStreamOptions = isbot(request.headers.get('User-Agent'))
    ? 'onAllReady'
    : 'onShellReady'
  return new Promise<Response>((resolve, reject) => {
    let answered = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        [ready]() {
          answered = true
          const body = new PassThrough()
          body.once('close', () => clearTimeout(patience))
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError: reject,
        onError(error: unknown) {
          // Before the shell is out the error reaches handleError by itself.
          if (answered) log.error({ err: error, requestId }, 'a page failed while it was streamed')
        },
      },
    )
    const patience = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** The one place where a request's failure is logged; the visitor sees only the id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = context.get(servicesContext)
  const { requestId } = context.get(pageContext)
  // A post to a page without a form, and the like: the visitor's doing, not a fault of ours.
  if (isRouteErrorResponse(error) && error.status < 500)
    return log.debug({ status: error.status, requestId }, 'refused')
  log.error({ err: error, requestId }, 'a page failed')
}
