import { expect, test } from 'vitest'
import { signInAsAdmin, adminSettings } from '#tests/support/admin.ts'
import { blogOfAFeed } from '#tests/support/feeds.ts'
import { answerByPath, answerText, examplePng } from '#tests/support/hosted-services.ts'
import { until } from '#tests/support/timing.ts'

const xml = (body: string) => answerText(body, 'application/xml')
const rss = (item: string, attributes = '') =>
  `<rss version="2.0" ${attributes}><channel><title>Blog</title><item><title>Salt</title>${item}</item></channel></rss>`
const atom = (entry: string, attributes = 'xmlns="http://www.w3.org/2005/Atom"') =>
  `<feed ${attributes}><title>Blog</title><entry><title>Salt</title>${entry}</entry></feed>`
const a10 = 'xmlns:a10="http://www.w3.org/2005/Atom"'

test.each([
  ['of .NET', rss('<a10:link rel="alternate" href="https://blog.example/salt"/>', a10)],
  [
    'of .NET without a relation',
    rss('<guid isPermaLink="false">7</guid><a10:link href="https://blog.example/salt"/>', a10),
  ],
  [
    'beside an enclosure of .NET',
    rss(
      '<a10:link rel="enclosure" href="https://blog.example/a.mp3"/><a10:link href="https://blog.example/salt"/>',
      a10,
    ),
  ],
  ['that is an RSS id', rss('<guid isPermaLink="false">https://blog.example/salt</guid>')],
  ['that is an Atom id', atom('<id>https://blog.example/salt</id>')],
  [
    'that is an id beside other links',
    atom('<id>https://blog.example/salt</id><link rel="license" href="https://cc.example/by"/>'),
  ],
  [
    'behind an enclosure',
    atom(
      '<id>1</id><link rel="enclosure" href="https://blog.example/a.mp3"/><link rel="alternate" href="https://blog.example/salt"/>',
    ),
  ],
  [
    'behind replies',
    atom(
      '<id>1</id><link rel="replies" type="text/html" href="https://blog.example/salt#comments"/><link href="https://blog.example/salt"/>',
    ),
  ],
  [
    'beside one in another format',
    atom(
      '<id>1</id><link type="application/json" href="https://blog.example/salt.json"/><link type="text/html" href="https://blog.example/salt"/>',
    ),
  ],
  [
    'relative to the xml:base of the feed',
    atom('<id>1</id><link href="salt"/>', 'xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/"'),
  ],
  [
    'relative to the xml:base of the entry',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/a/"><title>Blog</title><entry xml:base="../"><title>Salt</title><id>1</id><link href="salt"/></entry></feed>`,
  ],
  ['relative to the xml:base of RSS', rss('<link>salt</link>', 'xml:base="https://blog.example/"')],
])('a post has the address %s', async (_, feed) => {
  const { blog } = await blogOfAFeed(xml(feed))
  expect(blog).toMatch(/<a class="post-title" href="https:\/\/blog\.example\/salt"/)
})

test('Atom 0.3 with XHTML is read', async () => {
  const { blog } = await blogOfAFeed(
    xml(
      atom(
        `<id>tag:1</id><link rel="alternate" type="text/html" href="https://blog.example/salt"/>
         <issued>2004-03-05T12:00:00Z</issued><modified>2004-03-06T12:00:00Z</modified>
         <content type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Salt &amp; <b>lemon</b></p></div></content>`,
        'version="0.3" xmlns="http://purl.org/atom/ns#"',
      ),
    ),
  )
  expect(blog).toContain('<p class="lead">Salt &amp; lemon...</p>')
  expect(blog).toContain('March 5, 2004')
})

test.each([
  ['no post has an address', rss('<guid isPermaLink="false">7</guid>')],
  ['every address is of another kind', rss('<link>urn:isbn:1</link>')],
  [
    'no post says anything',
    '<rss version="2.0"><channel><item><title> </title><link>https://blog.example/1</link></item></channel></rss>',
  ],
])('a feed in which %s has failed: the page, the log and System say so', async (_, feed) => {
  const { blog, site } = await blogOfAFeed(xml(feed), () => adminSettings)
  expect(blog).toContain('Error loading blog posts: Failed to fetch RSS feed')
  expect(site.output()).toContain('"reason":"no-usable-posts"')
  const admin = await signInAsAdmin(site)
  const system = await until(async () => {
    const page = await (await admin.get('/admin/system')).text()
    return page.includes('The feed can’t be read') ? page : undefined
  })
  expect(system).toContain('It has posts, but none with a title or text and a web address of its own.')
})

const media = 'xmlns:media="http://search.yahoo.com/mrss/"'

test.each([
  [
    'of a thumbnail of Blogger in its size',
    '<media:thumbnail url="ORIGIN/img/s72-c/salt.png" width="72" height="72"/>',
    '/img/s1200/salt.png',
  ],
  ['of another shape of it', '<media:thumbnail url="ORIGIN/img/salt=s72-w400-h225-c"/>', '/img/salt=s1200'],
  [
    'of the text, when nothing better is named',
    '<description>&lt;img src="ORIGIN/pixel.gif" width="1" height="1">&lt;p>Salt&lt;/p>&lt;IMG alt="a > b" src=\'ORIGIN/text.png?a=1&amp;amp;b=2\'></description>',
    '/text.png',
  ],
  [
    'that is named, before that of the text',
    '<enclosure url="ORIGIN/named.png" type="image/png" length="1"/><description>&lt;img src="ORIGIN/text.png"></description>',
    '/named.png',
  ],
])('a post has the picture %s', async (_, item, path) => {
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
