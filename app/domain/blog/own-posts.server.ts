import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { withoutMarks } from '#app/domain/content/marks.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toHtml } from '#app/domain/markdown/to-html.ts'
import { toText } from '#app/domain/markdown/to-text.ts'
import { postPath, type PostTeaser, toExcerpt } from './blog-post.ts'

/** A post that the clinic wrote, before anything is made of its text. */
export type OwnPost = { url: string; title: string; publishedAt: number | undefined; entry: Entry<'posts'> }

/** The newest first; one from a file without a date comes last. */
export const listOwnPosts = (content: Lists): OwnPost[] =>
  content
    .list('posts')
    .filter(({ archived }) => !archived)
    .map((entry) => ({
      url: postPath(entry.id),
      title: entry.title,
      publishedAt: entry.publishedAt ? Date.parse(entry.publishedAt) : undefined,
      entry,
    }))
    .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0))

export function toOwnTeaser({ url, title, publishedAt, entry: { author, picture, text } }: OwnPost): PostTeaser {
  // An excerpt is no text that is edited.
  const plain = withoutMarks(toText(parseMarkdown(text)))
  return {
    ...{ title, url, picture },
    external: false,
    excerpt: toExcerpt(plain),
    words: plain.split(/\s+/).filter(Boolean).length,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(author && { author }),
  }
}

/** The whole text for feed readers and for the search. */
export const toOwnHtml = ({ entry: { text } }: OwnPost, origin: string) => toHtml(parseMarkdown(text), origin)
