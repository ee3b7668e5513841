import { blogPage } from '#content/pages/blog.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-top.tsx'
import { blogPostingThing, breadcrumbs } from '#app/ui/site/structured-data.ts'
import { PostAbout } from './post-about.tsx'
import type { PostView } from './post-list.tsx'
import { PostPicture } from './post-picture.tsx'

type Neighbor = { title: string; path: string }

type BlogPostPageProps = {
  site: PageSite
  /** `html` is sanitized, and its headings begin at h2. */
  post: PostView & { html: string }
  newer?: Neighbor
  older?: Neighbor
}

export function BlogPostPage({ site, post, newer, older }: BlogPostPageProps) {
  const imagePath = post.picture.kind === 'own' ? post.picture.url : undefined
  const trail = [
    { name: blogPage.seo.title, path: '/blog' },
    { name: post.title, path: post.url },
  ]
  return (
    <>
      <PageHead
        site={site}
        path={post.url}
        title={post.title}
        description={post.excerpt}
        type="article"
        jsonLd={[blogPostingThing(site, { ...post, path: post.url, imagePath }), breadcrumbs(site.origin, trail)]}
      />
      <article>
        <PageHeading title={post.title} />
        <div className="wrap post-body">
          <div className="post-picture">
            <PostAbout facts={post} />
            <PostPicture picture={post.picture} />
          </div>
          <div>
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
            <p className="hint post-note">{blogPage.postNote}</p>
          </div>
        </div>
      </article>
      <nav className="wrap sec-flush" aria-label={blogPage.pagerLabel}>
        <div className="pager">
          {newer && (
            <a href={newer.path} rel="prev">
              {blogPage.newer(newer.title)}
            </a>
          )}
          {older && (
            <a href={older.path} rel="next">
              {blogPage.older(older.title)}
            </a>
          )}
          <MoreLink href={blogPage.back.href}>{blogPage.back.text}</MoreLink>
        </div>
      </nav>
    </>
  )
}
