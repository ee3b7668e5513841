import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { portOf } from './connections.ts'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** How a hosted service responds to a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

type SeenRequest = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }

/** A local server in place of a hosted service, such as a feed, a converter or stock photos, including failures. */
export type HostedService = {
  origin: string
  /** Every request so far, oldest first. */
  requests: SeenRequest[]
  /** Changes how it responds. */
  answerWith(answer: Answer): void
  close(): Promise<void>
}

export async function startHostedService(answer: Answer = answerText('')): Promise<HostedService> {
  const requests: SeenRequest[] = []
  let current = answer
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service.test')
    requests.push({ path: url.pathname, query: url.searchParams, headers: request.headers })
    current(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    requests,
    answerWith(next) {
      current = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Responses that hang on purpose would keep it open forever.
        server.closeAllConnections()
      }),
  }
}

/** An origin on this machine where no server listens. */
export async function refusingOrigin() {
  const service = await startHostedService()
  await service.close()
  return service.origin
}

export const answerText =
  (body: string | Uint8Array, type = 'text/plain', headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)

export const answerJson = (value: unknown) => answerText(JSON.stringify(value), 'application/json')

export const answerStatus =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end('not today')

export const answerRedirect =
  (location: string): Answer =>
  (_, response) =>
    response.writeHead(302, { location }).end()

/** Responds by path, with a 404 for any other. */
export const answerByPath =
  (answers: Record<string, Answer>): Answer =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service.test')
    const answer = answers[pathname] ?? answerStatus(404)
    answer(request, response)
  }

/** Accepts the connection and never responds. */
export const answerNever: Answer = () => {}

/** Sends its headers, then a byte now and then: no single wait is long, but the response never ends. */
export const answerDripping: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/xml' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

/** Announces more bytes than it sends, then hangs up. */
export const answerCutOff: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/xml', 'content-length': '1000' })
  response.write('<rss>')
  setTimeout(() => response.destroy(), 10)
}

/** A few kilobytes that decompress to this many megabytes. */
export const answerGzipBomb = (megabytes: number) =>
  answerText(gzipSync(Buffer.alloc(megabytes * 1024 * 1024, ' ')), 'text/xml', { 'content-encoding': 'gzip' })

export type ExampleItem = {
  title: string
  link: string
  pubDate?: string
  description?: string
  /** The URL of an image, for the enclosure. */
  picture?: string
}

/** An RSS 2.0 feed with these items. */
export function rssFeed(items: ExampleItem[]) {
  const entries = items.map(
    ({ title, link, pubDate, description, picture }) => `<item>
      <title>${escapeXml(title)}</title>
      <link>${escapeXml(link)}</link>
      ${pubDate ? `<pubDate>${escapeXml(pubDate)}</pubDate>` : ''}
      ${description ? `<description>${escapeXml(description)}</description>` : ''}
      ${picture ? `<enclosure url="${escapeXml(picture)}" type="image/png" length="0"/>` : ''}
    </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>
    <title>Example</title><link>https://blog.example/</link><description>Example</description>
    ${entries.join('\n')}</channel></rss>`
}

export const answerRss = (items: ExampleItem[]) => answerText(rssFeed(items), 'application/rss+xml')

/** A response of the feed converter, as its contract has it: times in UTC without a zone, and all fields. */
export const answerConverted = (items: Omit<ExampleItem, 'picture'>[], status = 'ok'): Answer => {
  const { answer, request: asked } = converterContract
  const [example] = answer.items
  const converted = items.map((item) => ({ ...example, pubDate: '', description: '', ...item }))
  const body = answerJson({ ...answer, status, items: converted })
  const known = Object.keys(asked.query)
  return (request, response) =>
    known.every((name) => new URL(request.url ?? '/', 'http://service.test').searchParams.get(name))
      ? body(request, response)
      : response.writeHead(422).end('{"status":"error","message":"`rss_url` parameter is required."}')
}

/** A response of the stock-photo service, which refuses what its contract refuses. */
export const answerPhoto = (regular: string, more: object = {}) =>
  asPhotosContract(answerJson({ id: 'photo', urls: { regular, full: `${regular}?full` }, ...more }))

function asPhotosContract(answer: Answer): Answer {
  const { headers, query, path } = photosContract.request
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.test')
    const refuse = (status: number) => void response.writeHead(status).end()
    if (!request.headers.authorization?.startsWith(headers.authorization!.replace('{key}', ''))) return refuse(401)
    if (request.headers['accept-version'] !== headers['accept-version']) return refuse(400)
    const topics = query.query!.split(' | ')
    const isKnown =
      searchParams.size === 2 &&
      topics.includes(searchParams.get('query') ?? '') &&
      searchParams.get('orientation') === query.orientation
    return pathname.endsWith(path) && isKnown ? answer(request, response) : refuse(400)
  }
}

/** The smallest complete PNG file, followed by `padding` bytes. */
export const examplePng = (padding = 0) =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(padding),
  ])

/** Items numbered from 1, newest first. */
export const exampleItems = (count: number, about: Partial<ExampleItem> = {}): ExampleItem[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Post ${index + 1}`,
    link: `https://blog.example/post-${index + 1}`,
    pubDate: new Date(Date.UTC(2023, 9, 28 - index, 15)).toUTCString(),
    description: `<p>Text of post ${index + 1}, with <b>bold</b> words.</p>`,
    ...about,
  }))

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * The contracts of outside services, written from the vendors' documentation and copied byte by byte: what we send is
 * compared with them, never with what our code says.
 */
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../contracts/${name}.json`, import.meta.url), 'utf8'))

const request = { method: z.string(), path: z.string(), headers: z.record(z.string(), z.string()) }

export const relayContract = z
  .object({
    request: z.object({ ...request, body: z.record(z.string(), z.string()), only_these_keys: z.literal(true) }),
    template_params: z.record(z.enum(['contact', 'order', 'newsletter']), z.array(z.string())),
    refusals: z.array(z.object({ status: z.number(), body: z.string(), when: z.string() })),
  })
  .parse(read('relay'))

export const converterContract = z
  .object({
    request: z.object({ query: z.record(z.string(), z.string()) }),
    answer: z.looseObject({ items: z.array(z.looseObject({ title: z.string(), pubDate: z.string() })) }),
  })
  .parse(read('converter'))

export const photosContract = z
  .object({ request: z.object({ ...request, query: z.record(z.string(), z.string()) }), rules: z.array(z.string()) })
  .parse(read('photos'))

export const schedulingContract = z.object({ iframe: z.object({ src: z.string() }) }).parse(read('scheduling'))
