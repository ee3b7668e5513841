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

test.each<[string, Uint8Array, string]>([
  ['UTF-8', Buffer.from(feed(declared('utf-8'))), 'application/rss+xml'],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${feed('')}`), 'text/xml; charset=iso-8859-1'],
  ['UTF-8 whose header names Latin-1', Buffer.from(feed(declared('utf-8'))), 'text/xml; charset=ISO-8859-1'],
  ['UTF-8 that declares itself Latin-1', Buffer.from(feed(declared('iso-8859-1'))), 'text/xml'],
  ['UTF-8 that declares itself UTF-16', Buffer.from(feed(declared('utf-16'))), 'text/xml; charset=utf-16'],
  ['windows-1252 that declares itself', windows1252(feed(declared('windows-1252'))), 'text/xml'],
  ['windows-1252 named in the header', windows1252(feed('')), 'text/xml; charset=windows-1252'],
  ['windows-1252 that declares nothing', windows1252(feed('')), 'text/xml'],
  ['windows-1252 that declares itself UTF-8', windows1252(feed(declared('utf-8'))), 'text/xml; charset=utf-8'],
  ['windows-1252 under an unknown name', windows1252(feed(declared('x-ours'))), 'text/xml'],
  ['UTF-16 with a mark', utf16be(`\ufeff${feed(declared('utf-16'))}`), 'application/xml'],
  ['UTF-16, little end first, without a mark', utf16le(feed(declared('utf-16'))), 'application/xml'],
  ['UTF-16, big end first, without a mark', utf16be(feed('')), 'application/xml'],
  ['UTF-16 without a mark whose header names UTF-8', utf16le(feed('')), 'application/xml; charset=utf-8'],
])('a feed in %s is shown in its own emails', async (_, body, contentType) => {
  const { blog } = await blogOfAFeed(answerText(body, contentType))
  expect(blog).toContain(title)
  expect(blog).toContain('Für jeden Tag')
})

test('a feed in UTF-8 with one broken email keeps all others', async () => {
  const [before = '', after = ''] = feed(declared('utf-8'), `${title} und Gr|ße`).split('|')
  const { blog } = await blogOfAFeed(
    answerText(Buffer.concat([Buffer.from(before), Buffer.from([0xfc]), Buffer.from(after)]), 'text/xml'),
  )
  expect(blog).toContain(`${title} und Grüße`)
})

test('what no letter is known for is left out: no page shows a replacement character', async () => {
  const odd = 'Tea\ufffd &#xFFFD;time &lt;b&gt;a&amp;#0;b&lt;/b&gt; &amp;#xFFFD;now &amp;#xD800;'
  const { blog, page } = await blogOfAFeed(answerText(feed(declared('utf-8'), odd), 'text/xml'))
  expect(blog).toContain('Tea time ab now')
  for (const html of [blog, await page('/search?q=tea')]) expect(html).not.toMatch(/\ufffd|%EF%BF%BD/)
})

test('a converter may answer in another encoding, or with half a character', async () => {
  const item = { title, link: 'https://blog.example/cafe', description: 'Für jeden\ud83c Tag' }
  const answer = JSON.stringify({ status: 'ok', items: [item] })
  const { blog } = await blogOfAFeed(answerText(windows1252(answer), 'application/json'), (origin) => ({
    FEED_CONVERTER_URL: origin,
  }))
  expect(blog).toContain(title)
  expect(blog).toContain('Für jeden Tag')
  expect(blog).not.toContain('\ufffd')
})
