import { pathToFileURL } from 'node:url'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Answer,
  answerByPath,
  answerConverted,
  answerCutOff,
  answerDripping,
  answerGzipBomb,
  answerJson,
  answerNever,
  answerRedirect,
  answerRss,
  answerStatus,
  answerText,
  exampleItems,
  examplePng,
  type HostedService,
  refusingOrigin,
  rssFeed,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { createFeedReader } from './feed-reader.server.ts'

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const readerOf = (url: string, converterUrl?: string, timeoutMs = 20_000) =>
  createFeedReader({ url, bundled: false, converterUrl }, { timeoutMs })

const read = (timeoutMs?: number) => readerOf(`${service.origin}/feed.xml`, undefined, timeoutMs).readFeed()
const titlesOf = (answer: Awaited<ReturnType<typeof read>>) =>
  answer.ok ? answer.items.map(({ title }) => title) : answer.reason

describe('a feed on the web', () => {
  test('is read in its own order', async () => {
    service.answerWith(answerRss(exampleItems(7)))
    expect(titlesOf(await read())).toEqual(exampleItems(7).map(({ title }) => title))
  })

  test('is read through a redirect within its origin, and compressed', async () => {
    const body = gzipSync(rssFeed(exampleItems(1)))
    service.answerWith(
      answerByPath({
        '/feed.xml': answerRedirect('/feeds/main.xml'),
        '/feeds/main.xml': answerText(body, 'application/xml', { 'content-encoding': 'gzip' }),
      }),
    )
    expect(titlesOf(await read())).toEqual(['Post 1'])
  })

  test('fails with a reason instead of an exception', async () => {
    const faults: [string, Answer][] = [
      ['status-500', answerStatus(500)],
      ['status-404', answerStatus(404)],
      ['timeout', answerNever],
      ['timeout', answerDripping],
      ['unreachable', answerCutOff],
      ['too-large', answerText('x'.repeat(3 * 1024 * 1024), 'text/xml')],
      ['too-large', answerGzipBomb(50)],
      ['malformed', answerText('<rss version="2.0"><channel><item><title>One', 'text/xml')],
      ['malformed', answerText('<!doctype html><title>Hello</title>', 'text/html')],
      ['malformed', answerText('<!doctype html><p>Our <rss version="2.0"> feed</p>', 'text/html')],
      ['malformed', answerJson({ items: [] })],
      ['too-many-redirects', answerRedirect('/again')],
      ['refused-address', answerRedirect('http://10.0.0.1/feed.xml')],
      ['bad-url', answerRedirect('file:///etc/hosts')],
    ]
    for (const [reason, fault] of faults) {
      service.answerWith(fault)
      expect(await read(reason === 'timeout' ? 300 : undefined)).toEqual({ ok: false, reason })
    }
    expect(await readerOf(await refusingOrigin()).readFeed()).toEqual({ ok: false, reason: 'unreachable' })
  })

  test('accepts pictures from its own server, but from no other private one', async () => {
    service.answerWith(answerText(examplePng(), 'image/png'))
    const elsewhere = await startHostedService(answerText(examplePng(), 'image/png'))
    const reader = readerOf(`${service.origin}/feed.xml`)
    expect(await reader.fetchPicture(`${service.origin}/1.png`)).toMatchObject({ mediaType: 'image/png' })
    expect(await reader.fetchPicture(`${elsewhere.origin}/1.png`)).toBeUndefined()
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})

describe('a feed in a file', () => {
  test('is read, or fails with a reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-feed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const place = (name: string, body: string) => {
      writeFileSync(join(folder, name), body)
      return pathToFileURL(join(folder, name)).href
    }
    expect(titlesOf(await readerOf(place('feed.xml', rssFeed(exampleItems(2)))).readFeed())).toEqual([
      'Post 1',
      'Post 2',
    ])
    expect(titlesOf(await readerOf(place('bad.xml', 'hello')).readFeed())).toBe('malformed')
    expect(titlesOf(await readerOf(place('big.xml', 'x'.repeat(3 * 1024 * 1024))).readFeed())).toBe('too-large')
    expect(titlesOf(await readerOf(pathToFileURL(join(folder, 'none.xml')).href).readFeed())).toBe('no-such-file')
    expect(titlesOf(await readerOf(pathToFileURL(folder).href).readFeed())).toBe('not-a-file')
    expect(titlesOf(await readerOf('file:///dev/zero').readFeed())).toBe('not-a-file')
    expect(titlesOf(await readerOf('file://elsewhere.example/feed.xml').readFeed())).toBe('unreadable-file')
    expect(titlesOf(await readerOf('file:///a%2Fb').readFeed())).toBe('unreadable-file')
  })
})

test('an invalid address fails with a reason', async () => {
  for (const address of ['/srv/feed.xml', 'http', 'https-feed.xml', ''])
    expect(await readerOf(address).readFeed()).toEqual({ ok: false, reason: 'bad-url' })
})

