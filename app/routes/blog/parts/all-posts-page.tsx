import { blogPage } from '#content/pages/blog.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { PostAbout } from './post-about.tsx'
import { PostLink, type PostView } from './post-list.tsx'

type AllPostsPageProps = { site: PageSite; page: number; pages: number; posts: PostView[] }

const toPath = (page: number) => (page === 1 ? '/blog/all' : `/blog/all/${page}`)

export function AllPostsPage({ site, page, pages, posts }: AllPostsPageProps) {
  const { all } = blogPage
  const ofPage = page === 1 ? all.title : all.pageTitle(page)
  return (
    <>
      <PageTop
        page={{ title: ofPage, lead: all.lead, seo: { title: ofPage, description: all.description } }}
        site={site}
        path={toPath(page)}
      />
      <div className="wrap sec-flush all-posts">
        {posts.map((post) => (
          <article key={post.url}>
            <h2>
              <PostLink post={post} />
            </h2>
            <PostAbout facts={post} />
            <p>{post.excerpt}</p>
          </article>
        ))}
        {posts.length === 0 && <p>{blogPage.empty}</p>}
        <nav className="pager" aria-label={all.pagerLabel}>
          {page > 1 && (
            <a href={toPath(page - 1)} rel="prev">
              {all.newer}
            </a>
          )}
          {page < pages && (
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
