import { data, redirect } from 'react-router'
import { getBlogPage } from '#app/domain/blog/blog.server.ts'
import { preparePosts } from '#app/domain/blog/posts.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { blogPage as words } from '#content/pages/blog.ts'
import { readBlogTexts } from './blog-texts.server.ts'
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
  const number = Number(typed)
  const read = await tryLoad(context, async () => {
    await preparePosts(services, Date.now())
    return getBlogPage(services, number)
  })
  const state = read ?? { kind: 'failed' as const }
  if (state.kind !== 'loaded') context.get(pageContext).doNotStore()
  else if (number > state.pages) throw data(null, { status: 404 })
  return { ...readBlogTexts(services), number, state }
}

const toPath = (number: number) => (number === 1 ? '/blog/all' : `/blog/all/${number}`)

export default function AllPosts({ loaderData: { number, state, ...texts } }: Route.ComponentProps) {
  const site = useSite()
  if (state.kind !== 'loaded') return <BlogPage {...texts} site={site} state={state} />
  const { all } = texts.page
  const title = number === 1 ? all.title : all.laterTitle.replace('{page}', String(number))
  return (
    <>
      <PageTop
        page={{ title, lead: all.lead, seo: { title, description: all.description } }}
        site={site}
        path={toPath(number)}
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
        {state.posts.length === 0 && <p>{words.empty}</p>}
        <nav className="ends pager" aria-label={words.all.pagerLabel}>
          {number > 1 && (
            <a className="tap" href={toPath(number - 1)} rel="prev">
              {words.all.newer}
            </a>
          )}
          {number < state.pages && (
            <a className="tap" href={toPath(number + 1)} rel="next">
              {words.all.older}
            </a>
          )}
          <MoreLink href="/blog">{all.back}</MoreLink>
        </nav>
      </div>
    </>
  )
}
