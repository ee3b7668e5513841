import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasCookieThatMatters } from '#app/http/cookies.ts'
import type { Metrics } from '#app/metrics/metrics.server.ts'
import type { Pages } from '#app/page-cache/page-cache.server.ts'
import { isUnchanged } from '#app/etag.ts'
import type { CachedResponse } from '#app/page-cache/cached-response.ts'
import type { BuiltFiles } from './built-files.ts'

/**
 * Sends a built file or a cached page from memory, before any other code sees the request. Returns false if there is
 * none. Uses Node's own objects, because building a Request costs more than the whole response.
 */
export function sendCachedResponse(
  { files, pages, metrics }: { files: BuiltFiles; pages: Pages; metrics: Pick<Metrics, 'ready'> },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
  const file = files.get(url)
  const cached = file ?? (hasCookieThatMatters(headers.cookie) ? undefined : pages.find(url))
  if (!cached) return false
  metrics.ready(file ? 'file' : url)

  if (isUnchanged(headers['if-none-match'], cached.etag)) {
    response.writeHead(304, cached.unchanged).end()
    return true
  }
  const { head, body } = chooseEncoding(cached, headers['accept-encoding'])
  response.writeHead(200, head)
  response.end(method === 'HEAD' ? undefined : body)
  return true
}

function chooseEncoding({ identity, gzip, brotli }: CachedResponse, accepted: string | undefined) {
  if (brotli && accepts(accepted, 'br')) return brotli
  if (gzip && accepts(accepted, 'gzip')) return gzip
  return identity
}

/** 'gzip;q=0' is a refusal (RFC 9110, 12.5.3). */
function accepts(header: string | undefined, encoding: string) {
  if (!header) return false
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
