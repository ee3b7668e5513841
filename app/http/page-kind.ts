/** Changing a topic purges the cached pages that show it. */
export type PageTopic = 'clinic' | 'content' | 'pictures' | 'catalogue' | 'stock' | 'blog' | 'booking'

/**
 * How a route's page is delivered.
 * 'read': without framework script, and cached for anonymous visitors.
 * 'work': rendered per request, and hydrated.
 */
export type RouteHandle = { page: 'read'; shows: PageTopic[] } | { page: 'work' }

export const readPage = ({ shows = [] }: { shows?: PageTopic[] } = {}): RouteHandle => ({
  page: 'read',
  // Every page shows phone, hours and notice, and has texts and pictures that are changed in the dashboard.
  shows: ['clinic', 'content', 'pictures', ...shows],
})

export const workPage = (): RouteHandle => ({ page: 'work' })

/** The innermost handle decides; a page to read is the default. */
export function findHandle(handles: unknown[]): RouteHandle {
  return handles.findLast((handle): handle is RouteHandle => isRouteHandle(handle)) ?? readPage()
}

const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'page' in handle
