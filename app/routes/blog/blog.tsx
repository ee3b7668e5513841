import type { BlogState } from '#app/domain/blog/blog-post.ts'
import { getLatestOfBlog, offersFeed } from '#app/domain/blog/blog.server.ts'
import { preparePosts } from '#app/domain/blog/posts.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { BlogPage } from './parts/post-list.tsx'
import { readBlogTexts } from './blog-texts.server.ts'
import type { Route } from './+types/blog.ts'

export const handle = readPage({ shows: ['blog'] })

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  if (services.photos) context.get(pageContext).allowImages(services.photos.imageOrigin)
  const read = await tryLoad(context, async () => {
    await preparePosts(services, Date.now())
    return getLatestOfBlog(services)
  })
  const state: BlogState = read ?? { kind: 'failed' }
  // Never cache the loading and error states.
  if (state.kind !== 'loaded') context.get(pageContext).doNotStore()
  return { ...readBlogTexts(services), state, offersFeed: offersFeed(services) }
}

export default function Blog({ loaderData: { state, offersFeed, ...texts } }: Route.ComponentProps) {
  return (
    <>
      {offersFeed && <link rel="alternate" type="application/rss+xml" title={texts.page.title} href="/feed.xml" />}
      <BlogPage {...texts} site={useSite()} state={state} />
    </>
  )
}
