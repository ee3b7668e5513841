import { data, redirect } from 'react-router'
import { getPostsPage, preparePosts } from '#app/domain/blog/posts.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { blogPage } from '#content/pages/blog.ts'
import { PostAbout } from './parts/post-about.tsx'
import { BlogPage, PostLink } from './parts/post-list.tsx'
import type { Route } from './+types/all.ts'

export const handle = readPage({ shows: ['blog'] })

/** The page number is part of the path, so that pages can be cached. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { page: typed = '1' } = params
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw data(null, { status: 404 })
  if (params.page === '1') throw redirect('/blog/all', 301)
  const services = context.get(servicesContext)
  const page = Number(typed)
  const read = await tryLoad(context, async () => {
    await preparePosts(services, Date.now())
    return getPostsPage(services, page)
  })
  const state = read ?? { kind: 'failed' as const }
  if (state.kind !== 'loaded') context.get(pageContext).doNotStore()
  else if (page > state.pages) throw data(null, { status: 404 })
  return { page, state }
}

const toPath = (page: number) => (page === 1 ? '/blog/all' : `/blog/all/${page}`)

export default function AllPosts({ loaderData: { page, state } }: Route.ComponentProps) {
  const site = useSite()
  if (state.kind !== 'loaded') return <BlogPage site={site} state={state} />
  const { all } = blogPage
  const title = page === 1 ? all.title : all.pageTitle(page)
  return (
    <>
      <PageTop
        page={{ title, lead: all.lead, seo: { title, description: all.description } }}
        site={site}
        path={toPath(page)}
      />
      <div className="wrap sec-flush all-posts">
        {state.posts.map((post) => (
          <article key={post.url}>
            <h2>
              <PostLink post={post} />
            </h2>
            <PostAbout post={post} />
            <p>{post.excerpt}</p>
          </article>
        ))}
        {state.posts.length === 0 && <p>{blogPage.empty}</p>}
        <nav className="pager" aria-label={all.pagerLabel}>
          {page > 1 && (
            <a href={toPath(page - 1)} rel="prev">
              {all.newer}
            </a>
          )}
          {page < state.pages && (
            <a href={toPath(page + 1)} rel="next">
              {all.older}
            </a>
          )}
          <MoreLink href="/blog">{all.back}</MoreLink>
        </nav>
      </div>
    </>
  )
}
