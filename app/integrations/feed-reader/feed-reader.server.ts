import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fetchOutside } from '#app/integrations/outside/fetch-outside.server.ts'
import { fetchPicture, type Picture } from '#app/integrations/outside/fetch-picture.server.ts'
import { converterRequest, parseConverted } from './converter.ts'
import { absolute, parseItems } from './feed-formats.ts'
import type { FeedItem } from './feed-item.ts'
import { decodeFeed } from './feed-text.ts'

type FeedAnswer = { ok: true; items: FeedItem[] } | { ok: false; reason: string }

export type FeedReader = {
  /** Stays the same as long as the same feed is read the same way. */
  id: string
  /** Whether this is the feed that comes with the program, whose posts are readable here. */
  bundled: boolean
  readFeed(): Promise<FeedAnswer>
  /** A picture that the feed names; the feed's own origin is trusted, other addresses must be public. */
  fetchPicture(address: string): Promise<Picture | undefined>
}

type FeedPlace = { url: string; bundled: boolean; converterUrl?: string }

const limits = { timeoutMs: 10_000, mostBytes: 2 * 1024 * 1024 }

/** Reads one feed: from http(s), from a file, or through the feed-to-JSON converter. */
export function createFeedReader(
  { url, bundled, converterUrl }: FeedPlace,
  options: Partial<typeof limits> = {},
): FeedReader {
  const bounds = { ...limits, ...options }
  const trusted = [url, converterUrl].flatMap((address) =>
    address?.startsWith('http') ? [new URL(address).origin] : [],
  )

  async function readFeed(): Promise<FeedAnswer> {
    if (converterUrl) return readConverted(converterRequest(converterUrl, url), url, { ...bounds, trusted })
    if (url.startsWith('file:')) return readFromFile(new URL(url), bounds.mostBytes)
    return readFromWeb(url, { ...bounds, trusted })
  }

  return {
    id: createHash('sha256')
      .update(JSON.stringify([url, converterUrl ?? null]))
      .digest('hex')
      .slice(0, 16),
    // What a converter answers are somebody's posts elsewhere, whatever it was asked for.
    bundled: bundled && !converterUrl,
    readFeed,
    fetchPicture: (address) => fetchPicture(address, { trusted, timeoutMs: bounds.timeoutMs }),
  }
}

type Bounds = typeof limits & { trusted: string[] }

async function readFromWeb(url: string, bounds: Bounds): Promise<FeedAnswer> {
  const headers = {
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
  }
  const answer = await get(url, { ...bounds, headers })
  if (!answer.ok) return answer
  return outcome(parseItems(decodeFeed(answer.body, answer.headers['content-type']), answer.url))
}

async function readConverted(address: string, feedUrl: string, bounds: Bounds): Promise<FeedAnswer> {
  const answer = await get(address, { ...bounds, headers: { accept: 'application/json' } })
  if (!answer.ok) return answer
  return outcome(parseConverted(answer.body.toString())?.map((item) => absolute(item, feedUrl)))
}

async function readFromFile(file: URL, mostBytes: number): Promise<FeedAnswer> {
  try {
    const { size } = await stat(file)
    if (size > mostBytes) return { ok: false, reason: 'too-large' }
    return outcome(parseItems(decodeFeed(await readFile(file)), file.href))
  } catch {
    return { ok: false, reason: 'unreachable' }
  }
}

async function get(url: string, options: Bounds & { headers: Record<string, string> }) {
  const answer = await fetchOutside(url, options)
  if (!answer.ok) return answer
  return answer.status >= 200 && answer.status < 300
    ? answer
    : ({ ok: false, reason: `status-${answer.status}` } as const)
}

const outcome = (items: FeedItem[] | undefined): FeedAnswer =>
  items ? { ok: true, items } : { ok: false, reason: 'malformed' }
