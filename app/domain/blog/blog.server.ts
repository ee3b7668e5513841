import type { Database } from '#app/database/connection.server.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { type BlogState, latestCount, postPath, type PostTeaser } from './blog-post.ts'
import { mergePosts } from './merge-posts.ts'
import { listOwnPosts, type OwnPost, toOwnHtml, toOwnTeaser } from './own-posts.server.ts'
import type { PhotoSource } from './post-pictures.server.ts'
import {
  findFeedPost,
  findPostTitles,
  getLatestPosts,
  getPostsReadAt,
  getReadableFeed,
  listPosts,
  listPostUrls,
  preparePosts,
  readFeedPosts,
} from './posts.server.ts'

// The blog: the posts that the clinic writes, and those of a feed.

type Deps = {
  database: Database
  feed: FeedReader
  content: Pick<ContentNow, 'list' | 'template'>
  photos?: PhotoSource | undefined
}

/** Whether the website shows posts of the feed beside its own. */
export const showsFeed = ({ content }: Pick<Deps, 'content'>) => content.template('blog').showsFeed
const readableFeed = (deps: Deps) => (showsFeed(deps) ? getReadableFeed(deps.feed) : undefined)

/** Whether there is a feed of the posts that are readable here, for other programs to read. */
export const offersFeed = (deps: Deps) => readableFeed(deps) !== undefined || listOwnPosts(deps.content).length > 0

/** For the blog page. Own posts show also while the feed could not be read. */
export async function getLatestOfBlog(deps: Deps): Promise<BlogState> {
  const state = showsFeed(deps) ? await getLatestPosts(deps) : nothing
  return withOwn(deps, state, (merged) => merged.slice(0, latestCount))
}

const pageSize = 20

/** There is always a first page. Posts that left the feed come after those in it. */
export async function getBlogPage(deps: Deps, page: number) {
  const state = showsFeed(deps) ? await readFeedPosts(deps) : nothing
  let pages = 1
  const shown = withOwn(deps, state, (merged) => {
    pages = Math.max(1, Math.ceil(merged.length / pageSize))
    return merged.slice((page - 1) * pageSize, page * pageSize)
  })
  return shown.kind === 'loaded' ? { ...shown, pages } : shown
}

const nothing = { kind: 'loaded', posts: [] } satisfies BlogState

type Listed = OwnPost | PostTeaser
const isOwn = (post: Listed): post is OwnPost => 'entry' in post
const toTeaser = (post: Listed): PostTeaser => (isOwn(post) ? toOwnTeaser(post) : post)

/** Nothing is made of the text of a post that `choose` leaves out. */
function withOwn({ content }: Deps, state: BlogState, choose: (merged: Listed[]) => Listed[]): BlogState {
  const own = listOwnPosts(content)
  if (state.kind !== 'loaded' && own.length === 0) return state
  return { kind: 'loaded', posts: choose(merge(own, state)).map(toTeaser) }
}

/** Where both have a post at an address, the clinic's own is there. */
function merge(own: OwnPost[], state: BlogState): Listed[] {
  const taken = new Set(own.map(({ url }) => url))
  return mergePosts(own, state.kind === 'loaded' ? state.posts.filter(({ url }) => !taken.has(url)) : [])
}

/** A post that is readable here. `text` is the Markdown of an own one, `html` the sanitized text of one of the feed. */
export type ReadPost = { post: PostTeaser; text?: string; newer?: Listed | undefined; older?: Listed | undefined }

/** Without `found`, there is no such post; while the feed was never read, that is not known. */
export async function findPostOfBlog(
  deps: Deps & { content: Pick<ContentNow, 'changedAt'> },
  slug: string,
): Promise<{ kind: 'loaded'; found: ReadPost | undefined } | Exclude<BlogState, { kind: 'loaded' }>> {
  const url = postPath(slug)
  const feed = readableFeed(deps)
  const state = feed ? await readFeedPosts({ ...deps, feed }) : nothing
  const merged = merge(listOwnPosts(deps.content), state)
  const at = merged.findIndex((one) => one.url === url)
  const listed = merged[at]
  if (!listed) return state.kind === 'loaded' ? { kind: 'loaded', found: undefined } : state
  const near = { newer: merged[at - 1], older: merged[at + 1] }
  if (isOwn(listed)) {
    const post = { ...toOwnTeaser(listed), changedAt: deps.content.changedAt(`posts/${slug}`) }
    return { kind: 'loaded', found: { post, text: listed.entry.text, ...near } }
  }
  const post = feed && (await findFeedPost({ ...deps, feed }, slug))
  return { kind: 'loaded', found: post && { post, ...near } }
}

/** Every post that is readable here with its text, for feed readers and search engines; undefined while a feed was never read. */
export async function loadReadablePosts(deps: Deps & { queue: Queue }, origin: string, now: number) {
  const feed = readableFeed(deps)
  if (!feed) return withTexts(deps, [], origin)
  await preparePosts({ ...deps, feed }, now)
  if ((await getPostsReadAt({ ...deps, feed })) === undefined) return undefined
  return withTexts(deps, await listPosts({ ...deps, feed }), origin)
}

/** Every post that the blog lists, for the search. */
export const listPostsOfBlog = async (
  deps: Pick<Deps, 'content' | 'database'> & { feed: Pick<FeedReader, 'id'> },
): Promise<PostTeaser[]> => withTexts(deps, showsFeed(deps) ? await listPosts(deps) : [], '')

const withTexts = ({ content }: Pick<Deps, 'content'>, posts: PostTeaser[], origin: string) =>
  merge(listOwnPosts(content), { kind: 'loaded', posts }).map((post) =>
    isOwn(post) ? { ...toOwnTeaser(post), html: toOwnHtml(post, origin) } : post,
  )

/** The addresses below /blog of posts and lists of posts; undefined while they are not known. */
export async function listPostPaths(deps: Deps) {
  const own = listOwnPosts(deps.content).map(({ url }) => url)
  const listed = showsFeed(deps) ? await listPostUrls(deps) : []
  const readable = readableFeed(deps)
  const posts = readable ? await listPostUrls({ ...deps, feed: readable }) : []
  if (!listed || !posts) return undefined
  const count = Math.max(1, Math.ceil((own.length + listed.length) / pageSize))
  return [...own, ...posts, ...Array.from({ length: count }, (_, index) => `/blog/all/${index + 1}`)]
}

/** The titles of posts by their URL, for those of the URLs that lead to one. */
export async function findTitlesOfPosts(deps: Deps & { origin: string }, urls: string[]): Promise<Map<string, string>> {
  const own = listOwnPosts(deps.content).map(({ url, title }): [string, string] => [deps.origin + url, title])
  return new Map([...(await findPostTitles(deps, urls)), ...own])
}

/** Of a post that the blog lists, by its address. */
export async function findTeaser(deps: Deps, url: string): Promise<PostTeaser | undefined> {
  const own = listOwnPosts(deps.content).find((post) => post.url === url)
  if (own) return toOwnTeaser(own)
  const state = showsFeed(deps) ? await readFeedPosts(deps) : nothing
  return state.kind === 'loaded' ? state.posts.find((post) => post.url === url) : undefined
}
