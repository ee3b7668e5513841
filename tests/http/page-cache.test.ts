import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createServer, request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serializeCart } from '#app/domain/cart/cart-cookie.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { startSite } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { visitor } from '#tests/support/visitor.ts'
import { portOf } from '#tests/support/connections.ts'

describe('a content page', () => {
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite({ WORKER: 'off' })
  })
  afterAll(() => site?.stop())

  /** Only pages from the cache carry an ETag. */
  const cached = (path: string) =>
    until(async () => {
      const response = await fetch(site.url + path)
      return response.headers.has('ETag') ? response : undefined
    })

  /** Unlike Node's `fetch`, does not decompress the body. */
  function raw(path: string, headers: Record<string, string>) {
    return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        request(site.url + path, { headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
          )
        })
          .on('error', reject)
          .end()
      },
    )
  }

  test('comes from the cache after the first request, with the same headers and bytes', async () => {
    const first = await fetch(`${site.url}/about`)
    const again = await cached('/about')
    expect(await again.text()).toBe(await first.text())
    for (const name of [
      'Content-Security-Policy',
      'X-Content-Type-Options',
      'Referrer-Policy',
      'Cache-Control',
      'Vary',
    ])
      expect(again.headers.get(name), name).toBe(first.headers.get(name))
  })

  test('is sent in the encoding that the browser prefers, and uncompressed without Accept-Encoding', async () => {
    await cached('/')
    const plain = await raw('/', {})
    const gzip = await raw('/', { 'Accept-Encoding': 'gzip, br;q=0' })
    const brotli = await raw('/', { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
  })

  test('gets a 304 if the client sends its ETag', async () => {
    const etag = (await cached('/')).headers.get('ETag') ?? ''
    const again = await raw('/', { 'If-None-Match': etag })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    for (const known of [etag.replace('W/', ''), `"other", ${etag}`, '*'])
      expect((await raw('/', { 'If-None-Match': known })).status, known).toBe(304)
    expect((await raw('/', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    await cached('/')
    const response = await fetch(site.url, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('shows visitors with a cart their own count in the HTML, and others none', async () => {
    await cached('/')
    const signer = createSigner(readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim())
    const lines = [
      { product: product.id, quantity: 3 },
      { product: otherProduct.id, quantity: 1 },
    ]
    const cart = serializeCart({ signer }, { id: 'c1', lines })
    const theirs = await visitor(site).get('/', { Cookie: `cart=${cart}` })
    expect(await theirs.text()).toContain('aria-label="Cart, 2 items"')
    expect(theirs.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(await (await fetch(site.url)).text()).toContain('aria-label="Cart"')
  })

  test('removes a cart cookie without a valid signature, and shows no count for it', async () => {
    for (const cookie of ['cart=e30.AAAA', 'cart=', 'cart=%00%ff', `cart=${'x'.repeat(3_000)}`]) {
      const answer = await visitor(site).get('/', { Cookie: cookie })
      expect(await answer.text(), cookie).toContain('aria-label="Cart"')
      expect(answer.headers.get('Set-Cookie'), cookie).toMatch(/^cart=;.*Max-Age=0/)
    }
  })

  test('still comes from the cache with unrelated cookies', async () => {
    await cached('/')
    expect((await visitor(site).get('/', { Cookie: 'theme=dark; cartel=1' })).headers.has('ETag')).toBe(true)
  })

  test.each(['/?utm_source=email', '/search?q=oil', '/not-there', '/contact?map=show', '/booking/zz-unknown'])(
    'is never cached for %s',
    async (path) => {
      await fetch(site.url + path)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect((await fetch(site.url + path)).headers.has('ETag')).toBe(false)
    },
  )

  test('redirects from a trailing slash, and never to another host', async () => {
    expect((await visitor(site).get('/about/')).headers.get('Location')).toBe('/about')
    const odd = await raw('//evil.example/', {})
    expect(String(odd.headers.location ?? '')).not.toMatch(/^(\/\/|https?:\/\/evil)/)
  })
})

test('a cached blog page is purged when the feed changes', async () => {
  let title = 'Yesterday'
  const item = () =>
    `<item><title>${title}</title><link>https://blog.example/1</link><description>Words</description></item>`
  const feed = createServer((_, response) =>
    response.end(
      `<rss version="2.0"><channel><title>x</title><link>https://blog.example</link><description>x</description>${item()}</channel></rss>`,
    ),
  )
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  const site = await startSite({ FEED_URL: `http://127.0.0.1:${portOf(feed)}/feed.xml` })
  try {
    await until(async () => {
      const response = await fetch(`${site.url}/blog`)
      return (response.headers.has('ETag') && (await response.text()).includes('Yesterday')) || undefined
    })
    title = 'Today'
    const database = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
    database.exec(
      `insert into jobs (id, kind, payload, state, run_at, created_at) values ('again', 'read-feed', '{}', 'waiting', 0, 0)`,
    )
    database.close()
    await until(async () => (await (await fetch(`${site.url}/blog`)).text()).includes('Today') || undefined)
  } finally {
    await site.stop()
    feed.close()
  }
})
