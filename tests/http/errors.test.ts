import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { startSite, startSiteProcess } from '#tests/support/site.ts'
import { visitor } from '#tests/support/visitor.ts'

let site: Awaited<ReturnType<typeof startSiteProcess>>
beforeAll(async () => {
  site = await startSiteProcess()
})
afterAll(() => site?.stop())

/** Sends raw bytes and returns the first line of the response. */
function rawRequest(text: string) {
  return new Promise<string>((resolve, reject) => {
    const socket = connect(Number(site.port), '127.0.0.1', () => socket.write(text))
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')))
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve('closed'))
  })
}

const odd = [
  '/%',
  '/%E0%A4%A',
  '/%00',
  '/..%2f..%2fetc/passwd',
  '/blog/%2e%2e',
  '/a'.repeat(500),
  '/\u0000',
  '/services/extra',
  '/.env',
  '/assets/../../server/index.js',
  '/assets/%2e%2e/%2e%2e/server/index.js',
  '/blog/pictures/../../clinic.db',
]
test.each(odd)('an odd path gets a 200, 400 or 404: %j', async (path) => {
  const status = (
    await rawRequest(
      `GET ${encodeURI(path).replaceAll('%25', '%')} HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n`,
    )
  ).split(' ')[1]
  expect(['200', '400', '404']).toContain(status)
})

test('a malformed request line, Host or header does not stop the server', async () => {
  for (const text of [
    'NONSENSE\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: [\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nBig: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])
    expect(await rawRequest(text)).toMatch(/ (400|431|404|200) |closed/)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
})

test('an HTTP/1.0 request without a Host header, as load balancers send it, gets a 200', async () => {
  for (const path of ['/healthz', '/readyz', '/about'])
    expect(await rawRequest(`GET ${path} HTTP/1.0\r\n\r\n`), path).toBe('HTTP/1.1 200 OK')
})

test('a chunked form without a Content-Length is accepted', async () => {
  const body = new ReadableStream({
    start(pieces) {
      for (const piece of ['email=ma', 'ya%40', 'example.com']) pieces.enqueue(new TextEncoder().encode(piece))
      pieces.close()
    },
  })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(site.url, {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
    redirect: 'manual',
  } as RequestInit)
  expect(response.status).toBe(303)
})

test('a form of 400 KB gets a 413', async () => {
  const response = await visitor(site).post('/', { email: 'x'.repeat(400_000) })
  expect(response.status).toBe(413)
  expect(await response.text()).toContain('too long')
})

test("a form posted to a page without a form gets the site's own error page", async () => {
  for (const path of ['/about', '/not-there', '/healthz']) {
    const response = await visitor(site).post(path, { a: 'b' })
    expect([404, 405], path).toContain(response.status)
    expect(await response.text()).not.toMatch(/Error:|at .*\.js/)
  }
})

test("a request with an unsupported method gets an error without the framework's own message", async () => {
  for (const [method, path] of [
    ['POST', '/about.data'],
    ['POST', '/robots.txt'],
    ['POST', '/admin/x'],
    ['DELETE', '/about'],
    ['PUT', '/'],
  ] as const) {
    const response = await fetch(site.url + path, { method })
    expect(response.status, path).toBeGreaterThanOrEqual(400)
    expect(await response.text(), path).not.toMatch(/provide an `?action|routes\/|Unexpected Server Error/)
  }
})

test('the log omits a path with a broken escape, because the path may contain a token', async () => {
  await rawRequest('GET /newsletter/unsubscribe/secret-token% HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n')
  await fetch(`${site.url}/healthz`)
  expect(site.output()).not.toContain('secret-token')
})

test('clients that never read their responses use little memory on the server', async () => {
  const assets = new URL('../../build/client/assets', import.meta.url)
  const picture = readdirSync(assets).find((name) => name.endsWith('.jpg'))
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect(Number(site.port), '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(`GET /assets/${picture} HTTP/1.1\r\nHost: x.example\r\n\r\n`.repeat(20))
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const megabytes = readMegabytes(site.process.pid)
  sockets.forEach((socket) => socket.destroy())
  expect(megabytes).toBeLessThan(350)
})

/** Resident memory. */
const readMegabytes = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

describe('a page that fails', () => {
  test('keeps header and footer, hides internals, and shows an id that is also in the log', async () => {
    // A database failure breaks no page, so this test stores a date that no version of the site ever wrote.
    const broken = await startSite({ WORKER: 'off', ABUSE_LIMITS: 'off' })
    try {
      const { path } = await placeOrderOn(broken, { contact: { name: 'Maya Thomas', email: 'maya@example.com' } })
      const database = new DatabaseSync(`${broken.dataDir}/clinic.db`, { timeout: 10_000 })
      database.exec('update orders set placed_at = 9000000000000000')
      database.close()
      const response = await fetch(broken.url + path)
      expect(response.status).toBe(500)
      expect(response.headers.get('Cache-Control')).not.toContain('public')
      const html = await response.text()
      expect(html).toContain('<header')
      expect(html).toContain('<footer')
      expect(html).not.toMatch(/RangeError|sqlite|at .*\.js|node:/i)
      const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(html)?.[0] ?? 'no id'
      await broken.stop({ keepData: true })
      expect(broken.output()).toContain(id)
      expect(broken.output()).toContain('RangeError')
      expect(broken.output()).not.toMatch(/maya/i)
    } finally {
      await broken.stop()
    }
  })
})

test('the log contains no IP address, email address, search term or unknown path', async () => {
  const quiet = await startSite()
  try {
    await visitor(quiet).post('/', { email: 'canary@example.com' })
    await visitor(quiet).post('/', { email: 'canary-typo@' })
    await visitor(quiet).get('/search?q=canarysearch')
    await visitor(quiet).get('/not-there/canarypath')
    await quiet.stop({ keepData: true })
    expect(quiet.output()).not.toMatch(/canary|127\.0\.0\.1"/)
    expect(quiet.output()).toContain('"route":"/search"')
  } finally {
    await quiet.stop()
  }
})
