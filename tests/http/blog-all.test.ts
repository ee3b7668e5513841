import { expect, test } from 'vitest'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { blogOfAFeed } from '#tests/support/feeds.ts'
import { look } from '#tests/support/databases.ts'
import { answerStatus, answerText } from '#tests/support/hosted-services.ts'
import { blogPage } from '#content/pages/blog.ts'
import { until } from '#tests/support/timing.ts'

/** A feed of numbered posts with 400 words each. */
const toFeed = (numbers: number[]) =>
  answerText(
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
    <channel><title>Blog</title>${numbers
      .map(
        (number) => `<item><title>Post ${number}</title><link>https://blog.example/${number}</link>
        <dc:creator>Maya &amp; Ravi</dc:creator><pubDate>Thu, 12 Oct 2023 17:00:00 GMT</pubDate>
        <description>Beginning of ${number}</description>
        <content:encoded>${'word '.repeat(400)}</content:encoded></item>`,
      )
      .join('')}</channel></rss>`,
    'application/rss+xml',
  )

const titles = (html: string) =>
  [...html.matchAll(/class="plain"[^>]*>Post (\d+)</g)].map(([, number]) => Number(number))
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

test('all posts are listed in pages, including those of earlier feed readings, but no hidden ones', async () => {
  const { service, site, page } = await blogOfAFeed(toFeed(down(12, 1)), () => ({
    ...adminSettings,
    ABUSE_LIMITS: 'off',
  }))
  expect(titles(await page('/blog'))).toEqual([12, 11, 10, 9, 8])
  expect(await page('/blog')).toContain('href="/blog/all"')
  const all = await page('/blog/all')
  expect(titles(all)).toEqual(down(12, 1))
  expect(all.replaceAll('<!-- -->', '')).toContain(
    '<span>By Maya &amp; Ravi</span> · <time dateTime="2023-10-12">October 12, 2023</time> · <span>2 min read</span>',
  )
  expect(all).toContain('Beginning of 7...')
  expect(all).not.toMatch(/rel="(prev|next)"/)

  // Newer posts replace all but three of the first twelve in the feed.
  service.answerWith(toFeed(down(24, 10)))
  await look(site, (db) => db.updateTable('feeds').set({ readAt: 1, triedAt: 1 }).execute())
  await until(async () => ((await page('/blog?again')).includes('Post 24') ? true : undefined))
  expect(titles(await page('/blog'))).toEqual([24, 23, 22, 21, 20])
  const [first, second] = [await page('/blog/all'), await page('/blog/all/2')]
  expect([titles(first), titles(second)]).toEqual([down(24, 5), down(4, 1)])
  expect(first).toMatch(/<a class="tap" href="\/blog\/all\/2" rel="next">/)
  expect(first).not.toContain('rel="prev"')
  expect(second).toMatch(/<a class="tap" href="\/blog\/all" rel="prev">/)
  expect(second).not.toContain('rel="next"')
  expect(await page('/search?q=post+3')).toContain('https://blog.example/3')

  const admin = await signInAsAdmin(site)
  for (const number of [23, 3])
    await admin.post('/admin/posts', { intent: 'hide', address: `https://blog.example/${number}` })
  await until(async () => ((await page('/blog/all')).includes('Post 23<') ? undefined : true))
  const shown = [...titles(await page('/blog/all')), ...titles(await page('/blog/all/2'))]
  expect(shown).toEqual(down(24, 1).filter((number) => number !== 23 && number !== 3))

  // If the feed has fewer than five posts, the blog page does not fill up with saved ones.
  service.answerWith(toFeed([25, 24]))
  await look(site, (db) => db.updateTable('feeds').set({ readAt: 1, triedAt: 1 }).execute())
  await until(async () => ((await page('/blog?again')).includes('Post 25') ? true : undefined))
  expect(titles(await page('/blog'))).toEqual([25, 24])
})

test('unknown pages are not found, and the first page has one address', async () => {
  const { site, page } = await blogOfAFeed(toFeed([1]))
  for (const path of ['0', '2', '01', '-1', 'x', '99999'])
    expect((await fetch(`${site.url}/blog/all/${path}`)).status, path).toBe(404)
  const first = await fetch(`${site.url}/blog/all/1`, { redirect: 'manual' })
  expect([first.status, first.headers.get('Location')]).toEqual([301, '/blog/all'])
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain('/blog/all</loc>')
  expect(await page('/blog/all')).toContain('Post 1<')
})

test('the list of all posts says that a feed cannot be read', async () => {
  const { page } = await blogOfAFeed(answerStatus(500))
  expect(await page('/blog/all')).toContain(blogPage.fetchFailed)
})
