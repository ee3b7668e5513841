import { blogPage } from '#content/pages/blog.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import type { PostFacts } from './post-about.tsx'
import { PostPicture, type PostPictureSource } from './post-picture.tsx'

export type PostView = PostFacts & {
  title: string
  url: string
  /** Whether the post is read on another website. */
  external: boolean
  excerpt: string
  picture: PostPictureSource
}

export type BlogView = { kind: 'loading' } | { kind: 'error'; message: string } | { kind: 'loaded'; posts: PostView[] }

export function BlogPage({ site, state }: { site: PageSite; state: BlogView }) {
  return (
    <>
      <PageTop page={blogPage} site={site} path="/blog" />
      <div className="wrap blog" id="posts" data-swap>
        <BlogPosts state={state} />
        {state.kind === 'loaded' && state.posts.length > 0 && (
          <p className="all-link">
            <MoreLink href={blogPage.back.href}>{blogPage.back.text}</MoreLink>
          </p>
        )}
      </div>
    </>
  )
}

function BlogPosts({ state }: { state: BlogView }) {
  if (state.kind === 'loading') return <Loading />
  if (state.kind === 'error') return <Failed message={state.message} />
  const [newest, ...older] = state.posts
  if (!newest) return <Empty />
  return (
    <>
      <NewestPost post={newest} />
      {older.length > 0 && (
        <div className="posts">
          {older.map((post) => (
            <OlderPost key={post.url} post={post} />
          ))}
        </div>
      )}
    </>
  )
}

/** The page script polls; without scripts the link reloads. */
function Loading() {
  return (
    <div className="body waiting" data-poll="/blog">
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

function Failed({ message }: { message: string }) {
  return (
    <div className="body waiting stack">
      <Note kind="error">{blogPage.error(message)}</Note>
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

function NewestPost({ post }: { post: PostView }) {
  return (
    <article className="lead-post">
      <PostPicture picture={post.picture} />
      <div>
        <PostDate post={post} />
        <h2>
          <PostLink post={post} />
        </h2>
        <p className="lead">{post.excerpt}</p>
        <MoreLink href={post.url} aria-label={`${blogPage.readPost}: ${post.title}`}>
          {blogPage.readPost}
        </MoreLink>
      </div>
    </article>
  )
}

function OlderPost({ post }: { post: PostView }) {
  return (
    <article className="post">
      <PostPicture picture={post.picture} />
      <div>
        <PostDate post={post} />
        <h2>
          <PostLink post={post} />
        </h2>
        <p>{post.excerpt}</p>
      </div>
    </article>
  )
}

export function PostLink({ post }: { post: PostView }) {
  return (
    <a className="post-title" href={post.url} rel={post.external ? 'external noopener' : undefined}>
      {post.title}
    </a>
  )
}

function PostDate({ post: { date, dateTime } }: { post: PostView }) {
  if (!date) return null
  return (
    <time className="date" dateTime={dateTime}>
      {date}
    </time>
  )
}
