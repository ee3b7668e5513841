import type { BlogState, PostTeaser } from '#app/domain/blog/blog-post.ts'
import { blogPage } from '#content/pages/blog.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { NewsletterForm } from '#app/ui/site/newsletter-form.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { PostAbout } from './post-about.tsx'
import { PostPicture } from './post-picture.tsx'

export function BlogPage({ site, state }: { site: PageSite; state: BlogState }) {
  return (
    <>
      <PageTop page={blogPage} site={site} path="/blog" />
      <div className="wrap blog">
        <BlogPosts state={state} />
        {state.kind === 'loaded' && state.posts.length > 0 && (
          <>
            <p className="all-link">
              <MoreLink href={blogPage.back.href}>{blogPage.back.text}</MoreLink>
            </p>
            {/* The answer is on the home page, where its form belongs. */}
            <NewsletterForm clinic={site.clinic} form={{}} />
          </>
        )}
      </div>
    </>
  )
}

function BlogPosts({ state }: { state: BlogState }) {
  if (state.kind === 'cold') return <Loading />
  if (state.kind === 'failed') return <Failed />
  const [newest, ...older] = state.posts
  if (!newest) return <Empty />
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

function Empty() {
  return (
    <div className="empty">
      <Spot name="empty-blog" />
      <p className="title">{blogPage.empty}</p>
      <p>{blogPage.emptyHint}</p>
      <ButtonLink href={blogPage.emptyLink.href}>{blogPage.emptyLink.text}</ButtonLink>
    </div>
  )
}

function Post({ post, isNewest = false }: { post: PostTeaser; isNewest?: boolean }) {
  return (
    <article className={isNewest ? 'lead-post' : 'post'}>
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
    <a className="post-title" href={post.url} rel={post.external ? 'external noopener' : undefined}>
      {post.title}
    </a>
  )
}
