const anyOrigin = 'http://clinic.invalid'

/** The page to open after signing in, from a URL that others can forge: only a path of this site passes. */
export function safeRedirectPath(wanted: string | null | undefined): string | undefined {
  if (!wanted?.startsWith('/') || wanted.length > 500) return undefined
  const url = URL.parse(wanted, anyOrigin)
  if (url?.origin !== anyOrigin || /^\/(login|logout|\/)/.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}`
}
