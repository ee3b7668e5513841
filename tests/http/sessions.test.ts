import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { cookieNames } from '#app/http/cookies.ts'
import { accountHolder, goodPassword, newAddress, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { header } from '#content/site.ts'
import { shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { visitor } from '#tests/support/visitor.ts'

const maya = { email: 'maya@example.com', password: goodPassword, name: 'Maya' }
const proxy = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'www.clinic.example',
  'X-Forwarded-For': '203.0.113.7',
}

let site: Awaited<ReturnType<typeof startSiteOn>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  await accountHolder(site).signUp(maya)
})
afterAll(() => site?.stop())

async function signedInMaya() {
  const person = accountHolder(site)
  await person.logIn(maya)
  return person
}

const findSetCookie = (answer: Response, name: string) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))

test('content pages show the user menu to signed-in people, and are not cached', async () => {
  const person = await signedInMaya()
  for (const path of ['/', '/services', '/about', '/blog']) {
    await visitor(site).get(path)
    const mine = await person.get(path)
    expect(await mine.text(), path).toContain(header.account('Maya'))
    expect(mine.headers.get('Cache-Control'), path).toMatch(/private|no-store/)
    const others = await visitor(site).get(path)
    expect(await others.text(), path).not.toContain('Maya')
    expect(others.headers.get('Cache-Control')).toContain('public')
  }
})

test('an open page can ask whether its visitor is still signed in, and how many lines the cart has', async () => {
  const person = await signedInMaya()
  const ask = async () => {
    const answer = await person.get('/visitor')
    return [answer.headers.get('Cache-Control'), await answer.json()]
  }
  await person.post('/cart', { intent: `add:${product.id}` })
  expect(await ask()).toEqual(['no-store', { isSignedIn: true, cartLines: 1 }])
  await person.logOut()
  expect(await ask()).toEqual(['no-store', { isSignedIn: false, cartLines: 1 }])
})

test('the cookie of an ended session is removed, and the browser gets cached pages again', async () => {
  const person = await signedInMaya()
  const cookie = person.cookies.get(sessionCookie) ?? ''
  await person.post('/profile', { intent: 'everywhere' })
  person.cookies.set(sessionCookie, cookie)
  const page = await person.get('/about')
  expect(findSetCookie(page, sessionCookie)).toMatch(/Max-Age=0/)
  expect(person.cookies.has(sessionCookie)).toBe(false)
  expect((await person.get('/about')).headers.get('Cache-Control')).toContain('public')
})

test('an invalid, truncated or forged session cookie is ignored and removed', async () => {
  const person = await signedInMaya()
  const real = decodeURIComponent(person.cookies.get(sessionCookie) ?? '')
  const token = real.split('.')[0] ?? ''
  const forged = `${token}.${createHmac('sha256', 'guessed').update(token).digest('base64')}`
  for (const value of ['x', token, `${token}.`, `${real}x`, forged, '%', 'a'.repeat(4_000), '"><script>']) {
    const attacker = visitor(site)
    attacker.cookies.set(sessionCookie, encodeURIComponent(value))
    const page = await attacker.get('/profile')
    expect([page.status, page.headers.get('Location')], value).toEqual([302, '/login?next=%2Fprofile'])
    expect(findSetCookie(page, sessionCookie), value).toMatch(/Max-Age=0/)
  }
})

test('someone who makes an account on the way to a page is led there, and a forged target leads home', async () => {
  const toProfile = '/login?mode=sign-up&next=%2Fprofile'
  expect(await (await visitor(site).get('/login?next=%2Fprofile')).text()).toContain(toProfile.replaceAll('&', '&amp;'))
  for (const [path, target] of [
    [toProfile, '/profile'],
    ['/login?mode=sign-up&next=%2F%2Fevil.example', '/'],
  ] as const) {
    const answer = await visitor(site).post(path, { email: newAddress(), password: goodPassword })
    expect([answer.status, answer.headers.get('Location')], path).toEqual([303, target])
  }
})

test('signing in starts a new session, even if the browser already has one', async () => {
  const person = await signedInMaya()
  const before = person.cookies.get(sessionCookie)
  const again = await person.logIn(maya)
  expect(again.status).toBe(303)
  expect(person.cookies.get(sessionCookie)).not.toBe(before)
  const copied = accountHolder(site)
  copied.cookies.set(sessionCookie, before ?? '')
  expect(await copied.isSignedIn(), 'the old session has ended').toBe(false)
  expect(await person.isSignedIn()).toBe(true)
  const planted = accountHolder(site)
  planted.cookies.set(sessionCookie, 'planted')
  await planted.logIn(maya)
  expect(planted.cookies.get(sessionCookie)).not.toContain('planted')
})

test('a session lasts 30 days, and is extended by use', async () => {
  const person = accountHolder(site)
  expect(findSetCookie(await person.logIn(maya), sessionCookie)).toMatch(/Max-Age=2592000/)
  const used = new Date(Date.now() + 28 * 24 * 60 * 60 * 1000).toISOString()
  await look(site, (db) => db.updateTable('sessions').set({ expiresAt: used }).execute())
  const page = await person.get('/about')
  expect(findSetCookie(page, sessionCookie)).toMatch(/Max-Age=2592000/)
  await look(site, (db) =>
    db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0).toISOString() })
      .execute(),
  )
  expect(await person.isSignedIn()).toBe(false)
})

