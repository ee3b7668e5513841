import { expect, test } from 'vitest'
import { signInAsAdmin, adminSettings } from '#tests/support/admin.ts'
import { blogOfAFeed } from '#tests/support/feeds.ts'
import { answerByPath, answerText, examplePng } from '#tests/support/hosted-services.ts'
import { until } from '#tests/support/timing.ts'

const xml = (body: string) => answerText(body, 'application/xml')
const rss = (item: string, attributes = '') =>
  `<rss version="2.0" ${attributes}><channel><title>Blog</title><item><title>Salt</title>${item}</item></channel></rss>`

test.each([
  ['no post has a link', rss('<guid isPermaLink="false">7</guid>')],
  [
    'no post has a title or text',
    '<rss version="2.0"><channel><item><title> </title><link>https://blog.example/1</link></item></channel></rss>',
  ],
])('if %s, the blog page, the log and the System page report a failed feed', async (_, feed) => {
  const { blog, site } = await blogOfAFeed(xml(feed), () => adminSettings)
  expect(blog).toContain('Error loading blog posts: Failed to fetch RSS feed')
  expect(site.output()).toContain('"reason":"no-usable-posts"')
  const admin = await signInAsAdmin(site)
  const system = await until(async () => {
    const page = await (await admin.get('/admin/system')).text()
    return page.includes('The blog can’t be read') ? page : undefined
  })
  expect(system).toContain('It has posts, but none with a title or text and a web address of its own.')
})

const media = 'xmlns:media="http://search.yahoo.com/mrss/"'

test.each([
  [
    "a larger version of Blogger's thumbnail",
    '<media:thumbnail url="ORIGIN/img/s72-c/salt.png" width="72" height="72"/>',
    '/img/s1200/salt.png',
  ],
  [
    "a larger version of Blogger's other kind of thumbnail",
    '<media:thumbnail url="ORIGIN/img/salt=s72-w400-h225-c"/>',
    '/img/salt=s1200',
  ],
  [
    'the first real image of its text if it has no enclosure',
    '<description>&lt;img src="ORIGIN/pixel.gif" width="1" height="1">&lt;p>Salt&lt;/p>&lt;IMG alt="a > b" src=\'ORIGIN/text.png?a=1&amp;amp;b=2\'></description>',
    '/text.png',
  ],
  [
    'its enclosure rather than an image of its text',
    '<enclosure url="ORIGIN/named.png" type="image/png" length="1"/><description>&lt;img src="ORIGIN/text.png"></description>',
    '/named.png',
  ],
])('a post shows %s', async (_, item, path) => {
  const { service, page } = await blogOfAFeed((request, response) => {
    const feed = rss(
      `<link>https://blog.example/salt</link>${item.replaceAll('ORIGIN', `http://${request.headers.host}`)}`,
      media,
    )
    answerByPath({ '/feed.xml': xml(feed), [path]: answerText(examplePng(), 'image/png') })(request, response)
  })
  await until(async () => ((await page('/blog')).includes('/blog/pictures/') ? true : undefined))
  expect(service.requests.filter((seen) => seen.path !== '/feed.xml').map((seen) => seen.path)).toEqual([path])
})
