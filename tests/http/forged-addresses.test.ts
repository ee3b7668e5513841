import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { accountHolder, goodPassword, otherPassword } from '#tests/support/accounts.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'

const maya = { email: 'maya@example.com', password: goodPassword, name: 'Maya' }
const tessa = { email: 'tessa@example.com', password: otherPassword, name: 'Tessa' }

/** Headers that pretend to come from another host or client. */
const forged = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example, evil.example',
  'X-Forwarded-Proto': 'https, javascript',
  'X-Forwarded-For': '198.51.100.1, evil.example',
  'X-Forwarded-Port': '666',
  'X-Forwarded-Prefix': '/evil.example',
  'X-Host': 'evil.example',
  Forwarded: 'host=evil.example;proto=https',
  'X-Original-URL': '/admin',
  'X-Rewrite-URL': '/admin',
  'X-HTTP-Method-Override': 'POST',
  'Accept-Language': 'evil.example',
  'User-Agent': 'evil.example',
  Range: 'bytes=0-9',
  Cookie: 'theme=evil.example; device=evil.example',
}

describe.each(['0', '1', '2'])('with TRUST_PROXY=%s', (trustProxy) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite', {
      TRUST_PROXY: trustProxy,
      PUBLIC_URL: 'https://clinic.example',
      ABUSE_LIMITS: 'on',
    })
    await accountHolder(site).signUp(maya)
  })
  afterAll(() => site?.stop())

  /** Not `fetch`, which overwrites the Host header. */
  const send = (path: string, headers: Record<string, string>, form?: Record<string, string>) =>
    new Promise<{ status?: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
      (resolve, reject) => {
        const type = form && { 'Content-Type': 'application/x-www-form-urlencoded' }
        request(site.url + path, { method: form ? 'POST' : 'GET', headers: { ...headers, ...type } }, (answer) => {
          let body = ''
          answer.setEncoding('utf8').on('data', (piece: string) => (body += piece))
          answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }))
        })
          .on('error', reject)
          .end(form && String(new URLSearchParams(form)))
      },
    )

  test('a request with forged headers does not poison the page cache', async () => {
    for (const path of ['/', '/about', '/services', '/contact', '/blog']) {
      const attacked = await send(path, forged)
      // The response to the attacker must be clean too, because proxies may cache it.
      expect(JSON.stringify(attacked), path).not.toContain('evil.example')
      for (const query of ['?x=evil.example', '?utm_source=evil.example', '?/../evil.example'])
        await send(path + query, forged)
      const clean = await until(async () => {
        const answer = await send(path, { Host: 'clinic.example' })
        return answer.headers.etag ? answer : undefined
      })
      expect(clean.status, path).toBe(200)
      expect(JSON.stringify(clean), path).not.toContain('evil.example')
      expect(clean.body).toContain(`<link rel="canonical" href="https://clinic.example${path}"`)
    }
  })

  test('redirects stay on the site', async () => {
    for (const path of ['/about/', '/admin', '/profile', '/login?next=//evil.example', '/blog//']) {
      const { location = '' } = (await send(path, forged)).headers
      expect(new URL(String(location), 'https://clinic.example').origin, path).toBe('https://clinic.example')
    }
  })

  test('the link in an email uses PUBLIC_URL, even if the request had a forged host', async () => {
    const { status } = await send('/login/forgot', { ...forged, Cookie: '' }, { email: maya.email })
    expect(status).toBeLessThan(400)
    const text = await until(async () => {
      const rows = await look(site, (db) => db.selectFrom('emails').selectAll().execute())
      const all = rows.map((row) =>
        Object.values(row)
          .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)))
          .join('\n'),
      )
      return all.find((one) => one.includes('/login/reset/'))
    })
    expect(text).toContain('https://clinic.example/login/reset/')
    expect(text).not.toContain('evil.example')
  })
})

describe('a session', () => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite', { ABUSE_LIMITS: 'off', WORKER: 'off' })
    for (const person of [maya, tessa]) await accountHolder(site).signUp(person)
  })
  afterAll(() => site?.stop())

  const toSessionCookie = ({ cookies }: { cookies: Map<string, string> }) => cookies.get(sessionCookie) ?? ''

  test('planted in a browser is replaced when the owner signs in', async () => {
    const attacker = accountHolder(site)
    await attacker.logIn(tessa)
    const planted = toSessionCookie(attacker)
    const victim = accountHolder(site)
    victim.cookies.set(sessionCookie, planted)
    expect((await victim.logIn(maya)).status).toBeLessThan(400)
    if (toSessionCookie(victim) === planted) {
      // A signed-in person is redirected home, so sign out first.
      await victim.logOut()
      expect((await victim.logIn(maya)).status).toBe(303)
    }
    expect(toSessionCookie(victim)).not.toBe(planted)
    const copied = accountHolder(site)
    copied.cookies.set(sessionCookie, planted)
    expect(await (await copied.get('/profile')).text()).not.toContain(maya.email)
  })

  test('ends at sign-out, and its old cookie no longer works', async () => {
    const person = accountHolder(site)
    await person.logIn(maya)
    const oldCookie = toSessionCookie(person)
    await person.logOut()
    const replayed = accountHolder(site)
    replayed.cookies.set(sessionCookie, oldCookie)
    expect(await replayed.isSignedIn()).toBe(false)
  })

  test('next to a second session cookie opens one of the two accounts, and the page is not cached', async () => {
    const [one, other] = [accountHolder(site), accountHolder(site)]
    await one.logIn(maya)
    await other.logIn(tessa)
    const both = `${sessionCookie}=${toSessionCookie(one)}; ${sessionCookie}=${toSessionCookie(other)}`
    const answer = await fetch(`${site.url}/about`, { headers: { Cookie: both } })
    expect(answer.headers.get('Cache-Control')).toMatch(/private|no-store/)
    const html = await answer.text()
    expect([html.includes('Maya'), html.includes('Tessa')].filter(Boolean)).toHaveLength(1)
    expect(await (await fetch(`${site.url}/about`)).text()).not.toMatch(/Maya|Tessa/)
  })
})
