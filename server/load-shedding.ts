import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { importsPath, mostFileBytes } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { isUpload } from '#app/http/uploaded-file.server.ts'
import type { Services } from '#app/services.server.ts'
import { importsPage } from '#content/pages/admin-imports.ts'
import { plainProblem } from './middleware/plain-problem.ts'

// Everything that bounds what visitors can ask of a process. What slow or hostile crowds need beyond is the proxy's:
// docs/operations.md, "What the site alone withstands".

type Middleware = MiddlewareHandler<{ Bindings: HttpBindings }>

/** Many more than a clinic has visitors. */
const maxConnections = 5_000

/** Some thousand visitors at once are served within seconds; more would only wait until they give up. */
const queueLimits = { maxActive: 100, maxBegunPerTurn: 5, maxWaiting: 2_000, timeoutMs: 20_000 }
const retryAfterSeconds = 5

/** The longest form that people fill in here, with room. */
const maxFormBytes = 256 * 1024
/** More fields than any form has; each costs far more than its bytes where they are read and shown again. */
const maxFormFields = 1_000

/** Node's server with its own time-outs and a limit of connections; those beyond it are closed at once. */
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
  // A visitor who stops reading does not hold an answer in memory for ever.
  server.setTimeout(30_000)
  server.on('drop', () => metrics.refused('connection'))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') metrics.refused('timeout')
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

/** A request that is no HTTP, too long in its head or too slow: a sentence, for whoever reads it. */
function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Duplex) {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  const [status, sentence] = clientErrors[code] ?? ['400 Bad Request', 'We couldn’t read this request.']
  // The rest of the request is thrown away, and the socket does not wait for the client to close its side.
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

/** Requests that need work wait in one queue. When it is full, or a request waited too long, the answer is 503. */
export function queueRequests(services: Services): Middleware {
  const queue = createRequestQueue(queueLimits)
  services.metrics.watchLoad('waiting', queue.waiting)
  services.metrics.watchLoad('working', queue.active)
  return async (c, next) => {
    const rejection = await queue.enter()
    if (rejection) {
      services.metrics.refused(rejection)
      const sentence = 'Too many people are using this website right now, so we couldn’t process your request.'
      const response = plainProblem(503, sentence, services)
      response.headers.set('Retry-After', String(retryAfterSeconds))
      return response
    }
    try {
      // The visitor may have gone away while the request waited.
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

  /** Few in one turn of the event loop: between turns, connections are accepted, and probes and cached pages answered. */
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

/** Reads a form whole before any code sees it. A file goes through as it arrives, and only the admin’s is kept. */
export function limitForms(services: Services): Middleware {
  const forms = bodyLimit({ maxSize: maxFormBytes, onError: () => tooLong('This form is too long.', services) })
  const megabytes = mostFileBytes / 1024 / 1024
  const files = bodyLimit({
    maxSize: mostFileBytes + maxFormBytes,
    onError: () => tooLong(importsPage.tooLarge(megabytes), services),
  })
  return async (c, next) => {
    if (isImportedFile(c.req)) return files(c, next)
    let body = new ArrayBuffer()
    try {
      const rejection = await forms(c, async () => void (body = await c.req.arrayBuffer()))
      if (rejection) return rejection
    } catch {
      // The sender went away in the middle.
      return c.body(null, 400)
    }
    if (hasTooManyFields(body)) return tooLong('This form is too long.', services)
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body })
    return next()
  }
}

/** Only one address takes a file. A chunked request does not say how long it is, so it counts as a form. */
const isImportedFile = ({ path, raw }: HonoRequest) =>
  path === importsPath && isUpload(raw) && raw.headers.has('Content-Length')

const hasTooManyFields = (body: ArrayBuffer) =>
  Buffer.from(body)
    .toString('latin1')
    .split('&', maxFormFields + 1).length > maxFormFields

/** The rest of the form is never read, so the connection cannot carry another request. */
function tooLong(sentence: string, services: Services) {
  const response = plainProblem(413, sentence, services)
  response.headers.set('Connection', 'close')
  return response
}
