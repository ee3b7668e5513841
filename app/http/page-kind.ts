/** Changing a topic purges the cached pages that show it. */
export type PageTopic = 'clinic' | 'catalogue' | 'blog' | 'booking'

/**
 * How a route's page is delivered.
 * 'content': without framework script, and cached for anonymous visitors.
 * 'work': rendered per request and hydrated.
 * 'admin': rendered per request, never stored, without framework script.
 */
export type RouteHandle = { page: 'content'; shows: PageTopic[] } | { page: 'work' } | { page: 'admin' }

export const contentPage = ({ shows = [] }: { shows?: PageTopic[] } = {}): RouteHandle => ({
  page: 'content',
  // Every page shows phone, hours and notice.
  shows: ['clinic', ...shows],
})

export const workPage = (): RouteHandle => ({ page: 'work' })

export const adminPage = (): RouteHandle => ({ page: 'admin' })

/** The innermost handle decides; content is the default. */
export function findHandle(handles: unknown[]): RouteHandle {
  return handles.findLast((handle): handle is RouteHandle => isRouteHandle(handle)) ?? contentPage()
}

const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'page' in handle
