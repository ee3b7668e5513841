import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { searchStoredSite, createSearchCache } from '#app/domain/search/site-search.server.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { readPost } from '#tests/support/feeds.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import { hidePost, approvePost, listPostsToReview, listPostsWithClaims, showPost } from './post-decisions.server.ts'
import { getLatestPosts, listPosts, refreshPosts } from './posts.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const admin = { who: 'admin-id', from: '192.0.2.1' }

const post = (number: number, html = `<p>Text of post ${number}.</p>`): FeedItem => ({
  title: `Post ${number}`,
  link: `https://blog.example/post-${number}`,
  publishedAt: now - number * 60_000,
  html,
})
const claim =
  '<p>Warm oil.</p><p>Our <em>tea</em> cures dia&shy;betes.</p><ul><li>Kills viruses</li><li>Tastes good</li></ul>'

async function openBlog({ bundled = true, items = [1, 2, 3, 4, 5, 6, 7].map((number) => post(number)) } = {}) {
  const database = await openTestDatabase()
  const says = { items }
  const purged: string[] = []
  const feed: FeedReader = {
    id: 'feed',
    bundled,
    readFeed: async () => ({ ok: true, items: says.items }),
    fetchPicture: async () => undefined,
  }
  const blog = {
    database,
    feed,
    says,
    purged,
    queue: createQueue(database),
    vault: testVault(database),
    pages: createPurges(database, { invalidate: (...topics) => void purged.push(...topics) }),
  }
  await refreshPosts(blog, now)
  purged.length = 0
  return blog
}

type Blog = Awaited<ReturnType<typeof openBlog>>

async function readAgain(blog: Blog, items: FeedItem[]) {
  blog.says.items = items
  await refreshPosts(blog, now + 1)
}

async function latest(blog: Blog) {
  const state = await getLatestPosts(blog)
  return state.kind === 'loaded' ? state.posts.map(({ title }) => title) : []
}

const reviewed = async (blog: Blog, address: string) =>
  (await listPostsToReview(blog)).find((one) => one.address === address)

const acts = async ({ db }: Database) =>
  (await db.selectFrom('auditEntries').select(['act', 'record', 'who']).orderBy('sequence').execute()).map(
    ({ act, record, who }) => `${who} ${act} ${record}`,
  )

describe('reading the feed', () => {
  test('finds each claim in a post’s title, summary and text once, and leaves the post unchanged', async () => {
    const { html } = post(1)
    const blog = await openBlog({
      items: [
        { ...post(1), title: 'Reverse diabetes naturally' },
        { ...post(2), summary: 'Our tea cures diabetes.', html: claim },
        { ...post(3), html },
      ],
    })
    const claims = (await listPostsToReview(blog)).map((one) =>
      one.claims.map(({ sentence, start, end }) => [sentence, sentence.slice(start, end)]),
    )
    expect(claims).toEqual([
      [['Reverse diabetes naturally', 'Reverse diabetes']],
      [
        ['Our tea cures diabetes.', 'cures diabetes'],
        ['Our tea cures dia\u00adbetes.', 'cures dia\u00adbetes'],
        ['Kills viruses', 'Kills viruses'],
      ],
      [],
    ])
    expect(await latest(blog)).toHaveLength(3)
  })

  test('finds claims in posts that are only readable elsewhere', async () => {
    const blog = await openBlog({ bundled: false, items: [{ ...post(1), summary: 'About tea.', html: claim }] })
    expect((await reviewed(blog, 'https://blog.example/post-1'))?.claims).toHaveLength(2)
  })

  test('stores a limited number of them', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `<p>Herb ${index} cures cancer.</p>`).join('')
    const blog = await openBlog({ items: [post(1, many)] })
    expect((await reviewed(blog, '/blog/post-1'))?.claims).toHaveLength(20)
  })
})

describe('the review', () => {
  test('lists the posts of the blog page, and older posts that need review or are hidden', async () => {
    const blog = await openBlog({
      items: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => post(number, number === 7 ? claim : undefined)),
    })
    await hidePost(blog, admin, { address: '/blog/post-8', now })
    const posts = await listPostsToReview(blog)
    expect(posts.map(({ title, latest: isLatest }) => `${title} ${isLatest}`)).toEqual([
      'Post 1 true',
      'Post 2 true',
      'Post 3 true',
      'Post 4 true',
      'Post 5 true',
      'Post 7 false',
      'Post 8 false',
    ])
    expect(posts[0]?.publishedAt).toBe(post(1).publishedAt)
    expect(await listPostsWithClaims(blog)).toEqual([
      { address: '/blog/post-7', title: 'Post 7', readAt: now, sentences: 2 },
    ])
  })
})

