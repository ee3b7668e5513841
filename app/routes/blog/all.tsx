import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getPostsPage, preparePosts } from '#app/domain/blog/posts.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { AllPostsPage } from './parts/all-posts-page.tsx'
import { BlogPage } from './parts/post-list.tsx'
import { toBlogView, toPostView } from './post-view.ts'

export const handle = contentPage({ shows: ['blog'] })

/** The page number is part of the path, so that pages can be cached. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { page: typed = '1' } = params
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw data(null, { status: 404 })
  if (params.page === '1') throw redirect('/blog/all', 301)
  const services = context.get(servicesContext)
  const now = Date.now()
  const page = Number(typed)
  const read = await tryLoad(context, async () => {
    await preparePosts(services, now)
    return getPostsPage(services, page)
  })
  if (read?.kind !== 'loaded') {
    context.get(pageContext).doNotStore()
    return { waiting: toBlogView(read ?? { kind: 'failed' }) }
  }
  if (page > read.pages) throw data(null, { status: 404 })
  return { page, pages: read.pages, posts: read.posts.map(toPostView) }
}

export default function AllPosts() {
  const site = useSite()
  const loaded = useLoaderData<typeof loader>()
  return loaded.waiting ? <BlogPage site={site} state={loaded.waiting} /> : <AllPostsPage site={site} {...loaded} />
}
