import { createRequestHandler, type ServerBuild } from 'react-router'
import { handleOf } from '#app/http/page-kind.ts'
import { createDirectHandler, type PageHandler, type Route } from './direct-handler.ts'

/** React Router's handler answers everything; what most visitors ask for has a shorter way to the same answer. */
export function createPageHandlers(build: ServerBuild, mode: string) {
  const anyPage: PageHandler = createRequestHandler(build, mode)
  const direct = new Map<string, PageHandler>()
  // In development React Router's handler brings the CSS too.
  if (mode === 'production')
    for (const way of waysToContentPages(build.routes))
      direct.set(addressOf(way), createDirectHandler(way, build, anyPage))
  return (method: string, pathname: string) => (isDirect(method) && direct.get(pathname)) || anyPage
}

const isDirect = (method: string) => method === 'GET' || method === 'POST'

/** The routes from the root down to each content page whose address has no parameter. */
function waysToContentPages(routes: ServerBuild['routes']) {
  const wayTo = (route: Route | undefined): Route[] => (route ? [...wayTo(routes[route.parentId ?? '']), route] : [])
  return Object.values(routes)
    .filter((route) => route?.module.default && route.path && !/[:*?]/.test(route.path))
    .map(wayTo)
    .filter((way) => handleOf(way.map(({ module }) => module.handle)).page === 'content')
}

const addressOf = (way: Route[]) => `/${way.map(({ path }) => path ?? '').join('/')}`.replace(/\/+/g, '/')
