import {
  createStaticHandler,
  type EntryContext,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'

export type Route = NonNullable<ServerBuild['routes'][string]>

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * Renders one content page by React Router's static handler, as its data mode does. The request handler would try all
 * routes one after the other, twice, and encode for hydration what the loaders said: a quarter of the time of a page
 * that never hydrates. What is out of the ordinary is asked anew of `otherwise`: a GET may be, and so errors are logged
 * and shown in one way only.
 */
export function createDirectHandler(way: Route[], build: ServerBuild, otherwise: PageHandler): PageHandler {
  const { query } = createStaticHandler(nested(way))
  const { assets, entry, future, ssr, isSpaMode, routeDiscovery } = build
  const only = <Each>(all: Record<string, Each>) => Object.fromEntries(way.map(({ id }) => [id, all[id]])) as typeof all
  const routeModules = Object.fromEntries(way.map(({ id, module }) => [id, module]))
  const manifest = { ...assets, routes: only(assets.routes) }
  const fixed = { manifest, routeModules, future, ssr, isSpaMode, routeDiscovery, branches: [] }

  return async (request, context) => {
    const answer = await query(request, {
      requestContext: context,
      async generateMiddlewareResponse(load) {
        const loaded = await load(request)
        if (!('loaderData' in loaded)) return loaded
        // Which headers of loaders reach the visitor is for React Router to say.
        if (loaded.errors || Object.keys(loaded.loaderHeaders).length > 0) return otherwise(request, context)
        const entryContext: EntryContext = { ...fixed, staticHandlerContext: loaded }
        try {
          return await entry.module.default(request, loaded.statusCode, new Headers(), entryContext, context)
        } catch {
          return otherwise(request, context)
        }
      },
    })
    return answer as Response
  }
}

function nested([route, ...below]: Route[]): RouteObject[] {
  if (!route) return []
  const { id, path, module } = route
  const { loader, middleware, handle } = module
  return [{ id, path, loader, middleware, handle, children: nested(below) } as RouteObject]
}
