import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminSettings } from '#tests/support/admin.ts'
import { startSite } from '#tests/support/site.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { product } from '#tests/support/catalogue.ts'
import { startSiteForTest } from '#tests/support/databases.ts'
import { visitor } from '#tests/support/visitor.ts'

const patient = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-2001', health: 'tired' }
const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }
const inCart = { intent: `add:${product.id}` }
const longLived = ['session', 'cart', 'booking-draft']

const settings = { ...adminSettings, SESSION_SECRET: randomBytes(32).toString('hex') }
const proxied = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'clinic.example',
  'X-Forwarded-For': '203.0.113.7',
  Origin: 'https://clinic.example',
}

type Person = ReturnType<typeof visitor>

/** Signs in, fills the cart, begins a booking and subscribes; returns every cookie set on the way. */
async function collectCookies(person: Person) {
  const answers = [
    await person.post('/login', credentials),
    await person.post('/cart', inCart),
    await person.post(bookingOfAService, patient),
    await person.post('/', { email: 'hello@example.com' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  return answers.flatMap(({ headers }) => headers.getSetCookie())
}

async function expectAllCookiesWork(person: Person) {
  expect((await person.get('/admin')).status).toBe(200)
  expect(await (await person.get('/cart')).text()).toContain('name="quantity')
  expect(await (await person.get('/booking/time')).text()).toContain(patient.name)
}

describe('a cookie behind https', () => {
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite({ ...settings, TRUST_PROXY: '1', PUBLIC_URL: 'https://clinic.example' })
  })
  afterAll(() => site?.stop())
  const newVisitor = () => visitor(site, proxied)

  /** A visitor whose cookies still have the names without `__Host-`, from an older version. */
  function renamed(person: Person) {
    const older = newVisitor()
    for (const [name, value] of person.cookies) older.cookies.set(name.replace('__Host-', ''), value)
    return older
  }

  test('has the prefix __Host-, is Secure and HttpOnly, and has no domain', async () => {
    const person = newVisitor()
    const cookies = await collectCookies(person)
    expect(cookies.length).toBeGreaterThanOrEqual(5)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-[a-z._-]+=/)
      for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i])
        expect(cookie).toMatch(flag)
      expect(cookie).not.toMatch(/domain/i)
    }
    expect([...person.cookies.keys()]).toEqual(expect.arrayContaining(longLived.map((name) => `__Host-${name}`)))
    await expectAllCookiesWork(person)
  })

  test('is removed under its prefixed name', async () => {
    const person = newVisitor()
    await collectCookies(person)
    await person.post('/logout', {})
    await person.post(bookingOfAService, { intent: 'start-over' })
    for (const name of ['session', 'booking-draft']) expect(person.cookies.has(`__Host-${name}`), name).toBe(false)
    expect((await person.get('/profile')).status).not.toBe(200)
  })

  test('of an older version still works for session, cart and booking, and is renamed once', async () => {
    const person = newVisitor()
    await collectCookies(person)
    const older = renamed(person)
    await expectAllCookiesWork(renamed(person))
    const answer = await older.get('/about')
    expect(answer.headers.get('Cache-Control')).toMatch(/no-store/)
    for (const name of longLived) {
      expect(older.cookies.get(`__Host-${name}`), name).toBe(person.cookies.get(`__Host-${name}`))
      expect(older.cookies.has(name), name).toBe(false)
    }
    const again = (await older.get('/about')).headers.getSetCookie()
    expect(again.filter((cookie) => !cookie.startsWith('__Host-'))).toEqual([])
    await expectAllCookiesWork(older)
  })

  test('of an older version is removed by the first request if that request signs out', async () => {
    const person = newVisitor()
    await collectCookies(person)
    const older = renamed(person)
    await older.post('/logout', {})
    expect(older.cookies.has('__Host-session')).toBe(false)
    expect(older.cookies.has('session')).toBe(false)
  })

  test('with an old name next to the prefixed one is ignored and removed', async () => {
    const person = newVisitor()
    await collectCookies(person)
    const stranger = newVisitor()
    await stranger.post('/cart', inCart)
    const cart = person.cookies.get('__Host-cart')
    person.cookies.set('cart', stranger.cookies.get('__Host-cart') ?? '')
    person.cookies.set('session', 'planted')
    await expectAllCookiesWork(person)
    expect(person.cookies.get('__Host-cart')).toBe(cart)
    expect(['cart', 'session'].filter((name) => person.cookies.has(name))).toEqual([])
  })

  test('with the old or the new name keeps a page out of the cache', async () => {
    const plain = await newVisitor().get('/about')
    expect(plain.headers.get('Cache-Control')).toMatch(/public/)
    for (const name of [...longLived.flatMap((one) => [one, `__Host-${one}`]), '__Host-flash']) {
      const answer = await newVisitor().get('/about', { Cookie: `${name}=anything` })
      expect(answer.headers.get('Cache-Control'), name).not.toMatch(/public/)
    }
  })

  test('named like an object property is ignored', async () => {
    const answer = await newVisitor().get('/about', { Cookie: 'constructor=a; toString=b; __proto__=c' })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('Cache-Control')).toMatch(/public/)
  })

  test('that is malformed causes no error', async () => {
    for (const Cookie of ['', ';', '=', '__Host-=', '__Host-cart', 'cart; __Host-session=%00', '__Host-__Host-cart=a'])
      expect((await newVisitor().get('/cart', { Cookie })).status, Cookie).toBe(200)
  })
})

test('without https, cookies have no prefix', async () => {
  const site = await startSiteForTest('sqlite', settings)
  const person = visitor(site)
  for (const cookie of await collectCookies(person)) expect(cookie).not.toMatch(/__Host-|; Secure/i)
  expect([...person.cookies.keys()]).toEqual(expect.arrayContaining(longLived))
  await expectAllCookiesWork(person)
})
