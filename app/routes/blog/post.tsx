import { data, type HeadersFunction, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { getReadableFeed } from '#app/domain/blog/blog-sources.ts'
import { findPost, getLatestPosts, preparePosts } from '#app/domain/blog/posts.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { BlogPage } from './parts/post-list.tsx'
import { BlogPostPage } from './parts/post-page.tsx'
import { toBlogView, toPostView } from './post-view.ts'

export const handle = contentPage({ shows: ['blog'] })

/** Only posts of the bundled feed; others are read on their own website. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  if (services.photos) context.get(pageContext).allowImages(services.photos.imageOrigin)
  const feed = getReadableFeed(services.feed)
  if (!feed) throw data(null, { status: 404 })
  const deps = { ...services, feed }
  const now = Date.now()
  const read = await tryLoad(context, async () => {
    await preparePosts(deps, now)
    const state = await getLatestPosts(deps)
    return { state, found: state.kind === 'loaded' ? await findPost(deps, params.slug ?? '') : undefined }
  })
  const state = read?.state ?? { kind: 'failed' as const }
  if (state.kind !== 'loaded') {
    // It is not known yet whether the post exists. This is no error, so return a response instead of throwing.
    context.get(pageContext).doNotStore()
    return data({ waiting: toBlogView(state) }, { status: 503, headers: { 'Retry-After': '5' } })
  }
  if (!read?.found) throw data(null, { status: 404 })
  const { post, newer, older } = read.found
  return { post: { ...toPostView(post), html: post.html ?? '' }, newer: toNeighbor(newer), older: toNeighbor(older) }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const toNeighbor = (post: PostTeaser | undefined) => post && { title: post.title, path: post.url }

export default function BlogPost() {
  const site = useSite()
  const loaded = useLoaderData<typeof loader>()
  return 'waiting' in loaded ? (
    <BlogPage site={site} state={loaded.waiting} />
  ) : (
    <BlogPostPage site={site} {...loaded} />
  )
}