test('the review keeps the order of the feed, lists those last that left it, and none of another feed', async () => {
  const blog = await openBlog()
  const other = {
    ...blog,
    feed: {
      ...blog.feed,
      id: 'another',
      readFeed: async () => ({ ok: true as const, items: [post(1, claim), post(9)] }),
    },
  }
  await refreshPosts(other, now)
  for (const [second, address] of ['/blog/post-4', '/blog/post-2', '/blog/post-5'].entries())
    await hidePost(blog, admin, { address, now: now + (second === 1 ? 5 : 0) })
  await readAgain(blog, [post(3), post(1)])
  const titles = async () => (await listPostsToReview(blog)).map(({ title }) => title)
  expect(await titles()).toEqual(['Post 3', 'Post 1', 'Post 2', 'Post 4', 'Post 5'])
  expect((await reviewed(blog, '/blog/post-1'))?.claims).toEqual([])
  const { fingerprint } = (await listPostsToReview(other))[0]!
  for (const [address, reason] of [
    ['/blog/post-1', 'changed'],
    ['/blog/post-9', 'not-found'],
  ] as const)
    expect(await approvePost(blog, admin, { address, fingerprint, now })).toEqual({ ok: false, reason })
  await showPost(blog, admin, { address: '/blog/post-2', now })
  expect(await titles(), 'the others stay hidden').toEqual(['Post 3', 'Post 1', 'Post 4', 'Post 5'])
})

