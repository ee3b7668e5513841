import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fetchOutside } from '#app/integrations/outside/fetch-outside.server.ts'
import { fetchPicture, type Picture } from '#app/integrations/outside/fetch-picture.server.ts'
import { converterRequest, parseConverted } from './converter.ts'
import type { FeedItem } from './feed-entries.ts'
import { parseItems } from './feed-formats.ts'
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
    readFeed: () => readFeed(place, { ...bounds, trusted }),
    fetchPicture: (address) => fetchPicture(address, { trusted, timeoutMs: options.timeoutMs }),
  }
}

type Bounds = Limits & { trusted: string[] }

async function readFeed(
  { url, bundled, converterUrl, publicFeedUrl }: FeedSource,
  bounds: Bounds,
): Promise<FeedAnswer> {
  const feedUrl = (bundled && publicFeedUrl) || url
  const answer = converterUrl
    ? await get(converterRequest(converterUrl, feedUrl), 'application/json', bounds)
    : url.startsWith('file:')
      ? await readFeedFile(url, bounds)
      : await get(url, feedTypes, bounds)
  if (!answer.ok) return answer
  const text = decodeFeed(answer.body, answer.contentType)
  const items = converterUrl ? parseConverted(text, feedUrl) : parseItems(text, answer.url)
  return items ? { ok: true, items } : { ok: false, reason: 'malformed' }
}

const feedTypes = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

type SourceAnswer = { ok: true; body: Buffer; url: string; contentType?: string } | { ok: false; reason: string }

/** The operator may configure any path, so every failure is a value. */
async function readFeedFile(url: string, { maxBytes }: Limits): Promise<SourceAnswer> {
  try {
    const file = new URL(url)
    const about = await stat(file)
    // Reading a pipe or a device might never end.
    if (!about.isFile()) return { ok: false, reason: 'not-a-file' }
    if (about.size > maxBytes) return { ok: false, reason: 'too-large' }
    return { ok: true, body: await readFile(file), url }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { ok: false, reason: isMissing ? 'no-such-file' : 'unreadable-file' }
  }
}

async function get(address: string, accept: string, bounds: Bounds): Promise<SourceAnswer> {
  const answer = await fetchOutside(address, { ...bounds, headers: { accept } })
  if (!answer.ok) return answer
  const { status, body, url, headers } = answer
  if (status < 200 || status > 299) return { ok: false, reason: `status-${status}` }
  return { ok: true, body, url, contentType: headers['content-type'] }
}

function getOrigin(address: string | undefined) {
  const url = address === undefined ? null : URL.parse(address)
  return url?.protocol.startsWith('http') ? url.origin : undefined
}
