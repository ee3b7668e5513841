/** More than any page shows; what a feed has beyond is not even looked at. */
export const maxItems = 50

/** One entry of a feed, whatever format it came in. Nothing in it is to be trusted. */
export type FeedItem = {
  /** HTML: most formats allow it in titles; plain text arrives escaped. */
  title: string
  /** Absolute where the feed has an http(s) address itself. Any scheme. */
  link?: string
  publishedAt?: number
  /** The whole post where the feed has it, else its summary. */
  html: string
  /** What the feed gives as its short form, when it has one. */
  summary?: string
  /** Name of who wrote it. */
  author?: string
  /** A picture named for this entry; absolute, http(s). */
  pictureUrl?: string
}
