import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import { toExcerpt, collapseWhitespace, postPath, truncate, toSlug } from './blog-post.ts'
import { findPostClaims } from './post-claims.server.ts'
import { toPlainText, sanitizePost } from './post-html.server.ts'

export type PostRow = Selectable<Tables['blogPosts']>

const maxPosts = 50
const maxStored = 500
const maxAuthorLength = 100
const maxTitleLength = 200
const maxAddressLength = 2_000

export async function createPostRows(feed: Pick<FeedReader, 'id' | 'bundled'>, items: FeedItem[]): Promise<PostRow[]> {
  const rows: PostRow[] = []
  // Routes of ours, not posts.
  const slugs = new Set(['all', 'pictures'])
  for (const item of items) {
    if (rows.length === maxPosts) break
    // Sanitizing takes long; let requests run in between.
    await yieldToEventLoop()
    const place = feed.bundled ? toLocalAddress(item, slugs) : toOutsideAddress(item, rows.length)
    const words = place && toTitleAndExcerpt(item)
    // Skip a post without an address or without text.
    if (!place || !words) continue
    slugs.add(place.slug)
    rows.push({
      feedId: feed.id,
      position: rows.length,
      ...place,
      ...words,
      publishedAt: item.publishedAt ?? null,
      html: feed.bundled ? sanitizePost(item.html) : null,
      pictureSource: parseWebAddress(item.pictureUrl) ?? null,
      pictureId: null,
      claims: JSON.stringify(findPostClaims(item)),
      inFeed: 1,
      author: truncate(toPlainText(item.author ?? ''), maxAuthorLength) || null,
      words: countWords(feed, item),
    })
  }
  return rows
}

/**
 * Posts that left the feed follow the current ones, without their pictures. The bundled feed is a file of the clinic,
 * so a post removed from it is gone.
 */
export function appendEarlierPosts(feed: Pick<FeedReader, 'bundled'>, rows: PostRow[], old: PostRow[]): PostRow[] {
  if (feed.bundled) return rows
  const there = new Set(rows.map(({ url }) => url))
  const kept = old.filter(({ url }) => !there.has(url)).map((row) => ({ ...row, inFeed: 0, pictureId: null }))
  return [...rows, ...kept].slice(0, maxStored).map((row, position) => ({ ...row, position, slug: String(position) }))
}

/** Null if the text may be only the beginning of the post. */
function countWords({ bundled }: Pick<FeedReader, 'bundled'>, { html, summary }: FeedItem) {
  const isWhole = bundled || summary === undefined || summary !== html
  const text = isWhole ? toPlainText(html) : ''
  return text ? text.split(' ').length : null
}

function toLocalAddress(item: FeedItem, taken: Set<string>) {
  const wanted = toSlug(getLastSegment(item.link)) || toSlug(toPlainText(item.title)) || 'post'
  let slug = wanted
  for (let number = 2; taken.has(slug); number += 1) slug = `${wanted}-${number}`
  return { slug, url: postPath(slug) }
}

function toOutsideAddress(item: FeedItem, position: number) {
  const url = parseWebAddress(item.link)
  return url && { slug: String(position), url }
}

function toTitleAndExcerpt(item: FeedItem) {
  const text = toPlainText(item.summary ?? '') || toPlainText(item.html)
  const title = toPlainText(item.title) || text
  return title ? { title: truncate(title, maxTitleLength), excerpt: toExcerpt(text) } : undefined
}

function getLastSegment(link = '') {
  const segments = URL.parse(link, 'http://feed.invalid')?.pathname.split('/').filter(Boolean) ?? []
  return segments.at(-1) ?? ''
}

/** Only http and https. */
function parseWebAddress(address: string | undefined) {
  const url = URL.parse(collapseWhitespace(address ?? ''))
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  return url.href.length <= maxAddressLength ? url.href : undefined
}
