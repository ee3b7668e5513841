import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { accountHolder, goodPassword, otherPassword } from '#tests/support/accounts.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'

const maya = { email: 'maya@example.com', password: goodPassword, name: 'Maya' }
const tessa = { email: 'tessa@example.com', password: otherPassword, name: 'Tessa' }

/** What somebody who wants to be taken for another site, or visitor, sends. */
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

  /** Without fetch, which writes Host itself. */
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

  test('what a stranger asked for first is not what others get from memory', async () => {
    for (const path of ['/', '/about', '/services', '/contact', '/blog']) {
      const attacked = await send(path, forged)
      // Nor what the stranger gets: most proxies keep pages, too.
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

  test('redirects stay on our site', async () => {
    for (const path of ['/about/', '/admin', '/profile', '/login?next=//evil.example', '/blog//']) {
      const { location = '' } = (await send(path, forged)).headers
      expect(new URL(String(location), 'https://clinic.example').origin, path).toBe('https://clinic.example')
    }
  })

  test('the link of an email leads to PUBLIC_URL, whatever address it was asked for at', async () => {
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

describe('a sign-in', () => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite', { ABUSE_LIMITS: 'off', WORKER: 'off' })
    for (const person of [maya, tessa]) await accountHolder(site).signUp(person)
  })
  afterAll(() => site?.stop())

  const cookieOf = ({ cookies }: { cookies: Map<string, string> }) => cookies.get(sessionCookie) ?? ''

  test('planted in a browser is replaced at the owner’s sign-in', async () => {
    const attacker = accountHolder(site)
    await attacker.logIn(tessa)
    const planted = cookieOf(attacker)
    const victim = accountHolder(site)
    victim.cookies.set(sessionCookie, planted)
    expect((await victim.logIn(maya)).status).toBeLessThan(400)
    if (cookieOf(victim) === planted) {
      // Whoever is signed in is led home; first they leave.
      await victim.logOut()
      expect((await victim.logIn(maya)).status).toBe(303)
    }
    expect(cookieOf(victim)).not.toBe(planted)
    const copied = accountHolder(site)
    copied.cookies.set(sessionCookie, planted)
    expect(await (await copied.get('/profile')).text()).not.toContain(maya.email)
  })

  test('that was left opens nothing any more, by its cookie neither', async () => {
    const person = accountHolder(site)
    await person.logIn(maya)
    const kept = cookieOf(person)
    await person.logOut()
    const replayed = accountHolder(site)
    replayed.cookies.set(sessionCookie, kept)
    expect(await replayed.isSignedIn()).toBe(false)
  })

  test('beside another one of the same name opens one of the two, and no cache keeps the page', async () => {
    const [one, other] = [accountHolder(site), accountHolder(site)]
    await one.logIn(maya)
    await other.logIn(tessa)
    const both = `${sessionCookie}=${cookieOf(one)}; ${sessionCookie}=${cookieOf(other)}`
    const answer = await fetch(`${site.url}/about`, { headers: { Cookie: both } })
    expect(answer.headers.get('Cache-Control')).toMatch(/private|no-store/)
    const html = await answer.text()
    expect([html.includes('Maya'), html.includes('Tessa')].filter(Boolean)).toHaveLength(1)
    expect(await (await fetch(`${site.url}/about`)).text()).not.toMatch(/Maya|Tessa/)
  })
})
