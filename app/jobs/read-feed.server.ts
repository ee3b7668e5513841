import { refreshPosts } from '#app/domain/blog/posts.server.ts'
import type { Services } from '#app/services.server.ts'

/** Reads the blog's feed. A failure waits for the next interval; the queue does not retry it. */
export async function readFeed(services: Services) {
  const { source } = services.feed
  // First, since the converter may fetch /feed.xml before it answers. Photos are for posts on /blog.
  if (source) await readOne({ ...services, feed: source, photos: undefined })
  await readOne(services)
}

async function readOne(services: Services) {
  const outcome = await refreshPosts(services, Date.now())
  if (!outcome.ok) services.log.warn({ reason: outcome.reason }, 'the blog feed could not be read')
}
