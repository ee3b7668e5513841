// The outside services that the blog needs. The integrations declare matching types, because neither side may import
// the other; a mismatch is a type error where a job passes `services` to the blog.

export type Picture = { mediaType: string; bytes: Uint8Array }

/** Nothing in a feed's entry is to be trusted. */
export type FeedItem = {
  title: string
  link?: string
  publishedAt?: number
  html: string
  summary?: string
  author?: string
  pictureUrl?: string
}

export type BlogFeed = {
  id: string
  /** Whether it is the feed that ships with the program; its posts are readable here. */
  bundled: boolean
  /** The bundled feed, when a converter reads it. */
  source?: BlogFeed
  readFeed(): Promise<{ ok: true; items: FeedItem[] } | { ok: false; reason: string }>
  fetchPicture(address: string): Promise<Picture | undefined>
}

/** The feed whose posts are readable here, if there is one; it may be another than the one the blog page shows. */
export const getReadableFeed = (feed: BlogFeed) => (feed.bundled ? feed : feed.source)

export type StockPhoto = {
  url: string
  photographer?: { name: string; url: string } | undefined
  downloadUrl?: string | undefined
}

export type PhotoSource = {
  /** The one origin from which pages show photos. */
  imageOrigin: string
  findPhoto(): Promise<StockPhoto | undefined>
  /** To be called when a post first uses a photo. */
  noteUse(photo: StockPhoto): Promise<void>
}
