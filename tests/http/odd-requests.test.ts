import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openRaw, sendRaw } from '#tests/support/connections.ts'
import { startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

let site: Awaited<ReturnType<typeof startSiteProcess>>
beforeAll(async () => {
  site = await startSiteProcess({ WORKER: 'off', ABUSE_LIMITS: 'off' })
})
afterAll(() => site?.stop())

afterEach(async () => {
  expect((await fetch(`${site.url}/healthz`)).status, 'the site still runs').toBe(200)
  expect(
    site
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50')),
    'no request causes an error',
  ).toEqual([])
})

const host = 'Host: x.example\r\nConnection: close\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'

describe('a request gets the right status if it', () => {
  const all: [says: string, request: string | Buffer, status: number][] = [
    ['is OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 400],
    ['has only a host and port as its target', `GET evil.example:80 HTTP/1.1\r\n${host}\r\n`, 400],
    ['has a complete URL as its target', `GET http://evil.example/about HTTP/1.1\r\n${host}\r\n`, 200],
    ['is a CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, 0],
    ['is a TRACE', `TRACE / HTTP/1.1\r\n${host}Cookie: secret=1\r\n\r\n`, 405],
    ['has a WebDAV method', `PROPFIND / HTTP/1.1\r\n${host}\r\n`, 405],
    ['has an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, 400],
    ['has no Host header', `GET /about HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['has an empty Host header', `GET /search HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`, 400],
    [
      'has an empty Host header and asks for a cached page',
      `GET /about HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['has no version', 'GET /\r\n\r\n', 400],
    ['has no version, but headers', `GET /about\r\n${host}\r\n`, 400],
    ['has the version 0.9', 'GET / HTTP/0.9\r\n\r\n', 400],
    ['has two Host headers', `GET /search HTTP/1.1\r\nHost: a.example\r\n${host}\r\n`, 400],
    ['has two Host headers and asks for a cached page', `GET /about HTTP/1.1\r\nHost: a.example\r\n${host}\r\n`, 400],
    [
      'has two Host headers and asks for a built file',
      `GET /favicon.ico HTTP/1.1\r\nHost: a.example\r\n${host}\r\n`,
      400,
    ],
    ['has two equal Host headers', `GET /healthz HTTP/1.1\r\n${host}${host}\r\n`, 400],
    ['has a control character in its path', `GET /blog/%00 HTTP/1.1\r\n${host}\r\n`, 400],
    [
      'has a user name in its Host header',
      `GET /search HTTP/1.1\r\nHost: a@evil.example\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['has a path in its Host header', `GET /search HTTP/1.1\r\nHost: evil.example/?\r\nConnection: close\r\n\r\n`, 400],
    ['ends its lines with LF only', `GET /about HTTP/1.1\nHost: x.example\n\n`, 400],
    ['has a CR in a header', `GET /about HTTP/1.1\r\nHost: x.example\rX: y\r\n\r\n`, 400],
    ['has a folded header', `GET /about HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`, 400],
    ['has a NUL in a header', `GET /about HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 400],
    [
      'has both a Content-Length and chunks',
      `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['has two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400],
    ['has a negative length', `POST / HTTP/1.1\r\n${host}Content-Length: -5\r\n\r\n`, 400],
    ['has a length of twenty digits', `POST / HTTP/1.1\r\n${host}Content-Length: 99999999999999999999\r\n\r\n`, 400],
    ['has an unknown transfer encoding', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    [
      'has a chunk extension of 30 KB',
      `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(30_000)}\r\nhello\r\n0\r\n\r\n`,
      413,
    ],
    ['has a header of 20 KB', `GET /about HTTP/1.1\r\n${host}Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['has 3,000 headers', `GET /about HTTP/1.1\r\n${host}${'a: 1\r\n'.repeat(3_000)}\r\n`, 431],
    ['has a URL of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['has a URL of 15 KB', `GET /${'a'.repeat(15_000)} HTTP/1.1\r\n${host}\r\n`, 404],
    ['has a Range header', `GET /about HTTP/1.1\r\n${host}Range: bytes=0-10,5-9999999\r\n\r\n`, 200],
    [
      'has 3,000 ETags in If-None-Match',
      `GET /about HTTP/1.1\r\n${host}If-None-Match: ${'"a",'.repeat(3_000)}\r\n\r\n`,
      200,
    ],
    [
      'asks to upgrade to HTTP/2',
      `GET /about HTTP/1.1\r\nHost: x.example\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
      200,
    ],
    ['is HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['is TLS', Buffer.from('1603010200010001fc0303', 'hex'), 400],
    [
      'has X-HTTP-Method-Override',
      `POST /about HTTP/1.1\r\n${host}X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n`,
      405,
    ],
  ]
  test.each(all)('%s', async (_, request, status) => {
    const answer = await sendRaw(site, request)
    expect(answer.status).toBe(status)
    // The response never repeats parts of the request.
    expect(answer.head + answer.body).not.toMatch(/evil\.example|secret=1/)
  })
})

describe('a path', () => {
  const pathsToOtherSites = [
    '//evil.example/',
    '///evil.example//',
    '/\\evil.example/',
    '/%5cevil.example/',
    '/%2f%2fevil.example/',
    '/%09/evil.example/',
    '/.//evil.example/',
    '/..//evil.example/',
    '/about/..//evil.example/',
    '/@evil.example/',
    '/about%0d%0aLocation:%20https:%2f%2fevil.example/',
    '/about/?x=%0d%0aSet-Cookie:a=b',
  ]
  test.each(pathsToOtherSites)('never redirects to another site or injects a header: %s', async (path) => {
    const { status, location, head } = await sendRaw(site, `GET ${path} HTTP/1.1\r\n${host}\r\n`)
    expect([308, 400, 404]).toContain(status)
    expect(head).not.toMatch(/^(set-cookie|location: \/[/\\])/im)
    if (location) expect(new URL(location, 'http://x.example').host).toBe('x.example')
  })

  test('with a malformed query gets a 200', async () => {
    for (const query of [
      'q=%',
      'q=%E0%A4%A',
      'q=%c0%af',
      'q=%ed%a0%80',
      'q=%00',
      '__proto__=x',
      'q[]=x',
      '&&&=',
      `q=${'%20'.repeat(4_000)}`,
    ]) {
      const answer = await sendRaw(site, `GET /search?${query} HTTP/1.1\r\n${host}\r\n`)
      expect(answer.status, query).toBe(200)
      // XML and HTML parsers reject NUL.
      expect(answer.body, query).not.toContain('\0')
    }
  })

  test.each([
    '/admin',
    '/%61dmin',
    '/./admin',
    '/about/%2e%2e/admin',
    '/ADMIN',
    '/admin/',
    '/admin//orders',
    '/admin.data',
    '/admin/orders.data',
    '/admin%2forders',
  ])('with another spelling does not open the dashboard: %s', async (path) => {
    const { status, body } = await sendRaw(site, `GET ${path} HTTP/1.1\r\n${host}\r\n`)
    expect([302, 308, 403, 404]).toContain(status)
    expect(body).not.toContain('Subscribers')
  })
})

describe('a form', () => {
  const post = (path: string, headers: string, body: string) =>
    sendRaw(site, `POST ${path} HTTP/1.1\r\n${host}${headers}\r\n${body}`)

  test('with 100,000 fields gets a 413 with a short body', async () => {
    for (const path of ['/contact', '/admin/orders', '/login', '/cart']) {
      const body = 'a&'.repeat(100_000)
      const answer = await post(path, `${form}Content-Length: ${body.length}\r\n`, body)
      expect(answer.status, path).toBe(413)
      expect(answer.body.length, path).toBeLessThan(2_000)
    }
  })

  test('of 20 MB without a session gets a 413, even where the admin may upload a large file', async () => {
    const { status } = await post(
      '/admin/subscribers/imports',
      `${form}Content-Length: 20000000\r\n`,
      'a='.padEnd(1_000, 'x'),
    )
    expect(status).toBe(413)
  })

  test('with Content-Encoding gzip is not decompressed and gets a 400', async () => {
    const { status, body } = await post(
      '/contact',
      `${form}Content-Encoding: gzip\r\nContent-Length: 3\r\n`,
      '\x1f\x8b\x08',
    )
    expect(status).toBe(400)
    expect(body).toContain('aria-invalid="true"')
  })

  test('in 3,000 multipart parts, with or without files, gets a 400', async () => {
    for (const part of ['name="a"', 'name="a"; filename="x"']) {
      const body = `${`--b\r\nContent-Disposition: form-data; ${part}\r\n\r\n\r\n`.repeat(3_000)}--b--\r\n`
      const { status } = await post(
        '/contact',
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n`,
        body,
      )
      expect(status, part).toBe(400)
    }
  })

  test('that never ends gets a 413 as soon as it is too long, and its connection is closed', async () => {
    const { socket, untilClosed } = openRaw(site)
    const piece = `10000\r\n${'x'.repeat(0x1_0000)}\r\n`
    // One piece over the limit, and then silence: a write to a closed connection would discard the response unread.
    socket.write(
      `POST /contact HTTP/1.1\r\nHost: x.example\r\n${form}Transfer-Encoding: chunked\r\n\r\n${piece.repeat(5)}`,
    )
    expect(await untilClosed()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('that is longer than it says is cut at its length; the rest is no request', async () => {
    const { socket, untilClosed, statuses } = openRaw(site)
    socket.write(
      `POST /contact HTTP/1.1\r\nHost: x.example\r\n${form}Content-Length: 7\r\n\r\nname=ab&email=c@d.example`,
    )
    await untilClosed()
    expect([...new Set(statuses())]).toEqual([400])
  })

  test('whose sender disconnects halfway leaves no open work and no error', async () => {
    for (let times = 0; times < 20; times += 1) {
      const socket = connect(Number(site.port), '127.0.0.1')
      socket.write(
        `POST /contact HTTP/1.1\r\nHost: x.example\r\n${form}Content-Length: 5000\r\n\r\n${'x'.repeat(1_000)}`,
        () => socket.resetAndDestroy(),
      )
    }
    await until(async () => {
      const text = await (await fetch(`${site.url}/metrics`)).text()
      return text.includes('clinic_http_load{of="working"} 0') && text.includes('clinic_http_load{of="waiting"} 0')
    })
    expect(await (await fetch(`${site.url}/metrics`)).text()).not.toContain('status="500"')
  })
})

test('made-up paths, methods and cookies add no new lines to the metrics', async () => {
  const lines = async () =>
    (await (await fetch(`${site.url}/metrics`)).text()).split('\n').filter((line) => line.startsWith('clinic_http'))
      .length
  const ask = (n: number) =>
    Promise.all([
      sendRaw(site, `GET /made-up-${n} HTTP/1.1\r\n${host}\r\n`),
      sendRaw(site, `GET /blog/made-up-${n}?x=${n} HTTP/1.1\r\n${host}\r\n`),
      sendRaw(site, `GET /booking/made-up-${n} HTTP/1.1\r\nCookie: device=${n}; cart=${n}\r\n${host}\r\n`),
      sendRaw(site, `${['LOCK', 'COPY', 'MKCOL', 'PURGE', 'SEARCH'][n % 5]} /made-up-${n} HTTP/1.1\r\n${host}\r\n`),
    ])
  await Promise.all([0, 1, 2, 3, 4].map(ask))
  const before = await lines()
  await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n + 5)))
  expect(await lines()).toBe(before)
})
