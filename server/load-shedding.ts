import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { importsPath, mostFileBytes } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { mostPictureBytes, takesPictures } from '#app/domain/pictures/picture.ts'
import { isUpload } from '#app/http/uploaded-file.server.ts'
import type { Services } from '#app/services.server.ts'
import { importsPage } from '#content/pages/admin-imports.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { createProblemResponse } from './middleware/problem-response.ts'

// Every limit of a process on its clients. Defense against slow or hostile crowds beyond that is the proxy's task:
// docs/operations.md, "What the site alone withstands".

type Middleware = MiddlewareHandler<{ Bindings: HttpBindings }>

const maxConnections = 5_000

/** A thousand simultaneous visitors are served within seconds; more would wait until they give up. */
const queueLimits = { maxActive: 100, maxBegunPerTurn: 5, maxWaiting: 2_000, timeoutMs: 20_000 }
const retryAfterSeconds = '5'

/** The longest form has much less. */
const maxFormBytes = 256 * 1024
const mostPictureUpload = 200 * 1024 * 1024
/** More fields than any form has; parsing and rendering a field costs far more than its bytes. */
const maxFormFields = 1_000

/** Node's server with time-outs and a limit of connections; it closes further ones at once. */
export function createLimitedServer({ metrics }: Pick<Services, 'metrics'>) {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    // For a whole request, a form or file included.
    requestTimeout: 60_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 10_000,
  })
  server.maxConnections = maxConnections
  // Closes a connection whose client stops reading, and frees the response.
  server.setTimeout(30_000)
  server.on('drop', () => metrics.rejected('connection'))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') metrics.rejected('timeout')
    answerClientError(error, socket)
  })
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  })
  metrics.watchLoad('connections', () => connections)
  return server
}

/** For a request that is not HTTP, has too long headers, or is too slow. */
function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Duplex) {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  const [status, sentence] = clientErrors[code] ?? ['400 Bad Request', 'We couldn’t read this request.']
  // Discards the rest of the request, and does not wait for the client to close its side.
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
  const length = Buffer.byteLength(sentence)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${sentence}`,
  )
}

const clientErrors: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'This address is too long. Please go back and shorten it.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'This form is too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This request took too long.'],
}

/** When the queue is full, or a request waited too long, the response is 503. */
export function queueRequests(services: Services): Middleware {
  const queue = createRequestQueue(queueLimits)
  services.metrics.watchLoad('waiting', queue.waiting)
  services.metrics.watchLoad('working', queue.active)
  return async (c, next) => {
    const rejection = await queue.enter()
    if (rejection) {
      services.metrics.rejected(rejection)
      const sentence = 'Too many people are using this website right now, so we couldn’t process your request.'
      return createProblemResponse(503, sentence, services, { headers: { 'Retry-After': retryAfterSeconds } })
    }
    try {
      // The client may have disconnected while the request waited.
      return c.env.outgoing.destroyed ? c.body(null) : await next()
    } finally {
      queue.leave()
    }
  }
}

type QueueLimits = { maxActive: number; maxBegunPerTurn: number; maxWaiting: number; timeoutMs: number }

/** Works on `maxActive` requests at once; they begin in the order in which they came. */
export function createRequestQueue({ maxActive, maxBegunPerTurn, maxWaiting, timeoutMs }: QueueLimits) {
  const waiting = new Set<() => void>()
  let active = 0
  let isScheduled = false

  /** Resolves when the request may begin, or with the reason why it may not. */
  async function enter(): Promise<'queue-full' | 'queue-timeout' | undefined> {
    if (waiting.size >= maxWaiting) return 'queue-full'
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer)
        resolve(undefined)
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        resolve('queue-timeout')
      }, timeoutMs)
      waiting.add(begin)
      schedule()
    })
  }

  function leave() {
    active -= 1
    schedule()
  }

  function schedule() {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(beginSome)
  }

  /** Begins few per turn of the event loop, so that connections, probes and cached pages are served in between. */
  function beginSome() {
    isScheduled = false
    let begun = 0
    for (const begin of waiting) {
      if (active >= maxActive) return
      if (begun === maxBegunPerTurn) return schedule()
      waiting.delete(begin)
      active += 1
      begun += 1
      begin()
    }
  }

  return { enter, leave, waiting: () => waiting.size, active: () => active }
}

/** Buffers a form before any code sees it. An uploaded file is streamed. */
export function limitForms(services: Services): Middleware {
  const forms = bodyLimit({ maxSize: maxFormBytes, onError: () => rejectTooLong('This form is too long.', services) })
  const megabytes = mostFileBytes / 1024 / 1024
  const files = bodyLimit({
    maxSize: mostFileBytes + maxFormBytes,
    onError: () => rejectTooLong(importsPage.tooLarge(megabytes), services),
  })
  // The page itself rejects one that is too large, with what else was typed; beyond this, nothing is read.
  const pictures = bodyLimit({
    maxSize: mostPictureUpload,
    onError: () => rejectTooLong(picturesWords.problems['too-large'](mostPictureBytes / 1024 / 1024), services),
  })
  return async (c, next) => {
    if (isFileFor((path) => path === importsPath, c.req)) return files(c, next)
    if (isFileFor(takesPictures, c.req)) return pictures(c, next)
    let body = new ArrayBuffer()
    try {
      const rejection = await forms(c, async () => void (body = await c.req.arrayBuffer()))
      if (rejection) return rejection
    } catch {
      // The client disconnected.
      return c.body(null, 400)
    }
    if (hasTooManyFields(body)) return rejectTooLong('This form is too long.', services)
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body })
    return next()
  }
}

/** Few routes accept a file. A chunked request has no declared length, so it counts as a form. */
const isFileFor = (accepts: (path: string) => boolean, { path, raw }: HonoRequest) =>
  // A hydrated page posts to its address with '.data'.
  accepts(path.replace(/\.data$/, '')) && isUpload(raw) && raw.headers.has('Content-Length')

const hasTooManyFields = (body: ArrayBuffer) =>
  Buffer.from(body)
    .toString('latin1')
    .split('&', maxFormFields + 1).length > maxFormFields

/** The rest of the form is not read, so the connection cannot carry another request. */
const rejectTooLong = (sentence: string, services: Services) =>
  createProblemResponse(413, sentence, services, { headers: { Connection: 'close' } })
