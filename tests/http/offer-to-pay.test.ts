import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { shownDueField } from '#app/domain/booking/money/pay-ahead.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { offerPage } from '#content/pages/waitlist.ts'
import { linkIn } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { publishPayment } from '#tests/support/paying.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { until } from '#tests/support/timing.ts'
import { plain } from '#tests/support/shown.ts'

const wanda = { name: 'Wanda', email: 'wanda@example.com', phone: '(205) 555-0142' }

describe.each(databasesFor(import.meta.url))('an accepted offer on %s', (kind) => {
  let server: Awaited<ReturnType<typeof startPaymentServer>>
  let mailing: MailingSite
  beforeAll(async () => {
    server = await startPaymentServer(afterAll)
    mailing = await startMailingSite(kind, { ...adminSettings, ...server.settings })
  })
  afterAll(() => mailing?.site.stop())

  async function offerAnHour(contact: typeof wanda, more: Record<string, string> = {}) {
    const { site, mail } = mailing
    const admin = await signInAsAdmin(site)
    const deposit = { payAhead: 'deposit', payAheadAmount: '50', cancelFee: '20' }
    await publishPayment(admin, '/admin/services/general', deposit, more)
    await visitor(site).post('/waitlist', { ...contact, [serviceField('general')]: 'on' })
    const path = '/admin/waitlist'
    const [, people = ''] = /<select[^>]*name="person"[^>]*>(.*?)<\/select>/s.exec(
      await (await admin.get(path)).text(),
    )!
    const first = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 2 })
    for (const [, person = ''] of people.matchAll(/value="([^"]*)"/g))
      for (let days = 0; days < 10; days += 1)
        await admin.post(path, { intent: 'offer', day: first.add({ days }).toString(), time: '11:00', person })
    const email = await until(async () => {
      const all = await Promise.all(mail.received.map((raw) => PostalMime.parse(raw)))
      return all.find(
        ({ to, subject }) => to?.[0]?.address === contact.email && subject?.startsWith('A time has opened'),
      )
    })
    return linkIn(email.text!, '/offers/')!
  }

  test('leads to the payment of its deposit and back, and never to the link of the appointment', async () => {
    const { site } = mailing
    const path = await offerAnHour(wanda)
    const person = visitor(site)
    const { fields } = formWith(await (await person.get(path)).text(), shownDueField)
    const accepted = await person.post(path, { ...fields, intent: 'accept' })
    expect([accepted.status, accepted.headers.get('Location')]).toEqual([303, `${path}/pay`])
    const session = server.newest()!
    expect(session).toMatchObject({ amount: 5_000, label: bookingPayment.label })
    const lead = await person.get(`${path}/pay`)
    expect(lead.headers.get('Refresh')).toBe(`0;url=${session.url}`)
    const seen = plain(await (await person.get(path)).text())
    expect(seen).toContain(bookingPayment.accepted)
    expect(seen).toContain(bookingPayment.toPayment)
    for (const html of [seen, await lead.text()])
      for (const own of ['/appointments/', wanda.name, wanda.email]) expect(html).not.toContain(own)
    // The button on the page leads to the same checkout.
    const again = await person.post(`${path}/pay`, {})
    expect([again.status, again.headers.get('Location'), server.sessions.size]).toEqual([303, `${path}/pay`, 1])
    server.pay(session.id)
    const back = await person.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    expect(back.headers.get('Location')).toBe(path)
    const paid = plain(await (await person.get(path)).text())
    expect(paid).toContain(offerPage.accepted.emailed)
    expect(paid).not.toContain(bookingPayment.toPayment)
    const [appointment] = await look(site, (db) => db.selectFrom('appointments').select('state').execute())
    expect(appointment).toEqual({ state: 'confirmed' })
    expect((await visitor(site).post('/offers/forged/pay', {})).status).toBe(404)
    expect((await person.post(`${path}/pay`, {})).headers.get('Location')).toBe(path)
    const over = await person.get(`${path}/pay`)
    expect([over.status, over.headers.get('Location')], 'nothing is open').toEqual([303, path])
  })

  test('is a request once its deposit is paid, where the clinic confirms first', async () => {
    const { site } = mailing
    const ann = { name: 'Ann', email: 'ann@example.com', phone: '(205) 555-0143' }
    const path = await offerAnHour(ann, { asksClinic: 'on' })
    const person = visitor(site)
    const html = await (await person.get(path)).text()
    expect(plain(html)).toContain(offerPage.asks)
    server.state.fault = () => 503
    const accepted = await person.post(path, { ...formWith(html, shownDueField).fields, intent: 'accept' })
    expect(accepted.headers.get('Location')).toBe(path)
    server.state.fault = undefined
    expect(plain(await (await person.get(path)).text())).toContain(bookingPayment.unavailable)
    expect((await person.post(`${path}/pay`, {})).headers.get('Location')).toBe(`${path}/pay`)
    const readState = async () => {
      const made = await look(site, (db) =>
        db.selectFrom('appointments').select(['state', 'payBy']).where('email', '=', ann.email).execute(),
      )
      return made.map(({ state, payBy }) => [state, payBy !== null])
    }
    expect(await readState()).toEqual([['requested', true]])
    const session = server.newest()!
    server.pay(session.id)
    await person.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    expect(await readState()).toEqual([['requested', false]])
    const paid = plain(await (await person.get(path)).text())
    expect(paid).toContain(offerPage.asked.emailed)
    expect(paid).not.toContain(bookingPayment.toPayment)
    for (const own of ['/appointments/', ann.name, ann.email]) expect(paid).not.toContain(own)
  })
})
