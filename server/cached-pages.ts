import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedPage, Pages } from '#app/page-cache/page-cache.server.ts'
import { hasCookieThatMatters } from '#app/http/cookies.ts'

/**
 * Answers from the page cache before anything else looks at the request; false when this request needs more.
 * Works on Node's own objects: building a Request costs more than the whole answer.
 */
export function answerFromCache(pages: Pages, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
  const page = pages.find(url)
  if (!page || hasCookieThatMatters(headers.cookie)) return false

  if (headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, { ...page.headers, ETag: page.etag }).end()
    return true
  }
  const { body, encoding } = bestBody(page, headers['accept-encoding'])
  const sent: Record<string, string | number> = { ...page.headers, ETag: page.etag, 'Content-Length': body.length }
  if (encoding) sent['Content-Encoding'] = encoding
  response.writeHead(200, sent)
  response.end(method === 'HEAD' ? undefined : body)
  return true
}

function bestBody(page: CachedPage, accepted: string | undefined) {
  if (accepts(accepted, 'br')) return { body: page.brotli, encoding: 'br' }
  if (accepts(accepted, 'gzip')) return { body: page.gzip, encoding: 'gzip' }
  return { body: page.identity, encoding: undefined }
}

/** 'gzip;q=0' is a refusal (RFC 9110, 12.5.3). */
function accepts(header: string | undefined, encoding: string) {
  if (!header) return false
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
