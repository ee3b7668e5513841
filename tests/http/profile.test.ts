import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHolder, goodPassword, linkIn, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { contact, readCartFields, placeOrderOn } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { featuredService, textsOf } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { profilePage } from '#content/pages/profile.ts'

const texts = textsOf('profile')
const earlier = `>${texts.appointments.rest}<`

const inHtml = (text: string) => text.replaceAll("'", '&#x27;')

describe.each(databasesFor(import.meta.url))('the profile on %s', (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  beforeAll(async () => void ({ mail, site } = await startMailingSite(kind, adminSettings)))
  afterAll(() => site?.stop())

  /** A signed-in person with a confirmed address. */
  async function signInConfirmed(email: string, password = goodPassword, userAgent = 'Firefox/127.0 (Windows)') {
    const person = accountHolder(site, { 'User-Agent': userAgent })
    await person.signUp({ email, password, name: 'Maya Thomas' })
    const plain = () => mail.received.map((one) => one.replaceAll('=\r\n', ''))
    const sent = await until(async () =>
      plain().find((one) => one.includes(`To: ${email}`) && one.includes('/login/confirm/')),
    )
    await person.fill(linkIn(sent, '/login/confirm/'), 'password', { password })
    return person
  }

  test('requires a login, and then opens', async () => {
    const person = await signInConfirmed('back@example.com')
    await person.logOut()
    const redirected = await person.get('/profile')
    expect([redirected.status, redirected.headers.get('Location')]).toEqual([302, '/login?next=%2Fprofile'])
    const loggedIn = await person.post('/login?next=%2Fprofile', { email: 'back@example.com', password: goodPassword })
    expect([loggedIn.status, loggedIn.headers.get('Location')]).toEqual([303, '/profile'])
    const page = await person.get('/profile')
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect((await visitor(site).post('/profile', { intent: 'name', name: 'X' })).headers.get('Location')).toContain(
      '/login',
    )
  })

  test('shows only the orders of its confirmed address', async () => {
    const { path, number } = await placeOrderOn(site)
    const { number: others } = await placeOrderOn(site, { contact: { ...contact, email: 'other@example.com' } })
    const maya = await signInConfirmed(contact.email)
    const html = await (await maya.get('/profile')).text()
    expect(html).toContain(profilePage.orders.open(number))
    expect(html).toContain(`href="${path}"`)
    expect(html).not.toContain(others)
  })

  test('prefills the order, booking and contact forms, and contains the orders placed while signed in', async () => {
    const maya = await signInConfirmed('prefilled@example.com')
    const paths = ['/cart', '/booking', '/contact']
    await maya.post('/cart', { intent: `add:${product.id}` })
    for (const path of paths) {
      const page = await maya.get(path)
      const html = await page.text()
      expect(html, path).toMatch(/<input[^>]*id="name"[^>]* value="Maya Thomas"/)
      expect(html, path).toMatch(/<input[^>]*id="email"[^>]* value="prefilled@example.com"/)
      expect(page.headers.get('Cache-Control'), path).toMatch(/no-store|private/)
      expect(await (await visitor(site).get(path)).text(), path).not.toContain('prefilled@example.com')
    }
    const order = { ...readCartFields(await (await maya.get('/cart')).text()), email: 'her.husband@example.com' }
    const placed = await maya.post('/cart', { ...order, intent: 'order' })
    expect(placed.headers.get('Location')).toMatch(/^\/orders\//)
    const { number } = await look(site, (db) =>
      db.selectFrom('orders').select('number').where('email', '=', order.email).executeTakeFirstOrThrow(),
    )
    expect(await (await maya.get('/profile')).text()).toContain(profilePage.orders.open(number))
    const someone = await signInConfirmed('stranger@example.com')
    expect(await (await someone.get('/profile')).text()).not.toContain(number)
    await maya.post('/profile', { intent: 'delete', password: goodPassword })
    const left = await look(site, (db) =>
      db.selectFrom('orders').select(['email', 'accountId']).where('number', '=', number).execute(),
    )
    expect(left, 'the order remains, without the account').toEqual([
      { email: 'her.husband@example.com', accountId: null },
    ])
  })

  test('shows upcoming and past appointments of its confirmed address with their links, without service or health answer', async () => {
    const email = 'patient@example.com'
    const patient = { name: 'Maya Patient', email, phone: '(205) 555-7001', health: 'marmalade nights' }
    const { link: upcoming } = await bookOnline(site, patient)
    const { link: past } = await bookOnline(site, patient)
    const { link: others } = await bookOnline(site, { ...patient, email: `not.${email}`, phone: '(205) 555-7002' })
    await visitor(site).post(past, { intent: 'cancel' })
    const maya = await signInConfirmed(email)
    const html = await (await maya.get('/profile')).text()
    expect(html.indexOf(upcoming)).toBeLessThan(html.indexOf(earlier))
    expect(html.indexOf(past)).toBeGreaterThan(html.indexOf(earlier))
    for (const hidden of [others, 'marmalade', `>${featuredService.title}<`]) expect(html).not.toContain(hidden)
    expect((await maya.get(upcoming)).status).toBe(200)
    await maya.post('/profile', { intent: 'delete', password: goodPassword })
    const left = await look(site, (db) =>
      db.selectFrom('appointments').select('id').where('email', '=', email).execute(),
    )
    expect(left, 'the appointments remain').toHaveLength(2)
  })

  test('shows no orders or appointments of an unconfirmed address', async () => {
    const { number } = await placeOrderOn(site, { contact: { ...contact, email: 'late@example.com' } })
    const late = { name: 'Late', email: 'late@example.com', phone: '(205) 555-7003', health: 'well' }
    const { link } = await bookOnline(site, late)
    const person = await signInConfirmed('late@example.com')
    await look(site, (db) =>
      db
        .updateTable('users')
        .set({ emailVerified: (kind === 'sqlite' ? 0 : false) as number })
        .where('email', '=', 'late@example.com')
        .execute(),
    )
    const html = await (await person.get('/profile')).text()
    expect(html).toContain(`>${texts.unverified.text}<`)
    for (const hidden of [number, link]) expect(html).not.toContain(hidden)
  })

  test('changes the name', async () => {
    const person = await signInConfirmed('name@example.com')
    const saved = await person.post('/profile', { intent: 'name', name: 'Maya T.' })
    expect(saved.headers.get('Location')).toBe('/profile#outcome')
    const html = await (await person.get('/profile')).text()
    expect(html).toContain(profilePage.saved.name)
    expect(html).toContain('Maya T.')
    const tooLong = await person.post('/profile', { intent: 'name', name: 'x'.repeat(500) })
    expect(tooLong.status).toBe(400)
  })

  test('requires the current password for a new one, ends every other session, and sends an email to the owner', async () => {
    const email = 'change@example.com'
    const here = await signInConfirmed(email)
    const there = accountHolder(site)
    await there.logIn({ email, password: goodPassword })
    const wrong = await here.post('/profile', { intent: 'password', current: otherPassword, password: otherPassword })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(profilePage.password.wrong)])
    const weak = await here.post('/profile', { intent: 'password', current: goodPassword, password: 'sunshine99' })
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining('people guess')])
    const changed = await here.post('/profile', { intent: 'password', current: goodPassword, password: otherPassword })
    expect(changed.status).toBe(303)
    expect(await here.isSignedIn()).toBe(true)
    expect(await there.isSignedIn()).toBe(false)
    await until(async () => mail.received.find((one) => one.includes(`To: ${email}`) && one.includes('was changed')))
    expect((await there.logIn({ email, password: goodPassword })).status).toBe(400)
    expect((await there.logIn({ email, password: otherPassword })).status).toBe(303)
  })

  test('lists the sessions, and ends one or all of them', async () => {
    const email = 'devices@example.com'
    const here = await signInConfirmed(email)
    const phone = accountHolder(site, { 'User-Agent': `Safari/604.1 (iPhone) ${'x'.repeat(5_000)}` })
    await phone.logIn({ email, password: goodPassword })
    const html = await (await here.get('/profile')).text()
    for (const words of ['Firefox on Windows', 'Safari on iPhone', profilePage.signIns.this])
      expect(html).toContain(words)
    const [, id = ''] = /value="end:([^"]+)"/.exec(html) ?? []
    const stranger = await signInConfirmed('devices-too@example.com')
    await stranger.post('/profile', { intent: `end:${id}` })
    expect(await phone.isSignedIn(), "another person's session cannot be ended").toBe(true)
    expect((await here.post('/profile', { intent: `end:${id}` })).status).toBe(303)
    expect([await phone.isSignedIn(), await here.isSignedIn()]).toEqual([false, true])
    await phone.logIn({ email, password: goodPassword })
    const left = await here.post('/profile', { intent: 'everywhere' })
    expect(left.headers.get('Location')).toBe('/')
    expect([await phone.isSignedIn(), await here.isSignedIn()]).toEqual([false, false])
  })

  test('deletes the account if the password is right, and keeps its orders', async () => {
    const email = 'leaving@example.com'
    const { number } = await placeOrderOn(site, { contact: { ...contact, email } })
    const person = await signInConfirmed(email)
    expect(await (await person.get('/profile')).text()).toContain(`<p>${texts.remove.text}</p>`)
    const wrong = await person.post('/profile', { intent: 'delete', password: otherPassword })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(inHtml(profilePage.remove.wrong))])
    const gone = await person.post('/profile', { intent: 'delete', password: goodPassword })
    expect(gone.headers.get('Location')).toBe('/#outcome')
    expect(await (await person.get('/')).text()).toContain(profilePage.remove.done)
    expect((await person.logIn({ email, password: goodPassword })).status).toBe(400)
    const left = await look(site, async (db) => ({
      users: await db.selectFrom('users').select('id').where('email', '=', email).execute(),
      orders: await db.selectFrom('orders').select('number').where('email', '=', email).execute(),
    }))
    expect(left).toEqual({ users: [], orders: [{ number }] })
  })

  test("does not delete the admin's account, and records the admin's new password in the audit trail", async () => {
    const admin = await signInAsAdmin(site)
    const { ADMIN_PASSWORD: current } = adminSettings
    expect(await (await admin.get('/profile')).text()).toContain(`<p>${texts.remove.admin}</p>`)
    expect((await admin.post('/profile', { intent: 'delete', password: current })).status).toBe(403)
    const short = await admin.post('/profile', { intent: 'password', current, password: 'gentle-lamp-78' })
    expect(short.status).toBe(400)
    await admin.post('/profile', { intent: 'password', current, password: goodPassword })
    const acts = await look(site, (db) => db.selectFrom('auditEntries').select('act').execute())
    expect(acts.map(({ act }) => act)).toContain('password.changed')
  })

  test.each([{ intent: 'end:' }, { intent: `end:${'x'.repeat(9_999)}` }, { intent: 'nothing' }, {}])(
    'rejects an invalid post and keeps the session: %#',
    async (typed) => {
      const person = accountHolder(site)
      await person.logIn({ email: 'back@example.com', password: goodPassword })
      expect((await person.post('/profile', typed as Record<string, string>)).status).toBe(400)
      expect(await person.isSignedIn()).toBe(true)
    },
  )
})
