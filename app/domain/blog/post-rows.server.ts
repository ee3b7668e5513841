import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import { excerptOf, foldSpace, postPath, shorten, slugOf } from './blog-post.ts'
import type { BlogFeed, FeedItem } from './blog-sources.ts'
import { claimsIn } from './post-claims.server.ts'
import { plainText, sanitizePost } from './post-html.server.ts'

export type PostRow = Selectable<Tables['blogPosts']>

const mostPosts = 50
const mostKept = 500
const longestAuthor = 100
const longestTitle = 200
const longestAddress = 2_000

/** What is stored of a feed. */
export async function postRows(feed: Pick<BlogFeed, 'id' | 'bundled'>, items: FeedItem[]): Promise<PostRow[]> {
  const rows: PostRow[] = []
  // '/blog/all' and '/blog/pictures' are no posts.
  const slugs = new Set(['all', 'pictures'])
  for (const item of items) {
    if (rows.length === mostPosts) break
    // The HTML of a post takes its time; requests are answered in between.
    await yieldToEventLoop()
    const place = feed.bundled ? placeHere(item, slugs) : placeElsewhere(item, rows.length)
    const words = place && wordsOf(item)
    // A post that cannot be read anywhere, or says nothing at all, is none.
    if (!place || !words) continue
    slugs.add(place.slug)
    rows.push({
      feedId: feed.id,
      position: rows.length,
      ...place,
      ...words,
      publishedAt: item.publishedAt ?? null,
      html: feed.bundled ? sanitizePost(item.html) : null,
      pictureSource: webAddress(item.pictureUrl) ?? null,
      pictureId: null,
      claims: JSON.stringify(claimsIn(item)),
      inFeed: 1,
      author: shorten(plainText(item.author ?? ''), longestAuthor) || null,
      words: wordsIn(feed, item),
    })
  }
  return rows
}

/**
 * Posts that the feed no longer brings stay behind those it has, without their pictures, which no page shows. One that
 * the clinic took out of the feed that comes with the program is gone: that feed is a file of its own.
 */
export function keepEarlier(feed: Pick<BlogFeed, 'bundled'>, rows: PostRow[], old: PostRow[]): PostRow[] {
  if (feed.bundled) return rows
  const there = new Set(rows.map(({ url }) => url))
  const kept = old.filter(({ url }) => !there.has(url)).map((row) => ({ ...row, inFeed: 0, pictureId: null }))
  return [...rows, ...kept].slice(0, mostKept).map((row, position) => ({ ...row, position, slug: String(position) }))
}

/** Unknown where the text may be but the beginning of the post. */
function wordsIn({ bundled }: Pick<BlogFeed, 'bundled'>, { html, summary }: FeedItem) {
  const isWhole = bundled || summary === undefined || summary !== html
  const text = isWhole ? plainText(html) : ''
  return text ? text.split(' ').length : null
}

function placeHere(item: FeedItem, taken: Set<string>) {
  const wanted = slugOf(lastSegment(item.link)) || slugOf(plainText(item.title)) || 'post'
  let slug = wanted
  for (let number = 2; taken.has(slug); number += 1) slug = `${wanted}-${number}`
  return { slug, url: postPath(slug) }
}

function placeElsewhere(item: FeedItem, position: number) {
  const url = webAddress(item.link)
  return url && { slug: String(position), url }
}

function wordsOf(item: FeedItem) {
  const text = plainText(item.summary ?? '') || plainText(item.html)
  const title = plainText(item.title) || text
  return title ? { title: shorten(title, longestTitle), excerpt: excerptOf(text) } : undefined
}

function lastSegment(link = '') {
  const segments = URL.parse(link, 'http://feed.invalid')?.pathname.split('/').filter(Boolean) ?? []
  return segments.at(-1) ?? ''
}

/** An address that may stand in a link: http or https, and nothing else. */
function webAddress(address: string | undefined) {
  const url = URL.parse(foldSpace(address ?? ''))
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  return url.href.length <= longestAddress ? url.href : undefined
}
