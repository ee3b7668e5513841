import { findPostOfBlog } from '#app/domain/blog/blog.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'

type Blog = Omit<Parameters<typeof findPostOfBlog>[0], 'content'>

/** A post of the feed that is readable here; undefined if there is none. */
export async function readPost(blog: Blog, slug: string) {
  const state = await findPostOfBlog({ ...blog, content: deliveredContent }, slug)
  return state.kind === 'loaded' ? state.found : undefined
}
