/** Where a page really is; undefined if that was asked for. */
export function canonicalAddress(url: Pick<URL, 'pathname' | 'search'>): string | undefined {
  const { pathname, search } = withoutTrailing(url)
  const path = pathname.endsWith('/') ? pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '') || '/' : pathname
  return path === url.pathname && search === url.search ? undefined : `${path}${search}`
}

/** What stands around a link in a text, where mail apps and people miss its end. No signed link ends in any of it. */
const around = /(?:[.,;:!)\]}>'"]|%(?:29|5D|7D|3E|22|27|2C|E2%80%9[9D]|C2%BB))+$/i

/** Of the links that we mail, only that to the login has a query. A search may end in anything. */
function withoutTrailing({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
  if (search === '') return { pathname: pathname.replace(around, ''), search }
  return { pathname, search: pathname === '/login' ? search.replace(around, '') : search }
}
