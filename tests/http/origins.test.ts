import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSite } from '#tests/support/site.ts'
import { startSiteForTest } from '#tests/support/databases.ts'
import { visitor } from '#tests/support/visitor.ts'

const form = { email: 'maya@example.com' }

describe('behind a proxy that ends TLS', () => {
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'https://clinic.example', ABUSE_LIMITS: 'on' })
  })
  afterAll(() => site?.stop())

  const proxied = {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'clinic.example',
    'X-Forwarded-For': '203.0.113.7',
  }

  test('a form posted from the https page is accepted', async () => {
    const response = await visitor(site, proxied).post('/', form, { Origin: 'https://clinic.example' })
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).toContain('Secure')
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=')
  })

  test('a form posted from another site, or with Origin null, gets a 403', async () => {
    for (const Origin of [
      'https://evil.example',
      'http://clinic.example',
      'null',
      'https://clinic.example.evil.example',
    ])
      expect((await visitor(site, proxied).post('/', form, { Origin })).status, Origin).toBe(403)
  })

  test('a form without Origin, as programs send it, is accepted', async () => {
    expect((await visitor(site, proxied).post('/', form)).status).toBe(303)
  })

  test('a form without Origin gets a 403 if Sec-Fetch-Site names another site', async () => {
    for (const from of ['cross-site', 'same-site'])
      expect((await visitor(site, { ...proxied, 'Sec-Fetch-Site': from }).post('/', form)).status, from).toBe(403)
    for (const from of ['same-origin', 'none'])
      expect((await visitor(site, { ...proxied, 'Sec-Fetch-Site': from }).post('/', form)).status, from).toBe(303)
  })

  test('a client cannot evade the rate limit with a forged X-Forwarded-For', async () => {
    const statuses = []
    for (let tries = 0; tries < 65; tries += 1) {
      const headers = { ...proxied, 'X-Forwarded-For': `198.51.100.${tries}, 203.0.113.9` }
      statuses.push((await visitor(site, headers).post('/', { email: `${tries}@example.com` })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('a client cannot evade the rate limit with changing ports', async () => {
    const statuses = []
    for (let tries = 0; tries < 65; tries += 1) {
      const headers = { ...proxied, 'X-Forwarded-For': `203.0.113.77:${40_000 + tries}` }
      statuses.push((await visitor(site, headers).post('/', { email: `port-${tries}@example.com` })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('absolute links use PUBLIC_URL, even with a forged host', async () => {
    const html = await (await visitor(site, { ...proxied, 'X-Forwarded-Host': 'evil.example' }).get('/')).text()
    expect(html).toContain('<link rel="canonical" href="https://clinic.example/"')
    expect(html).not.toContain('evil.example')
  })
})

describe('without a trusted proxy', () => {
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site?.stop())

  test('forwarded headers are ignored', async () => {
    const forged = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' }
    expect((await visitor(site).post('/', form, forged)).status).toBe(403)
  })

  test('a form posted from the same origin is accepted under any host name, and from another one gets a 403', async () => {
    for (const name of ['localhost', '127.0.0.1']) {
      const sameOrigin = `http://${name}:${site.port}`
      expect((await visitor({ url: sameOrigin }).post('/', form, { Origin: sameOrigin })).status, name).toBe(303)
      const otherOrigin = `http://[::1]:${site.port}`
      expect((await visitor({ url: sameOrigin }).post('/', form, { Origin: otherOrigin })).status, name).toBe(403)
    }
  })

  test.each(['PUT', 'PATCH', 'DELETE'])('%s from another site gets a 403', async (method) => {
    const answer = await fetch(site.url, { method, headers: { Origin: 'https://evil.example' } })
    expect(answer.status).toBe(403)
  })

  test("a form posted from the site's own page is accepted, and sets no Secure cookie over http", async () => {
    const response = await visitor(site).post('/', form, { Origin: site.url })
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).not.toContain('Secure')
    expect(response.headers.get('Set-Cookie')).toMatch(/HttpOnly.*SameSite=Lax/)
    expect(response.headers.get('Strict-Transport-Security')).toBeNull()
  })
})

test('with two trusted proxies, an X-Forwarded-For with one address is ignored', async () => {
  const site = await startSiteForTest('sqlite', { TRUST_PROXY: '2' })
  const statuses = []
  for (let tries = 0; tries < 65; tries += 1)
    statuses.push(
      (await visitor(site, { 'X-Forwarded-For': `198.51.100.${tries}` }).post('/', { email: `${tries}@example.com` }))
        .status,
    )
  expect(statuses.at(-1)).toBe(429)
})

// With and without the default port, which some proxies add and browsers never do; and the upstream address, which
// nginx sends by default.
const spellings = [
  ['https://127.0.0.1:4443', '127.0.0.1:4443'],
  ['https://clinic.example', 'clinic.example'],
  ['https://clinic.example', 'clinic.example:443'],
  ['https://clinic.example', '127.0.0.1:3000'],
] as const
test.each(spellings)(
  'a form behind a proxy without X-Forwarded headers is accepted: for %s as %s',
  async (origin, host) => {
    const site = await startSiteForTest('sqlite', { PUBLIC_URL: origin })
    const { request } = await import('node:http')
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        Host: host,
        Origin: origin,
        'Content-Type': 'application/x-www-form-urlencoded',
      }
      request(site.url, { method: 'POST', headers }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end('email=a@example.com')
    })
    expect(status).toBe(303)
  },
)
