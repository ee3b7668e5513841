import type { AtomFeed, JsonFeed, MediaNs, RdfFeed, RssFeed } from 'feedsmith'
import type { parseFeedDate } from './feed-date.ts'
import type { FeedItem } from './feed-item.ts'

/** Epoch milliseconds; undefined where the feed's date makes no sense. */
export type FeedDate = ReturnType<typeof parseFeedDate>

export const fromRss = (item: RssFeed.Item<FeedDate>): FeedItem => ({
  title: item.title ?? '',
  link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
  publishedAt: item.pubDate ?? item.dc?.dates?.[0],
  html: item.content?.encoded ?? item.description ?? '',
  summary: item.description,
  pictureUrl: pictureAmong(item.enclosures) ?? pictureIn(item.media) ?? item.itunes?.image,
})

export const fromRdf = (item: RdfFeed.Item<FeedDate>): FeedItem => ({
  title: item.title ?? '',
  link: item.link ?? item.rdf?.about,
  publishedAt: item.dc?.dates?.[0],
  html: item.content?.encoded ?? item.description ?? '',
  summary: item.description,
  pictureUrl: pictureIn(item.media),
})

export const fromAtom = (entry: AtomFeed.Entry<FeedDate>): FeedItem => ({
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

export const fromJson = (item: JsonFeed.Item<FeedDate>): FeedItem => ({
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
