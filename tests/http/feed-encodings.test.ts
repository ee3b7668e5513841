import { expect, test } from 'vitest'
import { blogOfAFeed } from '#tests/support/feeds.ts'
import { answerText } from '#tests/support/hosted-services.ts'

const title = 'Café “at noon” – a ½ cup'

const feed = (declaration: string, text = title) =>
  `${declaration}<rss version="2.0"><channel><title>Blog</title><item><title>${text}</title>` +
  `<link>https://blog.example/cafe</link><description>Für jeden Tag</description></item></channel></rss>`
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n`

const windows1252 = (text: string) =>
  Buffer.from(
    text.replace(/[“”–]/g, (sign) => ({ '“': '\x93', '”': '\x94', '–': '\x96' })[sign] ?? sign),
    'latin1',
  )
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()

test('the blog page shows a UTF-16 feed with the right characters', async () => {
  const body = utf16be(`\ufeff${feed(declared('utf-16'))}`)
  const { blog } = await blogOfAFeed(answerText(body, 'application/xml'))
  expect(blog).toContain(title)
  expect(blog).toContain('Für jeden Tag')
})

test('invalid characters of a feed are removed, and no page shows a replacement character', async () => {
  const odd = 'Tea\ufffd &#xFFFD;time &lt;b&gt;a&amp;#0;b&lt;/b&gt; &amp;#xFFFD;now &amp;#xD800;'
  const { blog, page } = await blogOfAFeed(answerText(feed(declared('utf-8'), odd), 'text/xml'))
  expect(blog).toContain('Tea time ab now')
  for (const html of [blog, await page('/search?q=tea')]) expect(html).not.toMatch(/\ufffd|%EF%BF%BD/)
})

test('a response of the feed converter in Windows-1252, with half a character, is shown correctly', async () => {
  const item = { title, link: 'https://blog.example/cafe', description: 'Für jeden\ud83c Tag' }
  const answer = JSON.stringify({ status: 'ok', items: [item] })
  const { blog } = await blogOfAFeed(answerText(windows1252(answer), 'application/json'), (origin) => ({
    FEED_CONVERTER_URL: origin,
  }))
  expect(blog).toContain(title)
  expect(blog).toContain('Für jeden Tag')
  expect(blog).not.toContain('\ufffd')
})
