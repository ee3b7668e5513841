import { data } from 'react-router'
import { findPostOfBlog } from '#app/domain/blog/blog.server.ts'
import { getReadableFeed, preparePosts } from '#app/domain/blog/posts.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { NewsletterForm } from '#app/ui/site/newsletter-form.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { sharePictureOf } from '#app/ui/site/share-picture.ts'
import { blogPostingThing, breadcrumbs } from '#app/ui/site/structured-data.ts'
import { blogPage as words } from '#content/pages/blog.ts'
import { readBlogTexts } from './blog-texts.server.ts'
import { PostAbout } from './parts/post-about.tsx'
import { BlogPage } from './parts/post-list.tsx'
import { picturePath, PostPicture } from './parts/post-picture.tsx'
import type { Route } from './+types/post.ts'

export const handle = readPage({ shows: ['blog'] })

/** Own posts and those of the bundled feed; others are read on their own website. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  if (services.photos) context.get(pageContext).allowImages(services.photos.imageOrigin)
  const read = await tryLoad(context, async () => {
    const feed = getReadableFeed(services.feed)
    if (feed) await preparePosts({ ...services, feed }, Date.now())
    return findPostOfBlog(services, params.slug)
  })
  const state = read ?? { kind: 'failed' as const }
  if (state.kind !== 'loaded') {
    // It is not known yet whether the post exists. This is no error, so return a response instead of throwing.
    context.get(pageContext).doNotStore()
    return data({ ...readBlogTexts(services), waiting: state }, { status: 503, headers: { 'Retry-After': '5' } })
  }
  if (!state.found) throw data(null, { status: 404 })
  return { ...readBlogTexts(services), ...state.found }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function BlogPost({ loaderData: loaded }: Route.ComponentProps) {
  const site = useSite()
  const { page, newsletter } = loaded
  if ('waiting' in loaded) return <BlogPage page={page} newsletter={newsletter} site={site} state={loaded.waiting} />
  const { post, text, newer, older } = loaded
  const trail = [
    { name: page.seo.title, path: '/blog' },
    { name: post.title, path: post.url },
  ]
  const shared = post.picture && sharePictureOf(post.picture)
  const imagePath = shared?.path ?? (post.pictureId && !post.photo ? picturePath(post.pictureId) : undefined)
  return (
    <>
      <PageHead
        site={site}
        path={post.url}
        title={post.title}
        description={post.excerpt}
        type="article"
        {...(shared && { picture: shared })}
        jsonLd={[blogPostingThing(site, post, imagePath), breadcrumbs(site.origin, trail)]}
      />
      <div className="wrap read">
        <article>
          <header>
            <a href="/blog">{page.seo.title}</a>
            <h1>{post.title}</h1>
            <PostAbout post={post} />
          </header>
          <div className="read-picture">
            <PostPicture post={post} />
          </div>
          {text === undefined ? (
            // Sanitized, and its headings begin at h2.
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.html ?? '' }} />
          ) : (
            <div className="prose">
              <Markdown text={text} rank={2} />
            </div>
          )}
          <p className="post-note">{page.postNote}</p>
        </article>
        {/* The answer is on the home page, where its form belongs. */}
        <NewsletterForm texts={newsletter} clinic={site.clinic} form={{}} />
        <nav className="ends near-posts" aria-label={words.pagerLabel}>
          <NearPost {...page.allPosts} title={page.title} />
          {newer && <NearPost text={words.newer} title={newer.title} href={newer.url} rel="prev" />}
          {older && <NearPost text={words.older} title={older.title} href={older.url} rel="next" />}
        </nav>
      </div>
    </>
  )
}

const NearPost = ({ text, title, ...link }: { text: string; title: string; href: string; rel?: string }) => (
  <a {...link}>
    {text} <b>{title}</b>
  </a>
)
