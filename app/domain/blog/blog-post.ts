import type { Entry } from '#app/domain/content/content-record.ts'
import type { StockPhoto, StockPhotos } from '#app/integrations/stock-photos/stock-photos.server.ts'

/** How many posts the blog page shows (specification, section 9). */
export const latestCount = 5

export type PostTeaser = {
  title: string
  /** Absolute address, or a path of ours for a post that is readable here. */
  url: string
  external: boolean
  publishedAt?: number
  /** Of an own post on its page: when its newest version was published. */
  changedAt?: number | undefined
  excerpt: string
  pictureId?: string
  photo?: (Omit<StockPhoto, 'downloadUrl'> & Pick<StockPhotos, 'service'>) | undefined
  author?: string
  /** Number of words in the whole text, when it is known. */
  words?: number
  /** Of a post of the clinic's own. */
  picture?: Entry<'posts'>['picture']
  /** Place in the feed, from 0. */
  position?: number
  /** The whole text, sanitized; not in lists, and not for posts that are read elsewhere. */
  html?: string | undefined
}

export type BlogState =
  | { kind: 'loaded'; posts: PostTeaser[] }
  /** The feed was never read successfully, and the last attempt failed. */
  | { kind: 'failed' }
  | { kind: 'cold' }

/** At 200 words a minute. */
export const readingMinutes = (words: number | undefined) =>
  words === undefined ? undefined : Math.max(1, Math.round(words / 200))

export const postPath = (slug: string) => `/blog/${slug}`

const excerptLength = 150

/** The first 150 characters of a text, whole code points, always followed by '...' (product decisions, 'Blog posts'). */
export const toExcerpt = (text: string) => `${takeCharacters(collapseWhitespace(text), excerptLength)}...`

/** Counts code points; a cut text ends in an ellipsis. */
export function truncate(text: string, most: number) {
  const cut = takeCharacters(text, most)
  return cut.length < text.length ? `${cut.trimEnd()}…` : text
}

/** Removes half surrogate pairs and U+FFFD, which no page should show. */
export const removeLostCharacters = (text: string) => text.toWellFormed().replaceAll('\ufffd', '')

/** One line, without control characters or half surrogate pairs, so that any database can store it. */
export const collapseWhitespace = (text: string) =>
  removeLostCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** 'What's new?' -> 'what-s-new'; may be empty. */
export const toSlug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')

/** Only for our own sanitized HTML: there, every '<' begins a tag and only four characters are escaped. */
export const sanitizedToText = (html: string) =>
  collapseWhitespace(
    html
      .replace(/<\/?(?:a|em|strong|code)(?: [^>]*)?>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:amp|lt|gt|quot);/g, (entity) => escaped[entity] ?? entity),
  )

const escaped: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function takeCharacters(text: string, most: number) {
  // A code point has at most two units, so this slice is long enough and bounds the work.
  return [...text.slice(0, most * 2)].slice(0, most).join('')
}
