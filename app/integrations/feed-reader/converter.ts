import { z } from 'zod'
import { parseFeedDate } from './feed-date.ts'
import type { FeedEntry } from './feed-entries.ts'
import { maxItems } from './feed-item.ts'
import { parseJson } from './feed-text.ts'

/** What the feed-to-JSON converter answers when it could read the feed. */
const answer = z.object({ status: z.literal('ok'), items: z.array(z.unknown()) })

// One odd item must not cost the others.
const text = z.string().optional().catch(undefined)
const item = z.object({ title: text, link: text, pubDate: text, description: text })

/**
 * Undefined when it is not the converter's contract, its status is anything but 'ok', or there are items
 * and not one that says something.
 */
export function parseConverted(body: string): FeedEntry[] | undefined {
  const given = answer.safeParse(parseJson(body)).data?.items
  const items = given?.slice(0, maxItems).flatMap((entry) => {
    const { title = '', link, pubDate, description = '' } = item.safeParse(entry).data ?? {}
    return title || link || description
      ? [{ title, links: [link], publishedAt: parseFeedDate(pubDate), html: description }]
      : []
  })
  return items?.length || given?.length === 0 ? items : undefined
}

export function converterRequest(converterUrl: string, feedUrl: string) {
  const address = new URL(converterUrl)
  // A file has no address that another machine could read, and its path is nobody's business.
  const feed = feedUrl.startsWith('file:') ? feedUrl.slice(feedUrl.lastIndexOf('/') + 1) : feedUrl
  address.searchParams.set('rss_url', feed)
  return address.href
}