describe('a hidden post', () => {
  test('is missing from the list, its own page, the feed, the sitemap and the search until it is shown again', async () => {
    const blog = await openBlog()
    const search = createSearchCache()
    const found = async () =>
      (await searchStoredSite({ ...blog, search }, { term: 'Text of post 2', clinic: contentFacts(now) })).map(
        ({ url }) => url,
      )
    expect(await found()).toContain('/blog/post-2')

    expect(await hidePost(blog, admin, { address: '/blog/post-2', now })).toEqual({ ok: true })
    expect(await latest(blog)).toEqual(['Post 1', 'Post 3', 'Post 4', 'Post 5'])
    expect(await readPost(blog, 'post-2')).toBeUndefined()
    expect((await listPosts(blog)).map(({ title }) => title)).not.toContain('Post 2')
    expect(await found()).not.toContain('/blog/post-2')
    expect(blog.purged).toEqual(['blog'])

    expect(await showPost(blog, admin, { address: '/blog/post-2', now: now + 1 })).toEqual({ ok: true })
    expect(await latest(blog)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5'])
    expect((await readPost(blog, 'post-2'))?.post.title).toBe('Post 2')
    expect(await found()).toContain('/blog/post-2')
    expect(blog.purged).toEqual(['blog', 'blog'])
    expect(await acts(blog.database)).toEqual([
      'admin-id post.hidden post:blog-post-2',
      'admin-id post.shown post:blog-post-2',
    ])
  })

  test('makes its neighbors adjacent', async () => {
    const blog = await openBlog()
    await hidePost(blog, admin, { address: '/blog/post-2', now })
    expect((await readPost(blog, 'post-1'))?.older?.title).toBe('Post 3')
    expect((await readPost(blog, 'post-3'))?.newer?.title).toBe('Post 1')
    expect((await readPost(blog, 'post-1'))?.newer).toBeUndefined()
    expect((await readPost(blog, 'post-7'))?.older).toBeUndefined()
  })

  test('stays hidden when the feed repeats it, changes it or restores it', async () => {
    const blog = await openBlog()
    await hidePost(blog, admin, { address: '/blog/post-2', now })
    await readAgain(blog, [post(1), { ...post(2), title: 'Another title' }])
    expect(await latest(blog)).toEqual(['Post 1'])
    await readAgain(blog, [post(1)])
    expect(await reviewed(blog, '/blog/post-2')).toMatchObject({ title: 'Post 2', hidden: true, latest: false })
    await readAgain(blog, [post(1), post(2)])
    expect(await latest(blog)).toEqual(['Post 1'])
  })

  test('can be shown again after it has left the feed', async () => {
    const blog = await openBlog()
    await hidePost(blog, admin, { address: '/blog/post-2', now })
    await readAgain(blog, [post(1)])
    expect(await showPost(blog, admin, { address: '/blog/post-2', now })).toEqual({ ok: true })
    expect(await reviewed(blog, '/blog/post-2')).toBeUndefined()
    await readAgain(blog, [post(1), post(2)])
    expect(await latest(blog)).toEqual(['Post 1', 'Post 2'])
  })

  test('is hidden once, even if the request is repeated', async () => {
    const blog = await openBlog()
    const press = () => hidePost(blog, admin, { address: '/blog/post-2', now })
    expect(await Promise.all([press(), press(), press()])).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(await acts(blog.database)).toHaveLength(1)
    const undo = () => showPost(blog, admin, { address: '/blog/post-2', now })
    expect(await Promise.all([undo(), undo(), undo()])).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(await acts(blog.database)).toHaveLength(2)
  })

  test('must be a stored post', async () => {
    const blog = await openBlog()
    await hidePost(blog, admin, { address: '/blog/post-1', now })
    for (const address of ['', '/blog/none', 'https://blog.example/post-2', '/'.repeat(3000)]) {
      expect(await hidePost(blog, admin, { address, now })).toEqual({ ok: false, reason: 'not-found' })
      expect(await showPost(blog, admin, { address, now })).toEqual({ ok: false, reason: 'not-found' })
    }
    expect(await acts(blog.database)).toHaveLength(1)
  })

  test('is also hidden on its own page when a converter reads our own feed', async () => {
    const source = await openBlog()
    const converted: FeedReader = {
      ...source.feed,
      id: 'converted',
      bundled: false,
      source: source.feed,
      readFeed: async () => ({ ok: true, items: [{ ...post(2), link: 'https://clinic.example/blog/post-2' }] }),
    }
    const blog = { ...source, feed: converted }
    await refreshPosts(blog, now)
    await hidePost(blog, admin, { address: 'https://clinic.example/blog/post-2', now })
    expect(await readPost(source, 'post-2')).toBeUndefined()
    await showPost(blog, admin, { address: 'https://clinic.example/blog/post-2', now })
    expect(await readPost(source, 'post-2')).toBeDefined()
  })
})

describe('dismissed claims', () => {
  const open = () => openBlog({ items: [post(1, claim), post(2)] })
  const fingerprintOf = async (blog: Blog) => (await reviewed(blog, '/blog/post-1'))?.fingerprint ?? ''

  test('are not marked again while the sentences stay the same', async () => {
    const blog = await open()
    expect(await reviewed(blog, '/blog/post-1')).toMatchObject({ approved: false })
    const fingerprint = await fingerprintOf(blog)
    const keep = () => approvePost(blog, admin, { address: '/blog/post-1', fingerprint, now })
    expect(await Promise.all([keep(), keep(), keep()])).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(await reviewed(blog, '/blog/post-1')).toMatchObject({ approved: true, hidden: false })
    expect(await listPostsWithClaims(blog)).toEqual([])

    await readAgain(blog, [post(3), post(1, `${claim}<p>One more sentence.</p>`)])
    expect(await reviewed(blog, '/blog/post-1')).toMatchObject({ approved: true })

    await readAgain(blog, [post(1, `${claim}<p>It also shrinks tumors.</p>`)])
    expect(await reviewed(blog, '/blog/post-1')).toMatchObject({ approved: false })
    expect(await acts(blog.database)).toEqual(['admin-id post.kept post:blog-post-1'])
  })

  test('are exactly the claims that the admin saw', async () => {
    const blog = await open()
    const fingerprint = await fingerprintOf(blog)
    await readAgain(blog, [post(1, '<p>Turmeric shrinks tumors.</p>')])
    expect(await approvePost(blog, admin, { address: '/blog/post-1', fingerprint, now })).toEqual({
      ok: false,
      reason: 'changed',
    })
    expect(await reviewed(blog, '/blog/post-1')).toMatchObject({ approved: false })
    expect(await approvePost(blog, admin, { address: '/blog/none', fingerprint, now })).toEqual({
      ok: false,
      reason: 'not-found',
    })
    expect(await acts(blog.database)).toEqual([])
  })

  test('stay dismissed when the post is hidden and shown again', async () => {
    const blog = await open()
    await approvePost(blog, admin, { address: '/blog/post-1', fingerprint: await fingerprintOf(blog), now })
    await hidePost(blog, admin, { address: '/blog/post-1', now })
    await showPost(blog, admin, { address: '/blog/post-1', now })
    expect(await reviewed(blog, '/blog/post-1')).toMatchObject({ approved: true, hidden: false })
  })
})
