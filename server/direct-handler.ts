import {
  createStaticHandler,
  type EntryContext,
  isRouteErrorResponse,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'

export type Route = NonNullable<ServerBuild['routes'][string]>

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

type Loaded = EntryContext['staticHandlerContext']

/**
 * Answers for one content page by React Router's static handler, as its data mode does. The request handler would try
 * all routes one after the other, twice, and encode for hydration what loaders and actions said: a quarter of the time
 * of a page that never hydrates. What is out of the ordinary is asked anew of `otherwise`: a GET may be, and so errors
 * are logged and shown in one way only. A post may not, so what it needs of that is done here.
 */
export function createDirectHandler(way: Route[], build: ServerBuild, otherwise: PageHandler): PageHandler {
  const { query } = createStaticHandler(nested(way))
  const { assets, entry, future, ssr, isSpaMode, routeDiscovery } = build
  const only = <Each>(all: Record<string, Each>) => Object.fromEntries(way.map(({ id }) => [id, all[id]])) as typeof all
  const routeModules = Object.fromEntries(way.map(({ id, module }) => [id, module]))
  const manifest = { ...assets, routes: only(assets.routes) }
  const fixed = { manifest, routeModules, future, ssr, isSpaMode, routeDiscovery, branches: [] }
  const boundary = way.findLast(({ module }) => module.ErrorBoundary) ?? way[0]

  return async (request, context) => {
    const render = (loaded: Loaded, headers = new Headers()) => {
      const entryContext: EntryContext = { ...fixed, staticHandlerContext: loaded }
      return entry.module.default(request, loaded.statusCode, headers, entryContext, context)
    }
    const report = (error: unknown) => entry.module.handleError?.(error, { request, context, params: {} })

    async function answerGet(loaded: Loaded) {
      // Which headers of loaders reach the visitor is for React Router to say.
      if (loaded.errors || Object.keys(loaded.loaderHeaders).length > 0) return otherwise(request, context)
      try {
        return await render(loaded)
      } catch {
        return otherwise(request, context)
      }
    }

    /** What was posted was done, or failed, and must not be tried again. */
    async function answerPost(loaded: Loaded) {
      for (const error of Object.values(loaded.errors ?? {})) if (isFault(error)) report(error)
      try {
        return await render(loaded, cookiesOf(loaded))
      } catch (error) {
        report(error)
        const errors = boundary && { [boundary.id]: error }
        return render({ ...loaded, statusCode: 500, errors: errors ?? null }, cookiesOf(loaded))
      }
    }

    const answer = await query(request, {
      requestContext: context,
      async generateMiddlewareResponse(load) {
        const loaded = await load(request)
        if (!('loaderData' in loaded)) return loaded
        return request.method === 'POST' ? answerPost(loaded) : answerGet(loaded)
      },
    })
    return answer as Response
  }
}

/** As React Router has it: what a loader or an action answered on purpose, with a status, is none. */
const isFault = (error: unknown) => !isRouteErrorResponse(error) || ('error' in error && error.error !== undefined)

/** Of a route without a `headers` of its own, and only such routes are here, nothing else reaches the visitor. */
function cookiesOf({ actionHeaders, loaderHeaders }: Loaded) {
  const headers = new Headers()
  for (const said of [...Object.values(actionHeaders), ...Object.values(loaderHeaders)])
    for (const cookie of said.getSetCookie()) headers.append('Set-Cookie', cookie)
  return headers
}

function nested([route, ...below]: Route[]): RouteObject[] {
  if (!route) return []
  const { id, path, module } = route
  const { loader, action, middleware, handle, ErrorBoundary } = module
  // Where an error shows; it is rendered from the route's module.
  const shown = { loader, action, middleware, handle, ErrorBoundary: ErrorBoundary && (() => null) }
  return [{ id, path, ...shown, children: nested(below) } as RouteObject]
}
