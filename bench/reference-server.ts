import { fetchExactly } from './fetch-exactly.ts'
import { serveReference } from './reference.ts'

/**
 * The reference of `cached`: a bare node:http listener that writes one constant head and one constant body. Both are
 * what the site answered to one brotli request, header names spelt alike and in the same order, so the wire carries
 * the same bytes. The site runs on the same node:http and answers cached pages before Hono, on Node's own objects;
 * what it does more is look up the page, look for cookies that matter, compare ETag and Accept-Encoding, and put the
 * head together.
 */
const [url = ''] = process.argv.slice(2)
const { rawHeaders, body } = await fetchExactly(url, { 'Accept-Encoding': 'br' })

/** Node writes these itself, here as there. */
const writtenByNode = new Set(['date', 'connection', 'keep-alive'])
const head: Record<string, string> = {}
for (let index = 0; index < rawHeaders.length; index += 2) {
  const name = rawHeaders[index] ?? ''
  if (!writtenByNode.has(name.toLowerCase())) head[name] = rawHeaders[index + 1] ?? ''
}

serveReference((_request, response) => {
  response.writeHead(200, head)
  response.end(body)
})
