import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasCookieThatMatters } from '#app/http/cookies.ts'
import type { Metrics } from '#app/metrics/metrics.server.ts'
import type { Pages } from '#app/page-cache/page-cache.server.ts'
import type { ReadyAnswer } from '#app/page-cache/ready-answer.ts'
import type { ReadyFiles } from './ready-files.ts'

/**
 * Answers with bytes that are ready in memory, before anything else looks at the request: a built file, or a page from
 * the cache. False when this request needs more. Works on Node's own objects: building a Request costs more than the
 * whole answer.
 */
export function answerReady(
  { files, pages, metrics }: { files: ReadyFiles; pages: Pages; metrics: Pick<Metrics, 'ready'> },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
  const file = files.get(url)
  const ready = file ?? (hasCookieThatMatters(headers.cookie) ? undefined : pages.find(url))
  if (!ready) return false
  metrics.ready(file ? 'file' : url)

  if (isKnown(headers['if-none-match'], ready.etag)) {
    response.writeHead(304, ready.unchanged).end()
    return true
  }
  const { head, body } = bestOf(ready, headers['accept-encoding'])
  response.writeHead(200, head)
  response.end(method === 'HEAD' ? undefined : body)
  return true
}

/** Compared weakly: 'W/' says nothing here (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string) {
  if (!header) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}

function bestOf({ identity, gzip, brotli }: ReadyAnswer, accepted: string | undefined) {
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
