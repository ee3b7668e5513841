import { setImmediate as giveTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import { excerptOf, foldSpace, latestCount, postPath, shorten, slugOf } from './blog-post.ts'
import type { BlogFeed, FeedItem } from './blog-sources.ts'
import { claimsIn } from './post-claims.server.ts'
import { plainText, sanitizePost } from './post-html.server.ts'

export type PostRow = Selectable<Tables['blog_posts']>

const mostBundledPosts = 50
const longestTitle = 200
const longestAddress = 2_000

/** What is stored of a feed: of the bundled one every post, of another one what the blog page shows. */
export async function postRows(feed: Pick<BlogFeed, 'id' | 'bundled'>, items: FeedItem[]): Promise<PostRow[]> {
  const rows: PostRow[] = []
  const slugs = new Set<string>()
  const most = feed.bundled ? mostBundledPosts : latestCount
  for (const item of items) {
    if (rows.length === most) break
    // The HTML of a post takes its time; requests are answered in between.
    await giveTurn()
    const place = feed.bundled ? placeHere(item, slugs) : placeElsewhere(item, rows.length)
    const words = place && wordsOf(item)
    // A post that cannot be read anywhere, or says nothing at all, is none.
    if (!place || !words) continue
    slugs.add(place.slug)
    rows.push({
      feed_id: feed.id,
      position: rows.length,
      ...place,
      ...words,
      published_at: item.publishedAt ?? null,
      html: feed.bundled ? sanitizePost(item.html) : null,
      picture_source: webAddress(item.pictureUrl) ?? null,
      picture_id: null,
      claims: JSON.stringify(claimsIn(item)),
    })
  }
  return rows
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
