import { blogPage } from '#content/pages/blog.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { PostPicture, type PostPictureSource } from './post-picture.tsx'

export type BlogPostTeaser = {
  title: string
  url: string
  /** Whether the post is read on another website. */
  external: boolean
  /** 'October 12, 2023' in the clinic's zone. */
  date: string
  /** The same instant for machines. */
  dateTime: string
  excerpt: string
  picture: PostPictureSource
}

export type BlogState =
  | { kind: 'loading' }
  | { kind: 'error'; message: string }
  | { kind: 'loaded'; posts: BlogPostTeaser[] }

export function BlogPosts({ state }: { state: BlogState }) {
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

/** The small script asks again until the posts are there; without scripts the link does. */
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

function NewestPost({ post }: { post: BlogPostTeaser }) {
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

function OlderPost({ post }: { post: BlogPostTeaser }) {
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

function PostLink({ post }: { post: BlogPostTeaser }) {
  return (
    <a className="post-title" href={post.url} rel={post.external ? 'external noopener' : undefined}>
      {post.title}
    </a>
  )
}

/** Nothing where the feed gave no date. */
function PostDate({ post: { date, dateTime } }: { post: BlogPostTeaser }) {
  if (!date) return null
  return (
    <time className="date" dateTime={dateTime}>
      {date}
    </time>
  )
}
