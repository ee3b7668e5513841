import type { Fields } from '#app/domain/content/content-schema.ts'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { type PhotoName, photos } from '#content/pictures.ts'

/** Names in braces that are a block, each in a paragraph of its own. */
export const blockNames = ['free times', 'opening hours'] as const

/** A newsletter that is written here. `intro` shows beside the subject in a mail program's list. */
export const newsletterFields = {
  subject: { kind: 'line', label: 'Subject line', max: 150 },
  intro: { kind: 'line', label: 'Preview text', max: 150, optional: true },
  body: { kind: 'markdown', label: 'Text', max: 20_000, headings: true, also: blockNames },
} as const satisfies Fields

/** Kept as JSON: a later release reads what an earlier one sent. */
export type NewsletterBlock =
  /** Markdown, with the clinic's facts and the addresses of pictures. */
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; href: string }
  | ({ kind: 'post' } & Pick<PostTeaser, 'title' | 'url' | 'excerpt'> & { picture?: NewsletterPicture | undefined })
  /** None: the calendar of another service, or nothing is free. */
  | { kind: 'times'; times: { label: string; href: string }[] }
  | { kind: 'hours'; days: { name: string; text: string }[] }

/** `src`: a path of this website. */
export type NewsletterPicture = { src: string; width: number; height: number }

/** Its page in the archive. */
export const archivePath = (id: string) => `/newsletters/${id}`

/** In place of the id of a picture of the library. */
export const sitePhotos = 'site'

/** A photograph of the website itself, at an address that later releases keep. */
export const toSitePhoto = (name: PhotoName): NewsletterPicture => {
  const { width, height } = photos[name]
  return { src: `/pictures/${sitePhotos}/${name}.jpg`, width, height }
}
