import { expect, test } from 'vitest'
import { refreshPosts } from '#app/domain/blog/posts.server.ts'
import { type DeliveredContent, deliveredContent } from '#app/domain/content/content-now.server.ts'
import { getSource } from '#app/domain/content/content-record.ts'
import { listPlaces } from '#app/domain/content/content-schema.ts'
import { listNames } from '#app/domain/content/list-names.ts'
import { findMissing } from '#app/domain/content/lookups.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { readSitePages } from './site-pages.server.ts'

const feed: FeedReader = {
  id: 'feed-1',
  bundled: true,
  readFeed: async () => ({
    ok: true,
    items: [{ title: 'Ghee', link: 'https://blog.example/ghee', html: '<p>Ghee is butter.</p>' }],
  }),
  fetchPicture: async () => undefined,
}

async function openSite() {
  const database = await openTestDatabase()
  const deps = { database, queue: createQueue(database), feed, pages: { purge: async () => {} } }
  return { ...deps, readPosts: () => refreshPosts(deps, Date.now()) }
}

const withoutAbhyangam: Pick<DeliveredContent, 'list' | 'template'> = {
  ...deliveredContent,
  list: (name) =>
    deliveredContent.list(name).map((entry) => (entry.id === 'abhyangam' ? { ...entry, archived: true } : entry)),
}

test('every link of the delivered texts leads to a page', async () => {
  const hasPage = await readSitePages({ ...(await openSite()), content: deliveredContent })
  for (const name of listNames(deliveredContent))
    for (const place of listPlaces(getSource(name).schema.fields, deliveredContent.template(name)))
      expect(findMissing(place, { findPicture: () => undefined, hasPage }), `${name}, ${place.path}`).toBeUndefined()
})

test('knows pages, services, products and posts, and nothing else', async () => {
  const site = await openSite()
  await site.readPosts()
  const [{ url }] = (await site.database.db.selectFrom('blogPosts').select('url').execute()) as [{ url: string }]
  const hasPage = await readSitePages({ ...site, content: withoutAbhyangam })
  const here = [
    '/',
    '/about',
    '/about/',
    '/services/shirodhara',
    '/booking/anything',
    '/cart',
    '/feed.xml',
    '/blog/all/1',
    url,
  ]
  expect(here.filter((path) => !hasPage(path))).toEqual([])
  const missing = [
    '/servces',
    '/services/abhyangam',
    '/products/none',
    '/blog/none',
    '/blog/all/2',
    '/admin',
    '//about',
  ]
  expect(missing.filter((path) => hasPage(path))).toEqual([])
})

test('takes any address of a post for a page while the blog was not read', async () => {
  const hasPage = await readSitePages({ ...(await openSite()), content: deliveredContent })
  expect([hasPage('/blog/none'), hasPage('/blogs/none')]).toEqual([true, false])
})

test('does so too when the posts can’t be read', async () => {
  const db = {
    selectFrom() {
      throw new Error('The database is down.')
    },
  }
  const hasPage = await readSitePages({ database: { db } as never, feed, content: deliveredContent })
  expect([hasPage('/blog/none'), hasPage('/servces')]).toEqual([true, false])
})
