import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { expect, describe, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { readPost } from '#tests/support/feeds.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import { getLatestOfBlog } from './blog.server.ts'
import {
  getLatestPosts,
  listPosts,
  getPostsReadAt,
  preparePosts,
  refreshPosts,
  requestRefresh,
} from './posts.server.ts'

const start = Date.UTC(2023, 9, 12, 14)
const minute = 60_000

const posts = (count: number, about: Partial<FeedItem> = {}): FeedItem[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Post ${index + 1}`,
    link: `https://blog.example/post-${index + 1}`,
    publishedAt: start - index * minute,
    html: `<p>Text ${index + 1}</p>`,
    ...about,
  }))

/** A blog on a fresh database, whose feed says what the test wants it to say. */
async function openBlog({ bundled = false } = {}) {
  const database = await openTestDatabase()
  const purged: string[] = []
  const says = { items: posts(7) as FeedItem[] | undefined, reads: 0 }
  const feed: FeedReader = {
    id: 'feed-1',
    bundled,
    async readFeed() {
      says.reads += 1
      return says.items ? { ok: true, items: says.items } : { ok: false, reason: 'timeout' }
    },
    fetchPicture: async () => undefined,
  }
  const queue = createQueue(database)
  const pages = createPurges(database, { invalidate: (...topics) => void purged.push(...topics) })
  return { database, queue, feed, pages, purged, says }
}

const jobsIn = async ({ db }: Database) =>
  (await db.selectFrom('jobs').select(['kind', 'uniqueKey']).orderBy('kind').execute()).map(({ kind, uniqueKey }) => ({
    kind,
    uniqueKey,
  }))

const titles = (state: Awaited<ReturnType<typeof getLatestPosts>>) =>
  state.kind === 'loaded' ? state.posts.map(({ title }) => title) : state.kind

describe('the blog', () => {
  test('is loading until the feed is read', async () => {
    const blog = await openBlog()
    expect(await getLatestPosts(blog)).toEqual({ kind: 'cold' })
    expect(await listPosts(blog)).toEqual([])
    expect(await getPostsReadAt(blog)).toBeUndefined()
  })

  test('shows the first five posts in the order of the feed', async () => {
    const blog = await openBlog()
    expect(await refreshPosts(blog, start)).toEqual({ ok: true, posts: 7, changed: true })
    const state = await getLatestPosts(blog)
    expect(titles(state)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5'])
    expect(state.kind === 'loaded' && state.posts[0]).toEqual({
      position: 0,
      title: 'Post 1',
      url: 'https://blog.example/post-1',
      external: true,
      publishedAt: start,
      excerpt: 'Text 1...',
      words: 2,
    })
    expect(await getPostsReadAt(blog)).toBe(start)
    expect(blog.purged).toEqual(['blog'])
  })

  test('can be empty', async () => {
    const blog = await openBlog()
    blog.says.items = []
    await refreshPosts(blog, start)
    expect(await getLatestPosts(blog)).toEqual({ kind: 'loaded', posts: [] })
  })

  test('has failed if the feed was never read successfully', async () => {
    const blog = await openBlog()
    blog.says.items = undefined
    expect(await refreshPosts(blog, start)).toEqual({ ok: false, reason: 'timeout' })
    expect(await getLatestPosts(blog)).toEqual({ kind: 'failed' })
    const row = await blog.database.db.selectFrom('feeds').selectAll().executeTakeFirst()
    expect({ ...row }).toEqual({ id: 'feed-1', readAt: null, triedAt: start, failure: 'timeout' })
    expect(blog.purged).toEqual([])
  })

  test("keeps yesterday's posts while the feed is unavailable, and recovers", async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    blog.says.items = undefined
    await refreshPosts(blog, start + 60 * minute)
    expect(await getPostsReadAt(blog)).toBe(start)
    expect(titles(await getLatestPosts(blog))).toHaveLength(5)
    blog.says.items = posts(2)
    await refreshPosts(blog, start + 70 * minute)
    expect(titles(await getLatestPosts(blog))).toEqual(['Post 1', 'Post 2'])
    const row = await blog.database.db.selectFrom('feeds').selectAll().executeTakeFirst()
    expect({ ...row }).toEqual({
      id: 'feed-1',
      readAt: start + 70 * minute,
      triedAt: start + 70 * minute,
      failure: null,
    })
  })

  test('purges its pages only when visible content changes', async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    expect(await refreshPosts(blog, start + minute)).toEqual({ ok: true, posts: 7, changed: false })
    expect(blog.purged).toEqual(['blog'])
    expect(await getPostsReadAt(blog)).toBe(start + minute)
    blog.says.items = posts(7).toReversed()
    expect(await refreshPosts(blog, start + 2 * minute)).toMatchObject({ changed: true })
    expect(blog.purged).toEqual(['blog', 'blog'])
  })

  test('handles two concurrent feed readings', async () => {
    const blog = await openBlog()
    await Promise.all([1, 2, 3, 4].map((number) => refreshPosts(blog, start + number)))
    expect(titles(await getLatestPosts(blog))).toHaveLength(5)
  })

  test('stays unchanged if the new posts cannot be stored', async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    blog.says.items = posts(3, { title: 'New' })
    const broken = {
      ...blog,
      photos: {
        imageOrigin: 'https://photos.example',
        service: { name: 'Photos', url: 'https://photos.example/' },
        findPhoto: async () => undefined,
        noteUse: async () => {},
      },
    }
    const queue = { ...blog.queue, enqueue: () => Promise.reject(new Error('no queue')) }
    await expect(refreshPosts({ ...broken, queue }, start + minute)).rejects.toThrow('no queue')
    expect(titles(await getLatestPosts(blog))).toHaveLength(5)
    expect(await getPostsReadAt(blog)).toBe(start)
    expect(blog.purged).toEqual(['blog'])
  })

  test('separates feeds, and deletes a feed that was not read for a month', async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    const other = { ...blog, feed: { ...blog.feed, id: 'feed-2' } }
    expect(await getLatestPosts(other)).toEqual({ kind: 'cold' })
    await refreshPosts(other, start + minute)
    expect(titles(await getLatestPosts(blog))).toHaveLength(5)
    await refreshPosts(other, start + 31 * 24 * 60 * minute)
    expect(await getLatestPosts(blog)).toEqual({ kind: 'cold' })
    expect(titles(await getLatestPosts(other))).toHaveLength(5)
  })
})

