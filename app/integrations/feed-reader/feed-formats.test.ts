import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/support/timing.ts'
import { parseItems } from './feed-formats.ts'
import { decodeFeed } from './feed-text.ts'

const october12 = Date.UTC(2023, 9, 12, 14)
const feedUrl = 'https://blog.example/feeds/latest.xml'

describe('the items of a feed', () => {
  test('are read from RSS 2.0, with full text and summary', () => {
    const rss = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
      <item><title>Salt &amp;amp; lemon</title><link>https://blog.example/salt</link>
        <pubDate>Thu, 12 Oct 2023 09:00:00 -0500</pubDate>
        <description>In short</description><content:encoded><![CDATA[<p>At <b>length</b></p>]]></content:encoded>
        <enclosure url="/pictures/salt.jpg" type="image/jpeg" length="1"/></item>
      <item><title>No link</title><guid>https://blog.example/by-guid</guid><pubDate>soon</pubDate></item>
      <item><title>No address at all</title><guid isPermaLink="false">77</guid></item>
    </channel></rss>`
    expect(parseItems(rss, feedUrl)).toEqual([
      {
        title: 'Salt &amp; lemon',
        link: 'https://blog.example/salt',
        publishedAt: october12,
        html: '<p>At <b>length</b></p>',
        summary: 'In short',
        pictureUrl: 'https://blog.example/pictures/salt.jpg',
      },
      { title: 'No link', link: 'https://blog.example/by-guid', html: '' },
      { title: 'No address at all', html: '' },
    ])
  })

  test('are read from Atom, where plain text stays plain', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>t</title>
      <entry><title>Salt &lt;b> lemon</title><id>1</id><link rel="self" href="/1.atom"/><link href="../posts/1"/>
        <updated>2023-10-12T14:00:00Z</updated><content type="html">&lt;p>At length&lt;/p></content>
        <summary>1 &lt; 2</summary><media:thumbnail url="https://img.example/1.jpg"/></entry>
      <entry><title type="html">&lt;i>Two&lt;/i></title><id>2</id><link href="https://blog.example/2"/>
        <updated>2023-10-13T14:00:00Z</updated><published>2023-10-12T14:00:00Z</published>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Tom &amp; Ann</p></div></content></entry></feed>`
    expect(parseItems(atom, feedUrl)).toEqual([
      {
        title: 'Salt &lt;b&gt; lemon',
        link: 'https://blog.example/posts/1',
        publishedAt: october12,
        html: '<p>At length</p>',
        summary: '1 &lt; 2',
        pictureUrl: 'https://img.example/1.jpg',
      },
      {
        title: '<i>Two</i>',
        link: 'https://blog.example/2',
        publishedAt: october12,
        html: '<p>Tom &amp; Ann</p>',
      },
    ])
  })

  test('are read from JSON Feed', () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Example',
      items: [
        {
          id: '1',
          url: '/1',
          title: 'Salt <b>',
          content_html: '<p>At length</p>',
          date_published: '2023-10-12T14:00:00Z',
        },
        { id: 'https://blog.example/2', content_text: '1 < 2', image: 'https://img.example/2.png' },
      ],
    })
    expect(parseItems(json, feedUrl)).toEqual([
      { title: 'Salt &lt;b&gt;', link: 'https://blog.example/1', publishedAt: october12, html: '<p>At length</p>' },
      { title: '', link: 'https://blog.example/2', html: '1 &lt; 2', pictureUrl: 'https://img.example/2.png' },
    ])
  })

  test('are read from RDF', () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>c</title></channel>
      <item rdf:about="https://blog.example/1"><title>One</title><description>Text</description>
      <dc:date>2023-10-12T14:00:00Z</dc:date></item></rdf:RDF>`
    expect(parseItems(rdf, feedUrl)).toEqual([
      { title: 'One', link: 'https://blog.example/1', publishedAt: october12, html: 'Text', summary: 'Text' },
    ])
  })

  test('keep the order of the feed and are at most fifty', () => {
    const items = Array.from({ length: 80 }, (_, index) => `<item><title>${index}</title></item>`)
    const rss = `<rss version="2.0"><channel>${items.join('')}</channel></rss>`
    expect(parseItems(rss, feedUrl)?.map(({ title }) => title)).toEqual(
      Array.from({ length: 50 }, (_, index) => `${index}`),
    )
  })

  test('of a file keep relative addresses, which lead nowhere else', () => {
    const rss = '<rss version="2.0"><channel><item><title>x</title><link>/blog/x</link></item></channel></rss>'
    expect(parseItems(rss, 'file:///srv/feed.xml')?.[0]?.link).toBe('/blog/x')
  })

  const atomWith = (entry: string, feed = '') =>
    `<feed xmlns="http://www.w3.org/2005/Atom" ${feed}><title>t</title><entry><title>x</title><id>1</id>${entry}</entry></feed>`

  test('resolve addresses against the nearest xml:base around them, and no other', () => {
    const linkOf = (text: string) => parseItems(text, 'https://b.example/feed.xml')?.[0]?.link
    const blog = 'xml:base="https://b.example/blog/"'
    const assets =
      '<content type="html" xml:base="https://cdn.example/assets/">&lt;img src="1.png">&lt;a title="x" href=\'2?a=1&amp;amp;b\'>2&lt;/a></content>'
    expect(parseItems(atomWith(`<link href="posts/1"/>${assets}`, blog), feedUrl)).toMatchObject([
      {
        link: 'https://b.example/blog/posts/1',
        pictureUrl: 'https://cdn.example/assets/1.png',
        html: expect.stringContaining('href="https://cdn.example/assets/2?a=1&amp;b"'),
      },
    ])
    expect(linkOf(atomWith(`<link xml:base="posts/" rel="alternate" href="1"/>`, blog))).toBe(
      'https://b.example/blog/posts/1',
    )
    expect(linkOf(atomWith(`<link href='../1' xml:base='https://c.example/a/b/' />`, blog))).toBe(
      'https://c.example/a/1',
    )
    const rssWith = (channel: string, link: string) =>
      `<rss version="2.0" ${blog}><channel ${channel}><title>t</title><item xml:base="i/"><title>x</title>${link}</item></channel></rss>`
    expect(linkOf(rssWith('xml:base="c/"', '<link>1</link>'))).toBe('https://b.example/blog/c/i/1')
    expect(linkOf(rssWith('', '<link xml:base="l/">1</link>'))).toBe('https://b.example/blog/i/l/1')
    expect(linkOf(rssWith('xml:base="https://c.example/"', '<link><![CDATA[1]]></link>'))).toBe('https://c.example/i/1')
  })

  test('keep absolute links, and those of a file', () => {
    const html = '<a href="https://c.example/1">1</a> <a href="mailto:a@b.example">a</a> <a href="#n">n</a>'
    const rss = (text: string) =>
      `<rss version="2.0"><channel><item><title>x</title><description><![CDATA[${text}]]></description></item></channel></rss>`
    expect(parseItems(rss(html), feedUrl)?.[0]?.html).toBe(html)
    expect(parseItems(rss('<a href="/blog">b</a>'), 'file:///srv/feed.xml')?.[0]?.html).toBe('<a href="/blog">b</a>')
  })

  test('have no replacement characters, in any notation', () => {
    const odd = 'a\ufffdb&#xFFFD;c&#65533;d&#0;e&#xD83D;f\ud83dg'
    const rss = `<rss version="2.0"><channel><item><title>${odd}</title><author>${odd}</author><link>https://b.example/\ufffd1</link>
      <description>${odd}&lt;b>&amp;#xFFFD;&amp;#0;&lt;/b></description></item></channel></rss>`
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: '1', title: odd, summary: odd, content_html: odd, url: 'https://b.example/\ud83d1' }],
    })
    for (const text of [rss, atomWith(`<summary>${odd}</summary>`), json]) {
      const all = JSON.stringify(parseItems(text, feedUrl))
      expect(all).toContain('abc')
      expect(all).not.toMatch(/\ufffd|%EF%BF%BD|&#|\\ud83d/i)
    }
  })

  test.each([
    '<rss version="2.0"><channel><title>Example</title></channel></rss>',
    '<rss version="2.0"><channel></channel></rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Example</title></feed>',
    '<rss version="2.0"><channel/></rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom"/>',
    '<rss version="2.0"><channel><title>Example</title><!-- <item><title>Old</title></item> --></channel></rss>',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/></rdf:RDF>',
    '{"version":"https://jsonfeed.org/version/1.1","title":"Example","items":[]}',
  ])('are an empty list for an empty feed: %s', (text) => {
    expect(parseItems(text, feedUrl)).toEqual([])
  })

  test.each([
    '',
    'hello',
    '<!doctype html><html><body>Not found</body></html>',
    '<rss version="2.0"><channel><item><title>One</title></item><item><title>Tw',
    '<rss version="2.0"><channel><item><title>One</item></channel></rss>',
    '{"version":"https://jsonfeed.org/version/1.1","items":[',
    '{"items":[]}',
    '{"version":"https://jsonfeed.org/version/1.1","title":"Example"}',
    '{"version":"https://jsonfeed.org/version/1.1","items":"oops"}',
    '{"version":"https://jsonfeed.org/version/1.1","items":{"id":"1","title":"One"}}',
    '[]',
    'null',
    '<html><body><pre><rss version="2.0"></pre><channel></channel></body></html>',
    '<!doctype html><html><body>We speak <rss version="2.0"> <channel></channel></rss></body></html>',
    '<rss version="2.0"><channel><item><title>One of two</title></item>',
    '<rss version="2.0"><channel><title>Cut off</title>',
    '<rss/>',
    '<rss version="2.0"></rss>',
    '<rss version="2.0"><!-- <channel></channel> --></rss>',
    '<rss version="2.0"><title><![CDATA[<channel></channel>]]></title></rss>',
    '<opml version="2.0"><body><outline title="x"/></body></opml>',
  ])('are undefined for a document that is not a feed: %s', (text) => {
    expect(parseItems(text, feedUrl)).toBeUndefined()
  })

  test.each([
    '<rss version="2.0"><channel><item/></channel></rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Example</title><entry></entry></feed>',
    '{"version":"https://jsonfeed.org/version/1.1","items":["oops",7]}',
  ])('are undefined if the feed has items but all are unreadable: %s', (text) => {
    expect(parseItems(text, feedUrl)).toBeUndefined()
  })

  test('are found in a feed that mentions other feed formats', () => {
    const about = 'It begins with <rss version="2.0"> <channel> or <feed xmlns="http://www.w3.org/2005/Atom"> '
    const atom = `<?xml version="1.0"?><!-- ${about} --><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>
      <entry><title>Feeds</title><id>1</id><content type="html"><![CDATA[${about}]]></content></entry></feed>`
    expect(parseItems(atom, feedUrl)).toMatchObject([{ title: 'Feeds', html: about.trim() }])
    const json = { version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', content_html: about }] }
    expect(parseItems(JSON.stringify(json), feedUrl)).toMatchObject([{ html: about.trim() }])
  })

  test.each([
    ['elements', `<rss version="2.0"><channel>${'<a/>'.repeat(400_000)}</channel></rss>`],
    ['attributes', `<rss version="2.0"><channel>${'<a b="" c="" d=""/>'.repeat(90_000)}</channel></rss>`],
    ['words in one tag', `<rss version="2.0"><channel><item ${'a '.repeat(900_000)}/></channel></rss>`],
    ['unfinished tags', `<rss version="2.0"><channel>${'<'.repeat(1_800_000)}`],
    ['unfinished comments', `<rss version="2.0"><channel>${'<!--'.repeat(450_000)}`],
  ])('are not searched for among far too many %s', (_, text) => {
    expect(cpuMs(() => expect(parseItems(text, feedUrl)).toBeUndefined())).toBeLessThan(1_000)
  })

  test('are not multiplied by entities that a feed declares', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>
      <rss version="2.0"><channel><item><title>&b;</title></item></channel></rss>`
    expect(parseItems(bomb, feedUrl)?.[0]?.title).toBe('&b;')
  })
})

describe('the text of a feed', () => {
  const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><title>Café – “ok”</title>`

  test('is UTF-8 unless declared otherwise', () => {
    expect(decodeFeed(Buffer.from('Café'))).toBe('Café')
    expect(decodeFeed(Buffer.from(xml('no-such-thing')))).toBe(xml('no-such-thing'))
  })

  test('follows the declaration', () => {
    const windows = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1252"?><title>Caf'),
      Buffer.from([0xe9, 0x20, 0x96, 0x20, 0x93]),
      Buffer.from('ok'),
      Buffer.from([0x94]),
      Buffer.from('</title>'),
    ])
    expect(decodeFeed(windows)).toBe(xml('windows-1252'))
  })

  test('follows the byte order mark and the HTTP header before the declaration', () => {
    const latin = Buffer.from('Café', 'latin1')
    expect(decodeFeed(latin, 'text/xml; charset=ISO-8859-1')).toBe('Café')
    expect(decodeFeed(Buffer.from('\ufeffCafé'), 'text/xml; charset="iso-8859-1"')).toBe('Café')
    expect(decodeFeed(Buffer.from('\ufeffCafé', 'utf16le'))).toBe('Café')
  })
})

test('two million levels of elements end early', () => {
  const levels = 2_000_000
  const deep = `<item><title>A</title>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</item>`
  const text = `<rss version="2.0"><channel>${deep}</channel></rss>`
  const read = () => expect(parseItems(text, 'https://blog.example/feed.xml')).toBeUndefined()
  expect(cpuMs(read)).toBeLessThan(5_000)
})