describe('a feed through the converter', () => {
  const feedUrl = 'https://blog.example/feed?a=1&b=2'
  const readConverted = () => readerOf(feedUrl, `${service.origin}/api?plan=free`).readFeed()

  test('is requested by its address and parsed according to the contract', async () => {
    service.answerWith(
      answerConverted([
        { title: 'Post', link: '/post', pubDate: '2023-10-12 14:00:00', description: '<p>Text</p>' },
        { title: 'Other', link: 'https://blog.example/other', pubDate: 'never' },
      ]),
    )
    expect(await readConverted()).toEqual({
      ok: true,
      items: [
        {
          title: 'Post',
          link: 'https://blog.example/post',
          publishedAt: Date.UTC(2023, 9, 12, 14),
          html: '<p>Text</p>',
        },
        { title: 'Other', link: 'https://blog.example/other', html: '' },
      ],
    })
    expect(service.requests[0]?.path).toBe('/api')
    expect(Object.fromEntries(service.requests[0]?.query ?? [])).toEqual({ plan: 'free', rss_url: feedUrl })
  })

  test('skips malformed items', async () => {
    const odd = [
      null,
      7,
      {},
      { title: 5, link: null },
      { title: 'Good', link: 'https://blog.example/good', pubDate: 3 },
    ]
    service.answerWith(answerJson({ status: 'ok', items: odd }))
    expect(titlesOf(await readConverted())).toEqual(['Good'])
  })

  test('fails when the converter does', async () => {
    for (const fault of [
      answerConverted(exampleItems(2), 'error'),
      answerJson({ items: [] }),
      answerJson({ status: 'ok' }),
      answerJson({ status: 'ok', items: 'oops' }),
      answerJson({ status: 'ok', items: [null, 7, {}] }),
      answerText('{"status":', 'application/json'),
    ]) {
      service.answerWith(fault)
      expect(await readConverted()).toEqual({ ok: false, reason: 'malformed' })
    }
    service.answerWith(answerStatus(500))
    expect(await readConverted()).toEqual({ ok: false, reason: 'status-500' })
  })

  test('does not reveal local folders to the converter', async () => {
    service.answerWith(answerConverted([]))
    await readerOf('file:///srv/secret/content/feed.xml', service.origin).readFeed()
    expect(service.requests[0]?.query.get('rss_url')).toBe('feed.xml')
  })
})

describe('the bundled feed through the converter', () => {
  const place = { url: new URL('../../../content/feed.xml', import.meta.url).href, bundled: true }
  const readerWith = (publicFeedUrl?: string) =>
    createFeedReader({ ...place, converterUrl: `${service.origin}/api`, publicFeedUrl }, { timeoutMs: 20_000 })

  test('is requested by its public address, against which links are resolved', async () => {
    service.answerWith(answerConverted([{ title: 'Post', link: '/blog/post' }]))
    const answer = await readerWith('https://clinic.example/feed.xml').readFeed()
    expect(service.requests[0]?.query.get('rss_url')).toBe('https://clinic.example/feed.xml')
    expect(answer.ok && answer.items[0]?.link).toBe('https://clinic.example/blog/post')
  })

  test('is requested by its bare name while it has no public address', async () => {
    await readerWith().readFeed()
    expect(service.requests[0]?.query.get('rss_url')).toBe('feed.xml')
  })

  test('can be read directly, so the converter finds content', async () => {
    const { source, ...reader } = readerWith('https://clinic.example/feed.xml')
    expect(reader.bundled).toBe(false)
    expect(source).toMatchObject({ bundled: true, id: createFeedReader(place).id })
    const answer = await source?.readFeed()
    expect(answer?.ok && answer.items.length).toBeGreaterThanOrEqual(7)
    expect(service.requests).toEqual([])
  })

  test('is the only feed with a second source', () => {
    expect(createFeedReader(place).source).toBeUndefined()
    const hosted = { url: 'https://blog.example/feed.xml', bundled: false, converterUrl: service.origin }
    expect(createFeedReader({ ...hosted, publicFeedUrl: 'https://clinic.example/feed.xml' }).source).toBeUndefined()
  })
})

describe('the identity of a feed', () => {
  const place = { url: 'https://blog.example/feed.xml', bundled: true }

  test('changes with its address and with the converter', () => {
    const ids = [
      createFeedReader(place).id,
      createFeedReader(place).id,
      createFeedReader({ ...place, url: 'https://blog.example/other.xml' }).id,
      createFeedReader({ ...place, converterUrl: 'https://converter.example/' }).id,
    ]
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
  })

  test('is the bundled one only if it is read directly', () => {
    expect(createFeedReader(place).bundled).toBe(true)
    expect(createFeedReader({ ...place, converterUrl: 'https://converter.example/' }).bundled).toBe(false)
  })
})
