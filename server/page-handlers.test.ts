import { data, redirect, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createPageHandlers } from './page-handlers.ts'

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

/** A build of a root and one page, whose document is what the handlers hand to entry.server. */
function siteOf(page: Partial<RouteModule>, root: Partial<RouteModule> = {}) {
  const handleError = vi.fn()
  const document = vi.fn<ServerBuild['entry']['module']['default']>(
    (_request, status, _headers, { staticHandlerContext: { loaderData, errors } }) =>
      Response.json({ loaderData, failed: errors !== null }, { status }),
  )
  const routes = {
    root: { id: 'root', path: '', module: { default: () => null, ...root } },
    page: { id: 'page', parentId: 'root', path: 'about', module: { default: () => null, ...page } },
    other: { id: 'other', parentId: 'root', path: 'about/:name', module: { default: () => null } },
  }
  const build = {
    entry: { module: { default: document, handleError } },
    routes,
    assets: { routes, entry: { imports: [], module: '' }, url: '', version: '' },
    future: {},
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
  const handlerFor = createPageHandlers(build, 'production')
  const ask = (path: string) =>
    handlerFor('GET', path)(new Request(`http://clinic.example${path}`), new RouterContextProvider())
  return { ask, document, handleError }
}

/** Routes that entry.server hears of: the way to the page, or all there are. */
const routesOf = ({ document }: ReturnType<typeof siteOf>) =>
  Object.keys(document.mock.lastCall?.[3].routeModules ?? {})

test('a content page with a fixed address is rendered with nothing but the routes on the way to it', async () => {
  const site = siteOf({ loader: () => 'loaded' })
  expect(await (await site.ask('/about')).json()).toEqual({ loaderData: { page: 'loaded' }, failed: false })
  expect(routesOf(site)).toEqual(['root', 'page'])
})

test.each(['/About', '/about/someone'])('%s is left to the handler that knows every route', async (path) => {
  const site = siteOf({})
  await site.ask(path)
  expect(routesOf(site)).toEqual(['root', 'page', 'other'])
})

test('a hydrated page is left to the handler that encodes its data', async () => {
  const site = siteOf({ handle: { page: 'work' } })
  await site.ask('/about')
  expect(site.document.mock.lastCall?.[3].serverHandoffStream).toBeDefined()
})

test('middleware runs, and a redirect of a loader is the answer', async () => {
  const middleware = vi.fn()
  const site = siteOf({ loader: () => redirect('/elsewhere') }, { middleware: [middleware] })
  expect((await site.ask('/about')).headers.get('Location')).toBe('/elsewhere')
  expect(middleware).toHaveBeenCalledOnce()
})

test("a loader's status is kept, and its headers are for React Router to hand on", async () => {
  const site = siteOf({
    loader: () => data('later', { status: 503, headers: { 'Set-Cookie': 'a=b' } }),
  })
  const answer = await site.ask('/about')
  expect(answer.status).toBe(503)
  expect(site.document.mock.lastCall?.[2].get('Set-Cookie')).toBe('a=b')
})

test('a failing loader is reported once and shown by an error page', async () => {
  const failure = new Error('broken')
  const site = siteOf({ loader: () => Promise.reject(failure) })
  expect((await site.ask('/about')).status).toBe(500)
  expect(site.handleError.mock.calls.map(([error]) => error)).toEqual([failure])
  expect(site.document.mock.lastCall?.[3].staticHandlerContext.errors).not.toBeNull()
})

test('a page that cannot be rendered is reported once and shown by an error page', async () => {
  const failure = new Error('broken')
  const site = siteOf({})
  site.document.mockImplementation((_request, status, _headers, { staticHandlerContext: { errors } }) => {
    if (!errors) throw failure
    return new Response(null, { status })
  })
  expect((await site.ask('/about')).status).toBe(500)
  expect(site.handleError.mock.calls.map(([error]) => error)).toEqual([failure])
})
