import type { StockPhoto } from './blog-sources.ts'

/** How many posts the blog page shows (specification, section 9). */
export const latestCount = 5

/** The beginning of a post as lists show it. */
export type PostTeaser = {
  slug: string
  title: string
  /** Absolute address, or a path of ours for a post that is readable here. */
  url: string
  external: boolean
  publishedAt?: number
  excerpt: string
  pictureId?: string
  /** A stock photo, shown from where it is. */
  photo?: Omit<StockPhoto, 'downloadUrl'> | undefined
  author?: string
  /** Of the whole text, when that is known. */
  words?: number
  /** Place in the feed, from 0. */
  position: number
}

/** A post that is readable here. */
export type Post = PostTeaser & {
  /** Sanitised. */
  html: string
}

export type BlogState =
  | { kind: 'loaded'; posts: PostTeaser[]; readAt: number }
  /** Never read well, and the last try failed. */
  | { kind: 'failed' }
  /** Not read yet. */
  | { kind: 'cold' }

/** How long the text takes to read, at 200 words a minute; never less than a minute. */
export const readingMinutes = (words: number | undefined) =>
  words === undefined ? undefined : Math.max(1, Math.round(words / 200))

export const postPath = (slug: string) => `/blog/${slug}`

const excerptLength = 150

/** The first 150 characters of a text, whole code points, always followed by '...' (product decisions, 'Blog posts'). */
export const toExcerpt = (text: string) => `${takeCharacters(collapseWhitespace(text), excerptLength)}...`

/** No longer than this many code points; what was cut ends in an ellipsis. */
export function truncate(text: string, most: number) {
  const cut = takeCharacters(text, most)
  return cut.length < text.length ? `${cut.trimEnd()}…` : text
}

/** Half a character, or one that was lost before it came here: nobody can read it, and no page shows it. */
export const removeLostCharacters = (text: string) => text.toWellFormed().replaceAll('\ufffd', '')

/** One line of text that any database and any page can hold: no control characters, no half characters. */
export const collapseWhitespace = (text: string) =>
  removeLostCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** 'What's new?' -> 'what-s-new'; empty when nothing of it fits into a URL. */
export const toSlug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')

/** The text of HTML that we sanitised ourselves: there, every '<' begins a tag and four characters are escaped. */
export const sanitizedToText = (html: string) =>
  collapseWhitespace(
    html
      .replace(/<\/?(?:a|em|strong|code)(?: [^>]*)?>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:amp|lt|gt|quot);/g, (entity) => escaped[entity] ?? entity),
  )

const escaped: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function takeCharacters(text: string, most: number) {
  // A code point has at most two units, so this much holds enough of them, whatever the length of the text.
  return [...text.slice(0, most * 2)].slice(0, most).join('')
}
