import { describe, expect, test } from 'vitest'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import type { Picture } from '#app/integrations/outside/fetch-picture.server.ts'
import { fetchPostPictures, findStoredPicture, type PhotoSource } from './post-pictures.server.ts'
import { getLatestPosts, refreshPosts } from './posts.server.ts'

const start = Date.UTC(2023, 9, 12, 14)

const photoOrigin = 'https://photos.example'
const photographer = { name: 'Maya Rao', url: 'https://unsplash.example/@maya' }

const picture = (text: string): Picture => ({ mediaType: 'image/png', bytes: Buffer.from(text) })

const item = (number: number, pictureUrl?: string): FeedItem => ({
  title: `Post ${number}`,
  link: `https://blog.example/${number}`,
  html: '<p>Text</p>',
  pictureUrl,
})

/** A blog whose feed and stock photos give what the test wants; `calls` holds everything that was asked for. */
async function openBlog(items: FeedItem[], { stock = true } = {}) {
  const database = await openTestDatabase()
  const calls: string[] = []
  const purged: string[] = []
  const world = { items, served: (address: string): Picture | undefined => picture(address), photo: true }
  let photoNumber = 0
  const fetchPicture = async (address: string) => {
    calls.push(address)
    return world.served(address)
  }
  const feed: FeedReader = {
    id: 'feed-1',
    bundled: false,
    readFeed: async () => ({ ok: true, items: world.items }),
    fetchPicture,
  }
  const photos: PhotoSource = {
    imageOrigin: photoOrigin,
    service: { name: 'Photos', url: 'https://photos.example/' },
    async findPhoto() {
      calls.push('findPhoto')
      photoNumber += 1
      return world.photo ? { url: `${photoOrigin}/${photoNumber}`, photographer } : undefined
    },
    async noteUse({ url }) {
      calls.push(`use ${url}`)
    },
  }
  const blog = {
    database,
    queue: createQueue(database),
    feed,
    photos: stock ? photos : undefined,
    pages: createPurges(database, { invalidate: (...topics) => void purged.push(...topics) }),
    world,
    calls,
    purged,
  }
  await refreshPosts(blog, start)
  purged.length = 0
  return blog
}

type Blog = Awaited<ReturnType<typeof openBlog>>

/** What each post shows, as the text of its picture. */
async function shown(blog: Blog) {
  const state = await getLatestPosts(blog)
  const posts = state.kind === 'loaded' ? state.posts : []
  return Promise.all(
    posts.map(async ({ pictureId, photo }) => {
      if (photo) return photo.url
      const stored = pictureId && (await findStoredPicture(blog, pictureId))
      return stored ? Buffer.from(stored.bytes).toString() : undefined
    }),
  )
}

const storedPictures = async ({ database }: Blog) =>
  (await database.db.selectFrom('blogPictures').select('id').execute()).length

const jobKinds = async ({ database }: Blog) =>
  (await database.db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind)

