import type { AtomFeed, JsonFeed, MediaNs, RdfFeed, RssFeed } from 'feedsmith'
import type { parseFeedDate } from './feed-date.ts'

export type FeedDate = ReturnType<typeof parseFeedDate>

/** Entries beyond this are ignored. */
export const maxItems = 50

/** Nothing in it is to be trusted. */
export type FeedItem = {
  /** HTML; plain text arrives escaped. */
  title: string
  /** Absolute if possible. Any scheme. */
  link?: string
  publishedAt?: number
  /** The whole post, else its summary. */
  html: string
  summary?: string
  author?: string
  /** Absolute, http(s). */
  pictureUrl?: string
}

/** Addresses are still as the feed wrote them. */
export type FeedEntry = Omit<FeedItem, 'link'> & {
  /** The likeliest first. */
  links: (string | undefined)[]
  /** `xml:base` of feed and entry, outermost first. */
  bases?: (string | undefined)[]
  /** `xml:base` of the text. */
  textBase?: string
}

export const fromRss = (item: RssFeed.Item<FeedDate>): FeedEntry => ({
  title: item.title ?? '',
  links: [item.link, ...findPageLinks(item.atom?.links), toWebAddress(item.guid?.value)],
  bases: [item.xml?.base],
  publishedAt: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
  html: item.content?.encoded ?? item.description ?? toHtml(item.atom?.content ?? item.atom?.summary),
  summary: item.description,
  author: item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? item.itunes?.author ?? item.atom?.authors?.[0]?.name,
  pictureUrl: findImageFile(item.enclosures) ?? findMediaPicture(item.media) ?? item.itunes?.image,
})

export const fromRdf = (item: RdfFeed.Item<FeedDate>): FeedEntry => ({
  title: item.title ?? '',
  links: [item.link, toWebAddress(item.rdf?.about)],
  bases: [item.xml?.base],
  publishedAt: item.dc?.dates?.[0],
  html: item.content?.encoded ?? item.description ?? '',
  summary: item.description,
  author: item.dc?.creators?.[0],
  pictureUrl: findMediaPicture(item.media),
})

export const fromAtom = (entry: AtomFeed.Entry<FeedDate>): FeedEntry => ({
  title: toHtml(entry.title),
  links: [...findPageLinks(entry.links), toWebAddress(entry.id)],
  bases: [entry.xml?.base],
  textBase: (toHtml(entry.content) ? entry.content : entry.summary)?.xml?.base,
  publishedAt: entry.published ?? entry.updated,
  html: toHtml(entry.content) || toHtml(entry.summary),
  summary: toHtml(entry.summary) || undefined,
  author: entry.authors?.[0]?.name && escapeText(entry.authors[0].name),
  pictureUrl:
    findImageFile(
      entry.links?.filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type })),
    ) ?? findMediaPicture(entry.media),
})

export const fromJson = (item: JsonFeed.Item<FeedDate>): FeedEntry => ({
  title: escapeText(item.title ?? ''),
  links: [item.url, item.external_url, toWebAddress(item.id)],
  publishedAt: item.date_published ?? item.date_modified,
  html: item.content_html ?? escapeText(item.content_text ?? item.summary ?? ''),
  summary: item.summary && escapeText(item.summary),
  author: item.authors?.[0]?.name && escapeText(item.authors[0].name),
  pictureUrl:
    item.image ??
    item.banner_image ??
    findImageFile(item.attachments?.map(({ url, mime_type: type }) => ({ url, type }))),
})

/**
 * The links of an Atom entry that lead to its page, never an enclosure, a license or replies (RFC 4287, 4.2.7.2);
 * .NET writes these into RSS as well. `self` is the entry itself, as a page only where it says so.
 */
function findPageLinks(links: AtomFeed.Entry<FeedDate>['links']) {
  const alternates = links?.filter(({ rel = 'alternate' }) => rel.replace(/^.*\//, '') === 'alternate') ?? []
  const pages = alternates.filter(({ type = 'text/html' }) => /html/i.test(type))
  const selves = links?.filter(({ rel, type = '' }) => rel === 'self' && /html/i.test(type)) ?? []
  return [...pages, ...alternates, ...selves].map(({ href }) => href)
}

/** '77' is no address. */
const toWebAddress = (id: string | undefined) => (id && /^\s*https?:\/\//i.test(id) ? id : undefined)

/** Atom texts declare whether they are HTML, Atom 0.3 by a media type; the default is plain text. */
function toHtml(text: AtomFeed.Text | AtomFeed.Content | undefined) {
  const value = text?.value ?? ''
  return /html/i.test(text?.type ?? '') ? value : escapeText(value)
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const findImageFile = (files: { url?: string; type?: string }[] | undefined) =>
  files?.find(({ url, type }) => url && type?.startsWith('image/'))?.url

function findMediaPicture(media: MediaNs.ItemOrFeed | undefined) {
  const contents = [...(media?.contents ?? []), ...(media?.groups?.flatMap((group) => group.contents ?? []) ?? [])]
  const picture = contents.find(({ medium, type }) => medium === 'image' || type?.startsWith('image/'))
  return picture?.url ?? media?.thumbnails?.[0]?.url ?? media?.groups?.[0]?.thumbnails?.[0]?.url
}