test('a post that changes the cart while the session is due for renewal sets both cookies', async () => {
  const person = shopper(site)
  await person.post('/login', maya)
  await person.add(product.id)
  const { fields } = await person.cartPageNow()
  const used = new Date(Date.now() + 28 * 24 * 60 * 60 * 1000).toISOString()
  await look(site, (db) => db.updateTable('sessions').set({ expiresAt: used }).execute())
  // With a name the response is the page itself, whose loader renews the session.
  const changed = await person.post('/cart', { ...fields, intent: `increase:${product.id}`, name: maya.name })
  expect(changed.status).toBe(200)
  expect(findSetCookie(changed, cookieNames.cart)).toBeDefined()
  expect(findSetCookie(changed, sessionCookie)).toMatch(/Max-Age=2592000/)
  expect((await person.cartPageNow()).lines).toEqual({ [product.id]: '2' })
  expect(await (await person.get('/about')).text()).toContain(header.account('Maya'))
})

test('under Security, staff end one device or all of them', async () => {
  const here = await signInAsAdmin(site)
  const phone = await signInAsAdmin(site)
  const newest = await look(site, (db) =>
    db.selectFrom('sessions').select('id').orderBy('createdAt', 'desc').limit(1).executeTakeFirstOrThrow(),
  )
  const end = `end:${newest.id}`
  expect(await (await here.get('/admin/security')).text()).toContain(`value="${end}"`)
  await confirmWithPassword(here, '/admin/security', { intent: end })
  const isIn = async (who: typeof here) => (await who.get('/admin/security')).status === 200
  expect([await isIn(phone), await isIn(here)]).toEqual([false, true])
  const left = await confirmWithPassword(here, '/admin/security', { intent: 'everywhere' })
  expect([left.headers.get('Location'), await isIn(here)]).toEqual(['/', false])
})

test('the session of the admin ends after seven days', async () => {
  const admin = await signInAsAdmin(site)
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  await look(site, (db) =>
    db
      .updateTable('sessions')
      .set({ createdAt: daysAgo(6.9) })
      .execute(),
  )
  expect((await admin.get('/profile')).status).toBe(200)
  await look(site, (db) =>
    db
      .updateTable('sessions')
      .set({ createdAt: daysAgo(7.1) })
      .execute(),
  )
  expect((await admin.get('/profile')).status).toBe(302)
})

test('neither the log nor the database contains credentials', async () => {
  const person = await signedInMaya()
  await person.forgot(maya.email)
  const token = decodeURIComponent(person.cookies.get(sessionCookie) ?? '').split('.')[0] ?? 'none'
  for (const secret of [goodPassword, maya.email, token, '/login/reset/e'])
    expect(site.output().includes(secret), secret).toBe(false)
  const stored = await look(site, (db) => db.selectFrom('credentials').select('password').execute())
  for (const { password } of stored) expect(password).toMatch(/^argon2id-1\./)
})

test.each([
  ['/login', { email: ['a', 'b'], password: 'x' }],
  ['/login', { email: 'x'.repeat(100_000), password: 'y'.repeat(100_000) }],
  ['/login', { email: maya.email, password: 'z'.repeat(100_000) }],
  ['/login', { 'email[$ne]': '1', 'password[$ne]': '1' }],
  ['/login?mode=sign-up', { email: 'new@example.com', password: 'z'.repeat(100_000) }],
  ['/login?mode=sign-up', { email: 'new@example.com', password: goodPassword, name: '\u0000\u202e' }],
  ['/login/forgot', { email: "' or 1=1 --@example.com" }],
  ['/login/reset/x.y', { password: goodPassword }],
  ['/login/confirm/x.y', { password: goodPassword }],
] as [string, Record<string, string | string[]>][])('%s rejects unusual input: %#', async (path, typed) => {
  const body = new URLSearchParams()
  for (const [name, values] of Object.entries(typed)) for (const value of [values].flat()) body.append(name, value)
  const answer = await fetch(site.url + path, { method: 'POST', body, redirect: 'manual' })
  expect([400, 404]).toContain(answer.status)
  expect(answer.headers.getSetCookie().join()).not.toContain(`${sessionCookie}=`)
})

test('behind a TLS proxy, session cookies are Secure, HttpOnly and SameSite=Lax', async () => {
  const secure = await startSiteOn('sqlite', {
    PUBLIC_URL: 'https://www.clinic.example',
    TRUST_PROXY: '1',
  })
  try {
    const person = accountHolder(secure, { ...proxy, Origin: 'https://www.clinic.example' })
    const answer = await person.signUp({ email: 'tls@example.com', password: otherPassword })
    expect(answer.status).toBe(303)
    for (const name of [`__Host-${sessionCookie}`, '__Host-device']) {
      const cookie = findSetCookie(answer, name)
      for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i])
        expect(cookie).toMatch(flag)
    }
  } finally {
    await secure.stop()
  }
})
