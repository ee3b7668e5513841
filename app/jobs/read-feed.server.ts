import { refreshPosts } from '#app/domain/blog/posts.server.ts'
import type { Services } from '#app/services.server.ts'

/** Reads the blog's feed. One that cannot be read is tried again after the usual interval, not by the queue. */
export async function readFeedJob(services: Services) {
  const { source } = services.feed
  // First: the converter that is asked about it may come for /feed.xml before it answers. Photos are for posts on /blog.
  if (source) await readOne({ ...services, feed: source, photos: undefined })
  await readOne(services)
}

async function readOne(services: Services) {
  const outcome = await refreshPosts(services, Date.now())
  if (!outcome.ok) services.log.warn({ reason: outcome.reason }, 'the blog feed could not be read')
}
