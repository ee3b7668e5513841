// What the blog needs of outside services, in its own words. The integrations say what they give; neither names the
// other (a domain must not hang on a service, nor a service on a domain), so these types look alike on both sides.
// A difference that matters is a type error where a job hands `services` to the blog.

/** A picture as an outside service gave it. */
export type Picture = { mediaType: string; bytes: Uint8Array }

/** One entry of a feed. Nothing in it is to be trusted. */
export type FeedItem = {
  /** HTML. */
  title: string
  link?: string
  publishedAt?: number
  html: string
  summary?: string
  author?: string
  pictureUrl?: string
}

/** The feed whose posts the blog page shows. */
export type BlogFeed = {
  id: string
  /** Whether it is the feed that comes with the program, whose posts are readable here. */
  bundled: boolean
  /** That feed, when this is what a converter answers about it. */
  source?: BlogFeed
  readFeed(): Promise<{ ok: true; items: FeedItem[] } | { ok: false; reason: string }>
  fetchPicture(address: string): Promise<Picture | undefined>
}

/** The feed whose posts are readable here, if there is one; it may be another than the one the blog page shows. */
export const getReadableFeed = (feed: BlogFeed) => (feed.bundled ? feed : feed.source)

/** A photo that pages show from the service's own address, with a credit. */
export type StockPhoto = {
  url: string
  photographer?: { name: string; url: string } | undefined
  downloadUrl?: string | undefined
}

/** A stock-photo service. */
export type PhotoSource = {
  /** The one origin from which pages show photos. */
  imageOrigin: string
  findPhoto(): Promise<StockPhoto | undefined>
  /** To be called when a post first uses a photo. */
  noteUse(photo: StockPhoto): Promise<void>
}
