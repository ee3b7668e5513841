import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSite } from '#tests/support/site-process.ts'
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

  test('a form posted from the https page is taken', async () => {
    const response = await visitor(site, proxied).post('/', form, { Origin: 'https://clinic.example' })
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).toContain('Secure')
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=')
  })

  test('a form posted from another site, or from no site at all, is refused', async () => {
    for (const Origin of [
      'https://evil.example',
      'http://clinic.example',
      'null',
      'https://clinic.example.evil.example',
    ])
      expect((await visitor(site, proxied).post('/', form, { Origin })).status, Origin).toBe(403)
  })

  test('without Origin, as programs post, it is taken', async () => {
    expect((await visitor(site, proxied).post('/', form)).status).toBe(303)
  })

  test('without Origin, from a browser that says it comes from another site, it is refused', async () => {
    for (const from of ['cross-site', 'same-site'])
      expect((await visitor(site, { ...proxied, 'Sec-Fetch-Site': from }).post('/', form)).status, from).toBe(403)
    for (const from of ['same-origin', 'none'])
      expect((await visitor(site, { ...proxied, 'Sec-Fetch-Site': from }).post('/', form)).status, from).toBe(303)
  })

  test('the visitor cannot choose the address that is limited', async () => {
    const statuses = []
    for (let tries = 0; tries < 65; tries += 1) {
      const headers = { ...proxied, 'X-Forwarded-For': `198.51.100.${tries}, 203.0.113.9` }
      statuses.push((await visitor(site, headers).post('/', { email: `${tries}@example.com` })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('a port behind the address does not make a new visitor', async () => {
    const statuses = []
    for (let tries = 0; tries < 65; tries += 1) {
      const headers = { ...proxied, 'X-Forwarded-For': `203.0.113.77:${40_000 + tries}` }
      statuses.push((await visitor(site, headers).post('/', { email: `port-${tries}@example.com` })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('absolute links name the public address, whatever Host says', async () => {
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

  test('forwarded headers are not believed', async () => {
    const forged = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' }
    expect((await visitor(site).post('/', form, forged)).status).toBe(403)
  })

  test('a form posted from the page’s own address is taken, by whatever name the visitor came', async () => {
    for (const name of ['localhost', '127.0.0.1']) {
      const own = `http://${name}:${site.port}`
      expect((await visitor({ url: own }).post('/', form, { Origin: own })).status, name).toBe(303)
      const other = `http://[::1]:${site.port}`
      expect((await visitor({ url: own }).post('/', form, { Origin: other })).status, name).toBe(403)
    }
  })

  test.each(['PUT', 'PATCH', 'DELETE'])('%s from another site is refused as a form would be', async (method) => {
    const answer = await fetch(site.url, { method, headers: { Origin: 'https://evil.example' } })
    expect(answer.status).toBe(403)
  })

  test('a form posted from our own page is taken, and sets no Secure cookie over http', async () => {
    const response = await visitor(site).post('/', form, { Origin: site.url })
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).not.toContain('Secure')
    expect(response.headers.get('Set-Cookie')).toMatch(/HttpOnly.*SameSite=Lax/)
    expect(response.headers.get('Strict-Transport-Security')).toBeNull()
  })
})

test('with two trusted proxies a list of one is the visitor’s own claim', async () => {
  const site = await startSite({ TRUST_PROXY: '2' })
  try {
    const statuses = []
    for (let tries = 0; tries < 65; tries += 1)
      statuses.push(
        (await visitor(site, { 'X-Forwarded-For': `198.51.100.${tries}` }).post('/', { email: `${tries}@example.com` }))
          .status,
      )
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await site.stop()
  }
})

// With and without the default port, which some proxies name and no browser does; and the name that nginx puts there
// unless it is told not to.
const spellings = [
  ['https://127.0.0.1:4443', '127.0.0.1:4443'],
  ['https://clinic.example', 'clinic.example'],
  ['https://clinic.example', 'clinic.example:443'],
  ['https://clinic.example', '127.0.0.1:3000'],
] as const
test.each(spellings)('a proxy that forgot X-Forwarded headers does no harm: for %s as %s', async (origin, host) => {
  const site = await startSite({ PUBLIC_URL: origin })
  try {
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
  } finally {
    await site.stop()
  }
})
