import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { readCartFields, shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { textsOf } from '#tests/support/pages.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'

/** The limit of emails to one address within an hour. */
const perRecipient = 12

describe.each(databasesFor(import.meta.url))("a stranger cannot flood a victim's mailbox on %s", (kind) => {
  let site: MailingSite['site']
  beforeAll(async () => void ({ site } = await startMailingSite(kind, { ABUSE_LIMITS: 'on' })))
  afterAll(() => site?.stop())

  const kindsTo = async (...recipients: string[]) => {
    const emails = await look(site, (db) =>
      db.selectFrom('emails').select('kind').where('recipient', 'in', recipients).execute(),
    )
    return emails.map((email) => email.kind)
  }
  const listNotices = (kindOfNotice: string) =>
    look(site, (db) => db.selectFrom('emails').select('id').where('kind', '=', kindOfNotice).execute())
  const page = async (path: string) => (await visitor(site).get(path)).text()
  const patient = (email: string, digit: number) => ({
    name: 'Ana',
    email,
    phone: `(205) 555-71${digit}0`,
    health: 'marmalade nights',
  })

  test('by changing the address of an appointment back and forth, or by canceling and undoing more than ten times', async () => {
    const own = patient('ana-flood@example.com', 1)
    const victims = ['victim-one@example.com', 'victim-two@example.com']
    const { link } = await bookOnline(site, own)
    for (let n = 0; n < 30; n += 1) {
      const changed = await visitor(site).post(link, { intent: 'contact', ...own, email: victims[n % 2]! })
      expect([changed.status, changed.headers.get('Location')?.replace(/#.*/, '')]).toEqual([303, link])
    }
    // An email that was still waiting when the address changed is discarded; the page reports the last one.
    const said = await page(link)
    const isWaiting = () =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .select('id')
          .where('kind', '=', 'appointment-address')
          .where('state', '=', 'waiting')
          .executeTakeFirst(),
      )
    await until(async () => (await isWaiting()) === undefined || undefined)
    const isEmailed = (await kindsTo(victims[1]!)).length > 0
    const { asked, linkLimitReached } = textsOf('appointment').newAddress
    expect(said).toContain(fillInAlso(isEmailed ? asked : linkLimitReached, { address: 'v…@e….com' }))
    for (const victim of victims) expect((await kindsTo(victim)).length).toBeLessThanOrEqual(1)
    expect(new Set(await kindsTo(...victims))).toEqual(new Set(['appointment-address']))
    for (let n = 0; n < 15; n += 1)
      for (const intent of ['cancel', 'undo']) expect((await visitor(site).post(link, { intent })).status).toBe(303)
    const after = await page(link)
    expect(after).toContain(textsOf('appointment').emails.quiet)
    expect(after).toContain(textsOf('appointment').states.confirmed)
    // The email about a cancellation that was undone before it was sent is discarded, but counts.
    expect((await kindsTo(own.email)).length).toBeLessThanOrEqual(10)
    expect((await kindsTo(...victims)).length).toBeLessThanOrEqual(2)
    expect((await listNotices('appointment-notice')).length).toBeLessThanOrEqual(10)
  })

  test('by booking: the fourth appointment becomes a request, and its page announces the right email', async () => {
    const own = patient('ana-requests@example.com', 3)
    const links: string[] = []
    for (let n = 0; n < 4; n += 1) links.push((await bookOnline(site, own)).link)
    const [first, ...rest] = await Promise.all(links.map(async (link) => (await page(link)).replaceAll('&#x27;', "'")))
    const fourth = rest.at(-1)
    expect(first).toContain(textsOf('appointment').emails.mailed)
    expect(fourth).toContain(textsOf('appointment').states.requested)
    expect(fourth).toContain(textsOf('appointment').emails.mailedRequest)
    expect(fourth).not.toContain(textsOf('appointment').emails.mailed)
    const subjects = await until(async () => {
      const emails = await look(site, (db) =>
        db
          .selectFrom('emails')
          .select(['subject', 'state'])
          .where('recipient', '=', own.email)
          .orderBy('createdAt')
          .execute(),
      )
      return emails.every(({ state }) => state === 'sent') ? emails.map(({ subject }) => subject) : undefined
    })
    const { booked, requested } = textsOf('appointment-emails')
    expect(subjects).toEqual([...Array(3).fill(booked.subject), requested.subject])
  })

  test('by entering many new addresses for an appointment: ten get an email, and the page says that the next one did not', async () => {
    const own = patient('ana-many@example.com', 2)
    const { link } = await bookOnline(site, own)
    for (let n = 0; n < 14; n += 1)
      await visitor(site).post(link, { intent: 'contact', ...own, email: `many${n}@example.com` })
    const kinds = await kindsTo(...Array.from({ length: 14 }, (_, n) => `many${n}@example.com`))
    expect(kinds.length).toBeLessThanOrEqual(10)
    expect(await page(link)).toContain(
      fillInAlso(textsOf('appointment').newAddress.linkLimitReached, { address: 'm…@e….com' }),
    )
  })

  test('by ordering: all orders are accepted, their pages say when no email follows, and a password reset still works', async () => {
    const victim = 'victim-orders@example.com'
    const owner = accountHolder(site)
    expect((await owner.signUp({ email: victim, password: goodPassword })).status).toBe(303)
    const buyer = shopper(site)
    await buyer.add(product.id)
    const { opened } = readCartFields((await buyer.cartPageNow()).html)
    const paths: string[] = []
    for (let n = 0; n < perRecipient + 3; n += 1) {
      await buyer.add(product.id)
      const placed = await until(async () => {
        const answer = await buyer.press('order', { name: 'Ana', email: victim, opened: opened! })
        // A form posted within two seconds of opening the page is rejected.
        return answer.status === 400 ? undefined : answer
      })
      expect(placed.status).toBe(303)
      paths.push(placed.headers.get('Location')!)
      const said = (await (await buyer.get(paths.at(-1)!)).text()).includes(textsOf('order').confirmation.quiet)
      expect(said, `order ${n + 1}`).toBe(n >= perRecipient)
    }
    const confirmations = (await kindsTo(victim)).filter((each) => each === 'order-confirmation')
    expect(confirmations).toHaveLength(perRecipient)
    expect(await listNotices('order-notice')).toHaveLength(perRecipient + 3)
    const mailed = fillInAlso(textsOf('order').confirmation.mailed, { customer: victim })
    expect(await page(paths[0]!)).toContain(mailed)
    expect(await page(paths.at(-1)!)).not.toContain(mailed)
    expect((await owner.forgot(victim)).status).toBe(200)
    expect(await kindsTo(victim)).toContain('password-reset')
  })

  test('by signing up or resetting passwords, and the responses are the same for known and unknown addresses', async () => {
    const [known, unknown] = ['victim-known@example.com', 'victim-unknown@example.com']
    await accountHolder(site).signUp({ email: known, password: goodPassword })
    const answersFor = async (email: string) => {
      const answers: number[] = []
      for (let n = 0; n < 16; n += 1) answers.push((await accountHolder(site).forgot(email)).status)
      return answers
    }
    const [first, second] = [await answersFor(known), await answersFor(unknown)]
    // The sign-up of the known address counts too.
    expect(second.slice(1)).toEqual(first.slice(0, -1))
    for (let n = 0; n < 10; n += 1) await accountHolder(site).signUp({ email: known, password: goodPassword })
    expect((await kindsTo(known)).length).toBeLessThanOrEqual(perRecipient)
  })
})

test('a contact message is never emailed to the address that was typed', async () => {
  const site = await startSiteOn('sqlite', { ABUSE_LIMITS: 'off' })
  const typed = 'typed-address@example.com'
  for (let n = 0; n < 3; n += 1)
    expect(
      (await visitor(site).post('/contact', { name: 'Ana', email: typed, message: `Is there room for ${n} quokkas?` }))
        .status,
    ).toBe(303)
  const emails = await until(() =>
    look(site, async (db) => {
      const all = await db.selectFrom('emails').select(['kind', 'recipient', 'state', 'raw']).execute()
      return all.length >= 3 && all.every(({ state }) => state === 'kept') ? all : undefined
    }),
  )
  expect(emails.map(({ kind }) => kind)).toEqual(['contact-message', 'contact-message', 'contact-message'])
  for (const { recipient, raw } of emails) {
    expect(recipient).not.toBe(typed)
    const head = Buffer.from(raw!).toString().split('\r\n\r\n')[0]!
    expect(head).not.toMatch(new RegExp(`^(To|Cc|Bcc):.*${typed}`, 'im'))
  }
  await site.stop()
})

test('without a mail server a new address takes effect at once, because no confirmation can be sent', async () => {
  const site = await startSiteOn('sqlite', { ABUSE_LIMITS: 'off' })
  const own = { name: 'Ana', email: 'ana-kept@example.com', phone: '(205) 555-7330', health: 'marmalade nights' }
  const { link } = await bookOnline(site, own)
  const changed = await visitor(site).post(link, { intent: 'contact', ...own, email: 'new-kept@example.com' })
  const fresh = changed.headers.get('Location')!.replace(/#.*/, '')
  expect(fresh).not.toBe(link)
  expect((await visitor(site).get(link)).status).toBe(404)
  const html = await (await visitor(site).get(fresh)).text()
  expect(html).toContain('new-kept@example.com')
  expect(html).not.toContain('waits for confirmation')
  await site.stop()
})
