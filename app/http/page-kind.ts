/** What a cached page shows beyond fixed content; changing it purges the pages that name it. */
export type PageTopic = 'clinic' | 'catalogue' | 'blog' | 'booking'

/**
 * The one property of a route that decides how its page is delivered.
 * 'content': plain HTML without framework script, anonymous visitors get it from the page cache.
 * 'work': rendered per request and hydrated.
 * 'admin': rendered per request, never stored, and without framework script: plain forms that a small script makes nicer.
 */
export type RouteHandle = { page: 'content'; shows: PageTopic[] } | { page: 'work' } | { page: 'admin' }

export const contentPage = ({ shows = [] }: { shows?: PageTopic[] } = {}): RouteHandle => ({
  page: 'content',
  // The shell on every page shows phone, hours and notice.
  shows: ['clinic', ...shows],
})

export const workPage = (): RouteHandle => ({ page: 'work' })

export const adminPage = (): RouteHandle => ({ page: 'admin' })

/** The innermost route that says so decides; a page that says nothing is content. */
export function findHandle(handles: unknown[]): RouteHandle {
  return handles.findLast((handle): handle is RouteHandle => isRouteHandle(handle)) ?? contentPage()
}

const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'page' in handle