describe('pictures of posts', () => {
  test('come from the feed, or else from stock photos, with one call for each post', async () => {
    const blog = await openBlog([item(1, 'https://blog.example/1.png'), item(2), item(3)])
    expect(await jobKinds(blog)).toEqual(['fetch-post-pictures'])
    expect(await fetchPostPictures(blog)).toEqual({ stored: 3, failed: 0 })
    expect(await shown(blog)).toEqual([
      'https://blog.example/1.png',
      'https://photos.example/1',
      'https://photos.example/2',
    ])
    expect(blog.calls).toEqual([
      'https://blog.example/1.png',
      'findPhoto',
      'use https://photos.example/1',
      'findPhoto',
      'use https://photos.example/2',
    ])
    const state = await getLatestPosts(blog)
    expect(state.kind === 'loaded' && state.posts[1]?.photo).toMatchObject({
      url: 'https://photos.example/1',
      photographer,
    })
    expect(await storedPictures(blog), 'no copy of a photo').toBe(1)
    expect(blog.purged).toEqual(['blog', 'blog', 'blog'])
  })

  test('are fetched only for the five posts shown, and only with a source', async () => {
    const blog = await openBlog(
      [1, 2, 3, 4, 5, 6, 7].map((number) => item(number)),
      { stock: false },
    )
    expect(await jobKinds(blog)).toEqual([])
    expect(await fetchPostPictures(blog)).toEqual({ stored: 0, failed: 0 })
    expect(blog.calls).toEqual([])
  })

  test('are given to the five posts that are shown now, each its own, and to none of another feed', async () => {
    const pictures = [1, 2].map((number) => item(number, `https://blog.example/${number}.png`))
    const blog = await openBlog([...pictures, ...[3, 4, 5, 6, 7].map((number) => item(number))])
    await refreshPosts({ ...blog, feed: { ...blog.feed, id: 'feed-0' } }, start)
    expect(await fetchPostPictures(blog)).toEqual({ stored: 5, failed: 0 })
    expect(await shown(blog)).toEqual([
      ...['https://blog.example/1.png', 'https://blog.example/2.png'],
      ...[1, 2, 3].map((number) => `https://photos.example/${number}`),
    ])
    const withPicture = (feedId: string) =>
      blog.database.db
        .selectFrom('blogPosts')
        .select('url')
        .where('feedId', '=', feedId)
        .where(({ or, eb }) => or([eb('pictureId', 'is not', null), eb('pictureSource', 'like', 'stock:%')]))
        .execute()
    expect([await withPicture('feed-0'), (await withPicture('feed-1')).length]).toEqual([[], 5])

    blog.world.items = [item(8)]
    await refreshPosts(blog, start + 1)
    blog.calls.length = 0
    await fetchPostPictures(blog)
    expect(blog.calls, 'none for those that left the feed').toEqual(['findPhoto', 'use https://photos.example/4'])
  })

  test('stay with their post as long as it has the same address', async () => {
    const blog = await openBlog([item(1), item(2)])
    await fetchPostPictures(blog)
    const before = await shown(blog)
    blog.calls.length = 0
    blog.world.items = [item(9), item(1), item(2)]
    await refreshPosts(blog, start + 1)
    expect(await shown(blog)).toEqual([undefined, ...before])
    await fetchPostPictures(blog)
    expect(blog.calls).toEqual(['findPhoto', 'use https://photos.example/3'])
    expect((await shown(blog)).slice(1)).toEqual(before)
  })

  test('change when the feed names another picture', async () => {
    const blog = await openBlog([item(1, 'https://blog.example/old.png')])
    await fetchPostPictures(blog)
    blog.world.items = [item(1, 'https://blog.example/new.png')]
    await refreshPosts(blog, start + 1)
    await fetchPostPictures(blog)
    expect(await shown(blog)).toEqual(['https://blog.example/new.png'])
  })

  test('are deleted with the last post that shows them', async () => {
    const blog = await openBlog([item(1, 'https://blog.example/same.png'), item(2, 'https://blog.example/same.png')])
    await fetchPostPictures(blog)
    expect(await storedPictures(blog)).toBe(1)
    blog.world.items = [item(2, 'https://blog.example/same.png')]
    await refreshPosts(blog, start + 1)
    expect(await shown(blog)).toEqual(['https://blog.example/same.png'])
    blog.world.items = [item(3)]
    await refreshPosts(blog, start + 2)
    expect(await storedPictures(blog)).toBe(0)
  })

  test('that cannot be fetched are replaced by stock photos', async () => {
    const blog = await openBlog([item(1, 'https://blog.example/page.html')])
    blog.world.served = (address) => (address.endsWith('.html') ? undefined : picture(address))
    await fetchPostPictures(blog)
    expect(await shown(blog)).toEqual(['https://photos.example/1'])
    await refreshPosts(blog, start + 1)
    expect(await shown(blog)).toEqual(['https://photos.example/1'])
  })

  test('from the service cost one call and one usage report, however often the feed is read', async () => {
    const blog = await openBlog([item(1)])
    for (let reading = 0; reading < 3; reading += 1) {
      await fetchPostPictures(blog)
      await refreshPosts(blog, start + reading)
    }
    expect(blog.calls).toEqual(['findPhoto', 'use https://photos.example/1'])
  })

  test('from the service are hidden without it, and if their origin is not allowed', async () => {
    const blog = await openBlog([item(1)])
    await fetchPostPictures(blog)
    expect(await shown({ ...blog, photos: undefined })).toEqual([undefined])
    const elsewhere = { ...blog, photos: { ...blog.photos!, imageOrigin: 'https://other.example' } }
    expect(await shown(elsewhere)).toEqual([undefined])
    await refreshPosts(elsewhere, start + 1)
    expect(await jobKinds(blog), 'another one is looked for').toContain('fetch-post-pictures')
  })

  test('copied by an older version are linked from the service now', async () => {
    const blog = await openBlog([item(1)])
    await blog.database.db
      .insertInto('blogPictures')
      .values({ id: 'a1', mediaType: 'image/png', bytes: Buffer.from('copy') })
      .execute()
    await blog.database.db
      .updateTable('blogPosts')
      .set({ pictureSource: 'stock:https://photos.example/old', pictureId: 'a1' })
      .execute()
    expect(await shown(blog)).toEqual(['copy'])
    await fetchPostPictures(blog)
    expect(await shown(blog)).toEqual(['https://photos.example/1'])
  })

  test('are not requested from a stock service that just failed', async () => {
    const blog = await openBlog([item(1), item(2), item(3)])
    blog.world.photo = false
    expect(await fetchPostPictures(blog)).toEqual({ stored: 0, failed: 3 })
    expect(blog.calls).toEqual(['findPhoto'])
    blog.world.photo = true
    await refreshPosts(blog, start + 1)
    expect(await fetchPostPictures(blog)).toEqual({ stored: 3, failed: 0 })
  })

  test('are saved even if the feed is read again in the meantime', async () => {
    const blog = await openBlog([item(1, 'https://blog.example/1.png'), item(2)])
    let again: Promise<unknown> | undefined
    blog.world.served = (address) => {
      if (!again) {
        blog.world.items = [item(3), item(1, 'https://blog.example/1.png'), item(2)]
        again = refreshPosts(blog, start + 1)
      }
      return picture(address)
    }
    await fetchPostPictures(blog)
    await again
    await fetchPostPictures(blog)
    expect((await shown(blog)).every(Boolean)).toBe(true)
  })

  test.each(['', 'nothing', '../x', 'a\0', 'ABCDEF'])('are not found as %j', async (id) => {
    expect(await findStoredPicture(await openBlog([]), id)).toBeUndefined()
  })
})
