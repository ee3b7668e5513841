const anyOrigin = 'http://clinic.invalid'

/** Where somebody wanted to go before they signed in: a page of ours, whatever an address says that others made up. */
export function safeRedirectPath(wanted: string | null | undefined): string | undefined {
  if (!wanted?.startsWith('/') || wanted.length > 500) return undefined
  const url = URL.parse(wanted, anyOrigin)
  if (url?.origin !== anyOrigin || /^\/(login|logout|\/)/.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}`
}
