import {
  type AnyFeed,
  type AtomFeed,
  type JsonFeed,
  type MediaNs,
  ParseError,
  parseFeed,
  type RdfFeed,
  type RssFeed,
} from 'feedsmith'
import { parseFeedDate } from './feed-date.ts'
import type { FeedItem } from './feed-item.ts'

/** More than any page shows; what a feed has beyond is not even looked at. */
const mostItems = 50

/** The items of an RSS, Atom, RDF or JSON feed in its own order; undefined when it is none of them. */
export function parseItems(text: string, feedUrl: string): FeedItem[] | undefined {
  const parsed = parse(text)
  return parsed && itemsOf(parsed).map((item) => absolute(item, feedUrl))
}

/** Addresses within a feed are relative to the feed; those of a file have nowhere to point. */
export function absolute(item: FeedItem, feedUrl: string): FeedItem {
  const base = /^https?:/i.test(feedUrl) ? feedUrl : undefined
  const resolve = (address: string | undefined) => address && (URL.parse(address, base)?.href ?? address)
  const pictureUrl = resolve(item.pictureUrl)
  return {
    ...item,
    link: resolve(item.link),
    pictureUrl: pictureUrl && /^https?:/.test(pictureUrl) ? pictureUrl : undefined,
  }
}

/** Epoch milliseconds; undefined where the feed's date makes no sense. */
type FeedDate = ReturnType<typeof parseFeedDate>

function parse(text: string): AnyFeed<FeedDate> | undefined {
  try {
    return parseFeed<FeedDate>(text, { maxItems: mostItems, parseDateFn: parseFeedDate })
  } catch (error) {
    // Well-formed and of a known kind, only with nothing in it.
    return error instanceof ParseError ? { format: 'rss', feed: {} } : undefined
  }
}

function itemsOf({ format, feed }: AnyFeed<FeedDate>) {
  switch (format) {
    case 'rss':
      return (feed.items ?? []).map(fromRss)
    case 'rdf':
      return (feed.items ?? []).map(fromRdf)
    case 'atom':
      return (feed.entries ?? []).map(fromAtom)
    case 'json':
      return (feed.items ?? []).map(fromJson)
  }
}

const fromRss = (item: RssFeed.Item<FeedDate>): FeedItem => ({
  title: item.title ?? '',
  link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
  publishedAt: item.pubDate ?? item.dc?.dates?.[0],
  html: item.content?.encoded ?? item.description ?? '',
  summary: item.description,
  pictureUrl: pictureAmong(item.enclosures) ?? pictureIn(item.media) ?? item.itunes?.image,
})

const fromRdf = (item: RdfFeed.Item<FeedDate>): FeedItem => ({
  title: item.title ?? '',
  link: item.link ?? item.rdf?.about,
  publishedAt: item.dc?.dates?.[0],
  html: item.content?.encoded ?? item.description ?? '',
  summary: item.description,
  pictureUrl: pictureIn(item.media),
})

const fromAtom = (entry: AtomFeed.Entry<FeedDate>): FeedItem => ({
  title: htmlOf(entry.title),
  link: (entry.links?.find(({ rel = 'alternate' }) => rel === 'alternate') ?? entry.links?.[0])?.href,
  publishedAt: entry.published ?? entry.updated,
  html: htmlOf(entry.content) || htmlOf(entry.summary),
  summary: htmlOf(entry.summary) || undefined,
  pictureUrl:
    pictureAmong(
      entry.links?.filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type })),
    ) ?? pictureIn(entry.media),
})

const fromJson = (item: JsonFeed.Item<FeedDate>): FeedItem => ({
  title: escapeText(item.title ?? ''),
  link: item.url ?? item.external_url ?? item.id,
  publishedAt: item.date_published ?? item.date_modified,
  html: item.content_html ?? escapeText(item.content_text ?? item.summary ?? ''),
  summary: item.summary && escapeText(item.summary),
  pictureUrl:
    item.image ??
    item.banner_image ??
    pictureAmong(item.attachments?.map(({ url, mime_type: type }) => ({ url, type }))),
})

/** An Atom text says itself whether it is HTML; without a word it is plain. */
function htmlOf(text: AtomFeed.Text | AtomFeed.Content | undefined) {
  const value = text?.value ?? ''
  return text?.type === 'html' || text?.type === 'xhtml' || text?.type === 'text/html' ? value : escapeText(value)
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const pictureAmong = (files: { url?: string; type?: string }[] | undefined) =>
  files?.find(({ url, type }) => url && type?.startsWith('image/'))?.url

function pictureIn(media: MediaNs.ItemOrFeed | undefined) {
  const contents = [...(media?.contents ?? []), ...(media?.groups?.flatMap((group) => group.contents ?? []) ?? [])]
  const picture = contents.find(({ medium, type }) => medium === 'image' || type?.startsWith('image/'))
  return picture?.url ?? media?.thumbnails?.[0]?.url ?? media?.groups?.[0]?.thumbnails?.[0]?.url
}
