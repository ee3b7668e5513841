import { createEtag, isUnchanged } from '#app/etag.ts'

/** When this process first had this content, by the path where it is. Each is one of a few files. */
const seen = new Map<string, { etag: string; since: number }>()

/**
 * A file with ETag and Last-Modified, or 304 for who has it (RFC 9110, 13.2.2: If-None-Match counts before
 * If-Modified-Since).
 */
export function answerDated(request: Request, body: string, headers: Record<string, string>): Response {
  const { pathname } = new URL(request.url)
  const etag = createEtag(body)
  const known = seen.get(pathname)
  const since = known?.etag === etag ? known.since : Math.floor(Date.now() / 1000) * 1000
  seen.set(pathname, { etag, since })
  const dated = { ...headers, ETag: etag, 'Last-Modified': new Date(since).toUTCString() }
  return isKnown(request.headers, etag, since)
    ? new Response(null, { status: 304, headers: dated })
    : new Response(body, { headers: dated })
}

function isKnown(headers: Headers, etag: string, since: number) {
  const tags = headers.get('If-None-Match')
  if (tags !== null) return isUnchanged(tags, etag)
  return Date.parse(headers.get('If-Modified-Since') ?? '') >= since
}
