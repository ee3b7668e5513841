import { expect, onTestFinished, test } from 'vitest'
import {
  converterContract,
  type Answer,
  answerConverted,
  answerText,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { createFeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { createPostRows } from './post-rows.server.ts'

// From what a server sends to the rows that the blog page shows: feeds as they are found on the web.

async function readPosts(answer: Answer) {
  const service = await startHostedService(answer)
  onTestFinished(() => service.close())
  const feed = createFeedReader({ url: `${service.origin}/feed.xml`, bundled: false })
  const read = await feed.readFeed()
  if (!read.ok) throw new Error(read.reason)
  return createPostRows(feed, read.items)
}

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
  expect(await readPosts(xml(feed))).toMatchObject([{ url: 'https://blog.example/salt' }])
})

test('Atom 0.3 with XHTML is read', async () => {
  const posts = await readPosts(
    xml(
      atom(
        `<id>tag:1</id><link rel="alternate" type="text/html" href="https://blog.example/salt"/>
         <issued>2004-03-05T12:00:00Z</issued><modified>2004-03-06T12:00:00Z</modified>
         <content type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Salt &amp; <b>lemon</b></p></div></content>`,
        'version="0.3" xmlns="http://purl.org/atom/ns#"',
      ),
    ),
  )
  expect(posts).toMatchObject([{ excerpt: 'Salt & lemon...', publishedAt: Date.UTC(2004, 2, 5, 12) }])
})

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
])('a feed in %s preserves its characters', async (_, body, contentType) => {
  expect(await readPosts(answerText(body, contentType))).toMatchObject([{ title, excerpt: 'Für jeden Tag...' }])
})

test('one broken byte in a UTF-8 feed affects no other characters', async () => {
  const [before = '', after = ''] = feed(declared('utf-8'), `${title} und Gr|ße`).split('|')
  const [post] = await readPosts(
    answerText(Buffer.concat([Buffer.from(before), Buffer.from([0xfc]), Buffer.from(after)]), 'text/xml'),
  )
  expect(post?.title).toBe(`${title} und Grüße`)
})

test('an item whose only address is no web address is no post', async () => {
  expect(await readPosts(xml(rss('<link>urn:isbn:1</link>')))).toEqual([])
})

test('through a converter, titles are unescaped, and times are UTC whatever the machine’s zone', async () => {
  const { items } = converterContract.answer
  const service = await startHostedService(
    answerConverted(items.map((item) => ({ ...item, link: 'https://blog.example/1' }))),
  )
  onTestFinished(() => service.close())
  const feed = createFeedReader({ url: 'https://blog.example/feed', bundled: false, converterUrl: service.origin })
  const read = await feed.readFeed()
  const [post] = await createPostRows(feed, read.ok ? read.items : [])
  expect(post).toMatchObject({ title: 'A & B', publishedAt: Date.UTC(2026, 10, 5, 12), excerpt: 'html...' })
})
