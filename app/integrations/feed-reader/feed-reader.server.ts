import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fetchOutside } from '#app/integrations/outside/fetch-outside.server.ts'
import { fetchPicture, type Picture } from '#app/integrations/outside/fetch-picture.server.ts'
import { converterRequest, parseConverted } from './converter.ts'
import type { FeedItem } from './feed-entries.ts'
import { resolveEntry, parseItems } from './feed-formats.ts'
import { decodeFeed } from './feed-text.ts'

type FeedAnswer = { ok: true; items: FeedItem[] } | { ok: false; reason: string }

export type FeedReader = {
  /** Stable for the same feed read the same way. */
  id: string
  /** Whether this is the bundled feed, whose posts are readable here. */
  bundled: boolean
  /** The bundled feed itself, when a converter reads it. */
  source?: FeedReader
  readFeed(): Promise<FeedAnswer>
  /** The feed's own origin is trusted; other addresses must be public. */
  fetchPicture(address: string): Promise<Picture | undefined>
}

type FeedSource = {
  url: string
  bundled: boolean
  converterUrl?: string
  /** Our public address of the bundled feed, for the converter. */
  publicFeedUrl?: string
}

const limits = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 }
type Limits = typeof limits

export function createFeedReader(place: FeedSource, options: Partial<Limits> = {}): FeedReader {
  const { url, bundled, converterUrl } = place
  const bounds = { ...limits, ...options }
  const trusted = [getOrigin(url), getOrigin(converterUrl)].filter((origin) => origin !== undefined)
  return {
    id: createHash('sha256')
      .update(JSON.stringify([url, converterUrl ?? null]))
      .digest('hex')
      .slice(0, 16),
    // Posts from a converter always link elsewhere, even for the bundled feed.
    bundled: bundled && !converterUrl,
    ...(bundled && converterUrl && { source: createFeedReader({ url, bundled }, options) }),
    readFeed: () => readSource(place, { ...bounds, trusted }),
    fetchPicture: (address) => fetchPicture(address, { trusted, timeoutMs: options.timeoutMs }),
  }
}

type Bounds = Limits & { trusted: string[] }

function readSource({ url, bundled, converterUrl, publicFeedUrl }: FeedSource, bounds: Bounds) {
  if (converterUrl) return readConverted(converterUrl, (bundled && publicFeedUrl) || url, bounds)
  return url.startsWith('file:') ? readFromFile(url, bounds) : readFromWeb(url, bounds)
}

async function readFromWeb(url: string, bounds: Bounds): Promise<FeedAnswer> {
  const headers = {
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
  }
  const answer = await get(url, { ...bounds, headers })
  if (!answer.ok) return answer
  return toAnswer(parseItems(decodeFeed(answer.body, answer.headers['content-type']), answer.url))
}

async function readConverted(converterUrl: string, feedUrl: string, bounds: Bounds): Promise<FeedAnswer> {
  const address = converterRequest(converterUrl, feedUrl)
  const answer = await get(address, { ...bounds, headers: { accept: 'application/json' } })
  if (!answer.ok) return answer
  return toAnswer(
    parseConverted(decodeFeed(answer.body, answer.headers['content-type']))?.map((item) => resolveEntry(item, feedUrl)),
  )
}

async function readFromFile(url: string, { maxBytes }: Limits): Promise<FeedAnswer> {
  const answer = await readFeedFile(url, maxBytes)
  return answer.ok ? toAnswer(parseItems(decodeFeed(answer.body), url)) : answer
}

/** The operator may configure any path, so every failure is a value. */
async function readFeedFile(address: string, maxBytes: number) {
  try {
    const file = new URL(address)
    const about = await stat(file)
    // Reading a pipe or a device might never end.
    if (!about.isFile()) return { ok: false, reason: 'not-a-file' } as const
    if (about.size > maxBytes) return { ok: false, reason: 'too-large' } as const
    return { ok: true, body: await readFile(file) } as const
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { ok: false, reason: isMissing ? 'no-such-file' : 'unreadable-file' } as const
  }
}

async function get(url: string, options: Bounds & { headers: Record<string, string> }) {
  const answer = await fetchOutside(url, options)
  if (!answer.ok) return answer
  return answer.status >= 200 && answer.status < 300
    ? answer
    : ({ ok: false, reason: `status-${answer.status}` } as const)
}

const toAnswer = (items: FeedItem[] | undefined): FeedAnswer =>
  items ? { ok: true, items } : { ok: false, reason: 'malformed' }

function getOrigin(address: string | undefined) {
  const url = address === undefined ? null : URL.parse(address)
  return url?.protocol.startsWith('http') ? url.origin : undefined
}
