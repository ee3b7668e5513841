import { blogPage } from '#content/pages/blog.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-top.tsx'
import { blogPostingThing, breadcrumbs } from '#app/ui/site/structured-data.ts'
import { PostAbout, type PostFacts } from './post-about.tsx'
import { PostPicture, type PostPictureSource } from './post-picture.tsx'

export type BlogPostView = PostFacts & {
  title: string
  /** Its address here, '/blog/{slug}'. */
  path: string
  /** The beginning as plain text, for search engines. */
  excerpt: string
  /** Sanitized before it comes here; its headings begin at h2. */
  html: string
  picture: PostPictureSource
}

type Neighbor = { title: string; path: string }

type BlogPostPageProps = { site: PageSite; post: BlogPostView; newer?: Neighbor; older?: Neighbor }

export function BlogPostPage({ site, post, newer, older }: BlogPostPageProps) {
  const imagePath = post.picture.kind === 'own' ? post.picture.url : undefined
  const trail = [
    { name: blogPage.seo.title, path: '/blog' },
    { name: post.title, path: post.path },
  ]
  return (
    <>
      <PageHead
        site={site}
        path={post.path}
        title={post.title}
        description={post.excerpt}
        type="article"
        jsonLd={[blogPostingThing(site, { ...post, imagePath }), breadcrumbs(site.origin, trail)]}
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
