import type { BlogState, PostTeaser } from '#app/domain/blog/blog-post.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { blogPage } from '#content/pages/blog.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { NewsletterForm } from '#app/ui/site/newsletter-form.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { PostAbout } from './post-about.tsx'
import { PostPicture } from './post-picture.tsx'

type Page = { page: Content<'blog'> }

type BlogPageProps = Page & { newsletter: Content<'site'>['newsletter']; site: PageSite; state: BlogState }

export function BlogPage({ page, newsletter, site, state }: BlogPageProps) {
  return (
    <>
      <PageTop page={page} site={site} path="/blog" />
      <div className="wrap blog">
        <BlogPosts page={page} state={state} />
        {state.kind === 'loaded' && state.posts.length > 0 && (
          <>
            <p className="all-link">
              <MoreLink href={page.allPosts.href}>{page.allPosts.text}</MoreLink>
            </p>
            {/* The answer is on the home page, where its form belongs. */}
            <NewsletterForm texts={newsletter} clinic={site.clinic} form={{}} />
          </>
        )}
      </div>
    </>
  )
}

function BlogPosts({ page, state }: Page & { state: BlogState }) {
  if (state.kind === 'cold') return <Loading />
  if (state.kind === 'failed') return <Failed />
  const [newest, ...older] = state.posts
  if (!newest) return <Empty page={page} />
  return (
    <>
      <Post post={newest} isNewest />
      {older.length > 0 && (
        <div className="posts">
          {older.map((post) => (
            <Post key={post.url} post={post} />
          ))}
        </div>
      )}
    </>
  )
}

/** The page script loads the page again (enhance/wait-for-posts.ts); without scripts the link does. */
function Loading() {
  return (
    <div className="body waiting" id="loading-posts">
      <p role="status">{blogPage.loading}</p>
      <div className="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <ButtonLink kind="line" small href="/blog">
        {blogPage.show}
      </ButtonLink>
    </div>
  )
}

function Failed() {
  return (
    <div className="body waiting stack">
      <Note kind="error">{blogPage.error(blogPage.fetchFailed)}</Note>
      <ButtonLink kind="line" small href="/blog">
        {blogPage.retry}
      </ButtonLink>
    </div>
  )
}

function Empty({ page }: Page) {
  const { text, link } = page.withoutPosts
  return (
    <div className="empty">
      <Spot name="empty-blog" />
      <p className="title">{blogPage.empty}</p>
      <p>{text}</p>
      <ButtonLink href={link.href}>{link.text}</ButtonLink>
    </div>
  )
}

function Post({ post, isNewest = false }: { post: PostTeaser; isNewest?: boolean }) {
  return (
    <article className={isNewest ? 'cols lead-post' : 'post'}>
      <PostPicture post={post} />
      <div>
        <PostAbout post={post} />
        <h2>
          <PostLink post={post} />
        </h2>
        <p className={isNewest ? 'lead' : undefined}>{post.excerpt}</p>
        {isNewest && (
          <MoreLink href={post.url} aria-label={`${blogPage.readPost}: ${post.title}`}>
            {blogPage.readPost}
          </MoreLink>
        )}
      </div>
    </article>
  )
}

export function PostLink({ post }: { post: PostTeaser }) {
  return (
    <a className="plain" href={post.url} rel={post.external ? 'external noopener' : undefined}>
      {post.title}
    </a>
  )
}
