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
