import { data, redirect, RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { createPageHandlers } from './page-handlers.ts'

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

/** A build of a root and one page, whose document is what the handlers hand to entry.server. */
function siteOf(page: Partial<RouteModule>, root: Partial<RouteModule> = {}) {
  const handleError = vi.fn()
  const document = vi.fn<ServerBuild['entry']['module']['default']>(
    (_request, status, _headers, { staticHandlerContext: { loaderData, actionData, errors } }) =>
      Response.json({ loaderData, ...(actionData && { actionData }), failed: errors !== null }, { status }),
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
  const ask = (path: string, method = 'GET') =>
    handlerFor(method, path)(new Request(`http://clinic.example${path}`, { method }), new RouterContextProvider())
  const post = (path: string) => ask(path, 'POST')
  return { ask, post, document, handleError }
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

describe('a post to a content page with a fixed address', () => {
  test('does what it is for, then shows the page, with nothing but the routes on the way to it', async () => {
    const done: string[] = []
    const site = siteOf({
      action: () => data(done.push('action'), 409),
      loader: () => done.push('loader'),
    })
    const answer = await site.post('/about')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({ loaderData: { page: 2 }, actionData: { page: 1 }, failed: false })
    expect(done).toEqual(['action', 'loader'])
    expect(routesOf(site)).toEqual(['root', 'page'])
    expect(site.document.mock.lastCall?.[3].serverHandoffStream).toBeUndefined()
  })

  test.each(['returns', 'throws'])('leads where its action says that %s a redirect', async (how) => {
    const site = siteOf({
      action() {
        if (how === 'throws') throw redirect('/elsewhere', 303)
        return redirect('/elsewhere', 303)
      },
    })
    const answer = await site.post('/about')
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/elsewhere'])
  })

  test('sets the cookies of action and loader', async () => {
    const setting = (cookie: string) => () => data('', { headers: { 'Set-Cookie': cookie, 'X-Other': 'x' } })
    const site = siteOf({ action: setting('a=1'), loader: setting('b=2') })
    await site.post('/about')
    const headers = site.document.mock.lastCall?.[2]
    expect([headers?.getSetCookie(), headers?.get('X-Other')]).toEqual([['a=1', 'b=2'], null])
  })

  test('that fails is tried once, reported once and shown by an error page', async () => {
    const failure = new Error('broken')
    const action = vi.fn(() => Promise.reject(failure))
    const site = siteOf({ action }, { ErrorBoundary: () => null })
    expect((await site.post('/about')).status).toBe(500)
    expect(action).toHaveBeenCalledOnce()
    expect(site.handleError.mock.calls.map(([error]) => error)).toEqual([failure])
    expect(site.document.mock.lastCall?.[3].staticHandlerContext.errors).toEqual({ root: failure })
  })

  test('that refuses with a status of its own is shown by an error page and no fault of ours', async () => {
    const site = siteOf({
      action() {
        throw data('not here', 404)
      },
    })
    expect((await site.post('/about')).status).toBe(404)
    expect(site.handleError).not.toHaveBeenCalled()
  })

  test('whose page cannot be rendered is done once, reported once and shown by an error page', async () => {
    const failure = new Error('broken')
    const action = vi.fn(() => 'done')
    const site = siteOf({ action }, { ErrorBoundary: () => null })
    site.document.mockImplementation((_request, status, _headers, { staticHandlerContext: { errors } }) => {
      if (!errors) throw failure
      return new Response(null, { status })
    })
    expect((await site.post('/about')).status).toBe(500)
    expect(action).toHaveBeenCalledOnce()
    expect(site.handleError.mock.calls.map(([error]) => error)).toEqual([failure])
    expect(site.document.mock.lastCall?.[3].staticHandlerContext.errors).toEqual({ root: failure })
  })

  test('is refused where there is no form', async () => {
    const site = siteOf({})
    expect((await site.post('/about')).status).toBe(405)
  })
})