describe('posts of the bundled feed', () => {
  test('are readable on this site, with links to their neighbors', async () => {
    const blog = await openBlog({ bundled: true })
    await refreshPosts(blog, start)
    const found = await readPost(blog, 'post-6')
    expect(found?.post).toMatchObject({ title: 'Post 6', url: '/blog/post-6', external: false, html: '<p>Text 6</p>' })
    expect(found?.newer).toMatchObject({ title: 'Post 5', url: '/blog/post-5' })
    expect(found?.older).toMatchObject({ title: 'Post 7' })
    const first = await readPost(blog, 'post-1')
    expect(first?.newer).toBeUndefined()
    expect(first?.older).toMatchObject({ title: 'Post 2' })
    expect((await listPosts(blog)).map(({ url }) => url)).toHaveLength(7)
  })

  test('make room for the clinic’s own at the same address', async () => {
    const blog = await openBlog({ bundled: true })
    await refreshPosts(blog, start)
    const own = { id: 'post-2', title: 'Our own', text: 'Text', publishedAt: new Date(start).toISOString() }
    const content = { list: () => [own], template: () => ({ showsFeed: true }) } as never
    const state = await getLatestOfBlog({ ...blog, content })
    expect(titles(state)).toEqual(['Our own', 'Post 1', 'Post 3', 'Post 4', 'Post 5'])
  })

  test.each(['post-8', '', 'POST-1', '../post-1', "'; drop table blog_posts", 'post\0'])(
    'are not found as %j',
    async (slug) => {
      const blog = await openBlog({ bundled: true })
      await refreshPosts(blog, start)
      expect(await readPost(blog, slug)).toBeUndefined()
    },
  )

  test('are the only ones readable on this site', async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    expect(await readPost(blog, '0')).toBeUndefined()
  })
})

describe('a reading of the feed', () => {
  const wanted = [{ kind: 'read-feed', uniqueKey: 'read-feed:feed-1' }]

  test('is requested once while no posts are stored, however many requests arrive', async () => {
    const blog = await openBlog()
    await Promise.all([requestRefresh(blog, start), requestRefresh(blog, start), requestRefresh(blog, start)])
    expect(await jobsIn(blog.database)).toEqual(wanted)
  })

  test('is requested again only after ten minutes', async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    await requestRefresh(blog, start + 10 * minute)
    expect(await jobsIn(blog.database)).toEqual([])
    await requestRefresh(blog, start + 10 * minute + 1)
    expect(await jobsIn(blog.database)).toEqual(wanted)
  })

  test('is retried only 30 seconds after a failure, with or without old posts', async () => {
    const blog = await openBlog()
    blog.says.items = undefined
    await refreshPosts(blog, start)
    await requestRefresh(blog, start + 30_000)
    expect(await jobsIn(blog.database)).toEqual([])
    blog.says.items = posts(1)
    await refreshPosts(blog, start + minute)
    blog.says.items = undefined
    await refreshPosts(blog, start + 20 * minute)
    await requestRefresh(blog, start + 20 * minute + 30_000)
    expect(await jobsIn(blog.database)).toEqual([])
    await requestRefresh(blog, start + 20 * minute + 30_001)
    expect(await jobsIn(blog.database)).toEqual(wanted)
  })

  test('delays a page without posts, but only briefly', async () => {
    const blog = await openBlog()
    const waitedFrom = performance.now()
    await preparePosts(blog, start, { patienceMs: 200 })
    expect(performance.now() - waitedFrom).toBeLessThan(10_000)
    expect(await getLatestPosts(blog)).toEqual({ kind: 'cold' })

    const preparing = preparePosts(blog, start, { patienceMs: 60_000 })
    await refreshPosts(blog, start)
    const readyFrom = performance.now()
    await preparing
    expect(performance.now() - readyFrom).toBeLessThan(10_000)
    expect(titles(await getLatestPosts(blog))).toHaveLength(5)
  })

  test('delays a page no longer if the database is slow', async () => {
    const blog = await openBlog()
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => pause(100).then(() => result),
    }
    const database = { ...blog.database, db: blog.database.db.withPlugin(slow) }
    const waitedFrom = performance.now()
    await preparePosts({ ...blog, database }, start, { patienceMs: 300, everyMs: 10 })
    expect(performance.now() - waitedFrom).toBeLessThan(10_000)
  })

  test('does not delay a page that has old posts', async () => {
    const blog = await openBlog()
    await refreshPosts(blog, start)
    const waitedFrom = performance.now()
    await preparePosts(blog, start + 60 * minute, { patienceMs: 60_000 })
    expect(performance.now() - waitedFrom).toBeLessThan(10_000)
    await expect.poll(() => jobsIn(blog.database)).toEqual(wanted)
    expect(blog.says.reads).toBe(1)
  })
})
