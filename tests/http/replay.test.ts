import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { accountHolder, goodPassword, linkIn, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin, totp } from '#tests/support/admin.ts'
import { bookOnline, timeAhead } from '#tests/support/booking.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { contact, shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { until } from '#tests/support/timing.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { importPage } from '#content/pages/admin-imports.ts'
import { textsOf } from '#tests/support/pages.ts'

/**
 * Replays of recorded requests. Repeated orders of one cart, bookings, codes, reset links and admin links are tested with
 * their other behavior.
 */
describe.each(databasesFor(import.meta.url))('a replay on %s', (kind) => {
  let mail: MailingSite['mail']
  let site: MailingSite['site']
  beforeAll(
    async () => void ({ mail, site } = await startMailingSite(kind, { ...adminSettings, NEWSLETTER_CONFIRM: 'on' })),
  )
  afterAll(() => site?.stop())

  /** Emails are stored in the same transaction as their cause, so there is no need to wait for them. */
  const emailKindsTo = (recipient: string) =>
    look(site, async (db) => {
      const emails = db.selectFrom('emails').select('kind').where('recipient', '=', recipient)
      return (await emails.orderBy('kind').execute()).map((email) => email.kind as string)
    })
  const waitingEmails = () =>
    look(site, (db) => db.selectFrom('emails').select('id').where('state', '=', 'waiting').execute())
  /** The link in the email that `ask` triggers. */
  const readLink = async (recipient: string, begin: string, ask: () => Promise<unknown>) => {
    await ask()
    const raw = await until(async () =>
      mail.received.find((one) => one.includes(recipient) && one.replaceAll('=\r\n', '').includes(begin)),
    )
    // In a header, the link is in angle brackets.
    return linkIn(raw.replaceAll('=\r\n', '').replaceAll('>', ' '), begin)
  }
  const patient = (n: number) => ({
    name: `Ana ${n}`,
    email: `ana${n}@example.com`,
    phone: `(205) 555-${7000 + n}`,
    health: 'marmalade nights',
  })

  test('of an order, even with the old cookies, leads to the same order and sends no second email', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const cookies = new Map(maya.cookies)
    const { fields } = await maya.cartPageNow()
    const typed = { ...fields, ...contact, email: 'order@example.com', intent: 'order' }
    const placed = await maya.post('/cart', typed)
    const emails = await emailKindsTo('order@example.com')
    const replayed = shopper(site)
    for (const [name, value] of cookies) replayed.cookies.set(name, value)
    for (const sentAgain of [typed, { ...typed, name: 'Another Person', email: 'else@example.com' }])
      expect((await replayed.post('/cart', sentAgain)).headers.get('Location')).toBe(placed.headers.get('Location'))
    const orders = await look(site, (db) => db.selectFrom('orders').select('email').execute())
    expect(orders).toEqual([{ email: 'order@example.com' }])
    expect([await emailKindsTo('order@example.com'), await emailKindsTo('else@example.com')]).toEqual([emails, []])
  })

  test('of a newsletter confirmation or unsubscribe shows the same page again and sends no second email', async () => {
    const email = 'reader@example.com'
    const confirm = await readLink(email, '/newsletter/confirm/', () => visitor(site).post('/', { email }))
    const post = async (path: string) => (await visitor(site).post(path, {})).text()
    for (let times = 0; times < 2; times += 1)
      expect(await post(confirm)).toContain(textsOf('newsletter-confirm').done.title)
    expect(await emailKindsTo(email)).toEqual(['newsletter-opt-in', 'newsletter-welcome'])
    const unsubscribe = await readLink(email, '/newsletter/unsubscribe/', async () => {})
    for (let times = 0; times < 2; times += 1)
      expect(await post(unsubscribe)).toContain(textsOf('newsletter-unsubscribe').done.title)
    expect(await emailKindsTo(email)).toHaveLength(2)
    expect(await look(site, (db) => db.selectFrom('suppressions').select('since').execute())).toHaveLength(1)
  })

  test('of an account confirmation link signs no one in', async () => {
    const who = { email: 'account@example.com', password: goodPassword }
    const link = await readLink(who.email, '/login/confirm/', () => accountHolder(site).signUp(who))
    const [owner, stranger] = [accountHolder(site), accountHolder(site)]
    await stranger.fill(link, 'password', { password: otherPassword })
    expect(await stranger.isSignedIn()).toBe(false)
    expect((await owner.fill(link, 'password', { password: goodPassword })).headers.get('Location')).toBe('/')
    expect(await owner.isSignedIn()).toBe(true)
    // The link works only once.
    expect((await stranger.get(link)).status).toBe(404)
    await stranger.post(link, { password: otherPassword })
    expect(await stranger.isSignedIn()).toBe(false)
  })

  test('of a move, a cancellation or an undo has no second effect and sends no second email', async () => {
    const { link } = await bookOnline(site, patient(1))
    // An email may be outdated before it is sent; then it is discarded.
    const listSentKinds = async () => {
      await until(async () => (await waitingEmails()).length === 0)
      return emailKindsTo('ana1@example.com')
    }
    const person = visitor(site)
    const query = await timeAhead(person, `${link}/move`, 10)
    const { fields } = formWith(await (await person.get(`${link}/move${query}`)).text(), 'at')
    const statuses = async (path: string, form: Record<string, string>) => [
      (await person.post(path, form)).status,
      (await person.post(path, form)).status,
    ]
    const before = (await listSentKinds()).length
    expect(await statuses(`${link}/move`, fields)).toEqual([303, 303])
    expect((await listSentKinds()).length - before, 'emails after the move').toBe(1)
    expect(await statuses(link, { intent: 'cancel' })).toEqual([303, 409])
    expect((await listSentKinds()).length - before, 'emails after the cancellation').toBe(2)
    const again = await person.post(link, { intent: 'cancel' })
    expect(await again.text()).toContain(textsOf('appointment').states.cancelled)
    expect((await person.post(`${link}/move`, fields)).status, 'a canceled appointment cannot be moved').toBe(409)
    expect(await statuses(link, { intent: 'undo' })).toEqual([303, 303])
    expect((await listSentKinds()).length - before, 'emails after the undo').toBe(3)
  })

  test('of a subscriber import adds no address twice', async () => {
    const admin = await signInAsAdmin(site)
    const addresses = ['one@file.example', 'two@file.example']
    const readState = (address: string) =>
      look(site, async (db) => {
        const imports = db.selectFrom('subscriberImports').select('state')
        return (await imports.where('id', '=', address.split('/').at(-1) ?? '').executeTakeFirst())?.state
      })
    const upload = async () => {
      const form = new FormData()
      form.set('file', new Blob([addresses.join('\n')]), 'list.csv')
      const address = (await admin.upload(importsPath, form)).headers.get('Location') ?? ''
      await until(async () => (await readState(address)) === 'checked')
      return address
    }
    const [first, second] = [await upload(), await upload()]
    expect(second).not.toBe(first)
    for (const [address, added] of [
      [first, 2],
      [second, 0],
    ] as const) {
      expect((await admin.post(address, { intent: 'import' })).status).toBe(303)
      await until(async () => (await readState(address)) === 'done')
      expect(await (await admin.get(address)).text()).toContain(importPage.done(added))
    }
    const subscribers = await look(site, (db) =>
      db.selectFrom('subscribers').select('email').where('email', 'like', '%@file.example').orderBy('email').execute(),
    )
    expect(subscribers).toEqual(addresses.map((email) => ({ email })))
  })

  test('of a step-up code is rejected, also for a stranger', async () => {
    const admin = await signInAsAdmin(site)
    const path = '/admin/security'
    const byPassword = { unlock: 'send', 'unlock-by': 'password', 'unlock-password': adminSettings.ADMIN_PASSWORD }
    await admin.post(path, { intent: 'start', ...byPassword })
    const key = /<code class="key">([A-Z2-7 ]+)</.exec(await (await admin.get(path)).text())?.[1] ?? ''
    expect((await admin.post(path, { intent: 'confirm', code: totp(key, Date.now()) })).status).toBe(200)
    const resetStepUp = () =>
      look(site, async (rows) => {
        await rows.deleteFrom('usedCodes').execute()
        await rows.updateTable('workingDays').set({ steppedUpAt: null }).execute()
      })
    await resetStepUp()
    const byCode = { unlock: 'send', 'unlock-by': 'code', 'unlock-code': totp(key, Date.now()) }
    const file = '/admin/subscribers/export'
    expect((await admin.post(file, byCode)).headers.get('Content-Type')).toContain('text/csv')
    await look(site, (rows) => rows.updateTable('workingDays').set({ steppedUpAt: null }).execute())
    const replayed = await admin.post(file, byCode)
    expect(replayed.status).toBe(403)
    expect(await replayed.text()).toContain(unlockPage.wrongCode)
    expect((await admin.post(file, byPassword)).status, 'the password does not replace the code').toBe(403)
    const stranger = await visitor(site).post(file, byCode)
    expect([stranger.status, stranger.headers.get('Content-Type')]).toEqual([403, expect.stringContaining('text/html')])
  })

  /** One change of each kind: of the payload, of the signature, of their lengths, and of the spelling. */
  function alterations(path: string) {
    const at = path.lastIndexOf('/') + 1
    const token = path.slice(at)
    const dot = token.indexOf('.')
    const [payload, signature] = [token.slice(0, dot), token.slice(dot + 1)]
    const other = (text: string, place: number) =>
      text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1)
    return [
      ...[0, payload.length >> 1].map((place) => `${other(payload, place)}.${signature}`),
      `${payload.slice(0, -1)}.${signature}`,
      `${payload}A.${signature}`,
      ...[0, signature.length >> 1, signature.length - 1].map((place) => `${payload}.${other(signature, place)}`),
      `${payload}.${signature.slice(0, -1)}`,
      `${payload}.${signature}A`,
      `${payload}.${signature}=`,
      `${payload}.${signature}.${signature}`,
      `${payload}.`,
      `.${signature}`,
      payload,
      `${signature}.${payload}`,
      token.toUpperCase(),
      `${payload}%00.${signature}`,
      `${payload}.${signature}%00`,
    ].map((altered) => path.slice(0, at) + altered)
  }

  test('of a signed link with any alteration has no effect and shows the error page', async () => {
    const buyer = shopper(site)
    await buyer.add(product.id)
    const order = (await buyer.press('order', { ...contact, email: 'altered@example.com' })).headers.get('Location')
    const { link } = await bookOnline(site, patient(2))
    const who = { email: 'link@example.com', password: goodPassword }
    const confirmed = await readLink(who.email, '/login/confirm/', () => accountHolder(site).signUp(who))
    await accountHolder(site).fill(confirmed, 'password', { password: goodPassword })
    const other = { email: 'other.link@example.com', password: goodPassword }
    const unconfirmed = await readLink(other.email, '/login/confirm/', () => accountHolder(site).signUp(other))
    const reset = await readLink(who.email, '/login/reset/', () => accountHolder(site).forgot(who.email))
    const email = 'altered@example.com'
    const subscribe = await readLink(email, '/newsletter/confirm/', () => visitor(site).post('/', { email }))
    await visitor(site).post(subscribe, {})
    const leave = await readLink(email, '/newsletter/unsubscribe/', async () => {})
    const links: [path: string, words: string | undefined, form: Record<string, string> | undefined][] = [
      [order?.replace(/#.*/, '') ?? '', undefined, undefined],
      [link, textsOf('find-appointment').gone.title, { intent: 'erase' }],
      [unconfirmed, `<h1>${textsOf('password').confirm.gone.title}</h1>`, { password: goodPassword }],
      [reset, `<h1>${textsOf('password').reset.gone.title}</h1>`, { password: otherPassword }],
      [subscribe, textsOf('newsletter-confirm').invalid.title, {}],
      [leave, textsOf('newsletter-unsubscribe').invalid.title, {}],
    ]
    for (const [path, words, form] of links) {
      expect((await visitor(site).get(path)).status, `${path} itself`).toBe(200)
      for (const altered of alterations(path)) {
        const answer = await visitor(site).get(altered)
        // The sign at an address's end is taken for the sentence's around it.
        const page = altered.endsWith('.') ? await visitor(site).get(answer.headers.get('Location') ?? '') : answer
        // The site rejects every path with a control character.
        const status = altered.includes('%00') ? 400 : 404
        expect(page.status, altered).toBe(status)
        if (words && status === 404) expect(await page.text(), altered).toContain(words)
        if (form) expect((await visitor(site).post(altered, form)).status, `post to ${altered}`).toBe(status)
      }
    }
    const left = await look(site, async (rows) => ({
      appointments: await rows
        .selectFrom('appointments')
        .select('state')
        .where('email', '=', patient(2).email)
        .execute(),
      subscribers: await rows.selectFrom('subscribers').select('state').where('email', '=', email).execute(),
    }))
    expect(left).toEqual({ appointments: [{ state: 'confirmed' }], subscribers: [{ state: 'subscribed' }] })
    expect((await accountHolder(site).logIn(who)).status).toBe(303)
  })
})
