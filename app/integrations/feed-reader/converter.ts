import { z } from 'zod'
import { parseFeedDate } from './feed-date.ts'
import { type FeedItem, maxItems } from './feed-entries.ts'
import { resolveEntry } from './feed-formats.ts'
import { parseJson } from './feed-text.ts'

const answer = z.object({ status: z.literal('ok'), items: z.array(z.unknown()) })

// An invalid item must not discard the others.
const text = z.string().optional().catch(undefined)
const item = z.object({ title: text, link: text, pubDate: text, description: text })

/** Undefined if the answer breaks the contract, its status is not 'ok', or none of its items has content. */
export function parseConverted(body: string, feedUrl: string): FeedItem[] | undefined {
  const given = answer.safeParse(parseJson(body)).data?.items
  const items = given?.slice(0, maxItems).flatMap((entry) => {
    const { title = '', link, pubDate, description = '' } = item.safeParse(entry).data ?? {}
    return title || link || description
      ? [resolveEntry({ title, links: [link], publishedAt: parseFeedDate(pubDate), html: description }, feedUrl)]
      : []
  })
  return items?.length || given?.length === 0 ? items : undefined
}

export function converterRequest(converterUrl: string, feedUrl: string) {
  const address = new URL(converterUrl)
  // Another machine can't read a file, and its path is private: send only the name.
  const feed = feedUrl.startsWith('file:') ? feedUrl.slice(feedUrl.lastIndexOf('/') + 1) : feedUrl
  address.searchParams.set('rss_url', feed)
  return address.href
}
