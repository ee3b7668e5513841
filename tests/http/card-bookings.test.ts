import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { describe, expect, test } from 'vitest'
import { appointmentFee } from '#content/pages/admin-appointments.ts'
import { bookingCard as words, bookingCardForStaff as staffWords } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { timeAhead } from '#tests/support/booking.ts'
import { type DatabaseKind, databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { publishPayment } from '#tests/support/paying.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { patient, startPaidBookings, widgetPath } from '#tests/support/paid-bookings.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { until } from '#tests/support/timing.ts'
import { plain } from '#tests/support/shown.ts'

const card = { payAhead: 'card', payAheadAmount: '0', cancelFee: '40' }
const rules = { changeCutOffHours: 24 }
const agreed = { fee: '$40.00', isPlan: false }

async function start(kind: DatabaseKind) {
  const paid = await startPaidBookings(kind, card)
  const { server, site, person, read, book, appointments } = paid
  /** Books with a card; the link of the appointment. */
  async function bookWithCard() {
    const link = await book()
    server.pay(server.newest()!.id)
    await person.get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
    return link
  }
  /** It begins in two hours: too late to cancel without a fee. */
  /** Today, since whoever would come on a day that is closed, such as a holiday tomorrow, may always cancel. */
  const comeNear = () =>
    look(site, (db) => {
      const now = Date.now()
      const startsAt = Math.min(now + 7_200_000, nextClinicMidnight(now, clinicTimeZone) - 20_000)
      const near = { startsAt, endsAt: startsAt + 1_800_000, bookedAt: now - 172_800_000 }
      return db.updateTable('appointments').set(near).execute()
    })
  /** As if the time for Undo were over. */
  const chargeNow = () =>
    look(site, async (db) => {
      const now = Date.now()
      await db.updateTable('payments').set({ chargeAt: now }).where('purpose', '=', 'charge').execute()
      await db.updateTable('jobs').set({ runAt: now }).where('kind', '=', 'check-payment').execute()
    })
  const untilSaid = (link: string, text: string) =>
    until(async () => (await read(link)).includes(text) || undefined, 30_000)
  return { ...paid, bookWithCard, comeNear, chargeNow, untilSaid, appointments }
}

describe.each(databasesFor(import.meta.url))('a card for a booking on %s', (kind) => {
  test('is announced before, given at the provider, and said to be kept on the page', async () => {
    const { server, site, admin, person, read, toButton, book, appointments } = await start(kind)
    const due = words.due.text(agreed, rules)
    expect(due).toBe(
      'Our payment service will keep your card. Nothing is charged now. If you cancel less than 24 hours before your appointment, or don’t come, $40.00 is charged to it.',
    )
    const form = await read('/booking/general')
    for (const text of [words.due.heading, due]) expect(form).toContain(text)
    const { html } = await toButton()
    for (const text of [due, words.book]) expect(html).toContain(text)
    const link = await book()
    const session = server.newest()!
    expect(session).toMatchObject({ isSetup: true, amount: 0, label: words.label })
    expect((await person.get(`${link}/pay`)).headers.get('Refresh')).toBe(`0;url=${session.url}`)
    const held = await read(link)
    for (const text of [due, words.after, words.open, words.button]) expect(held).toContain(text)
    expect(held).not.toContain(bookingPayment.button)
    const [{ id } = { id: '' }] = await appointments()
    expect(await read(`/admin/appointments/${id}`, admin)).toContain(staffWords.waitingHint)
    await Promise.all([person.post(`${link}/pay`, {}), person.post(`${link}/pay`, {})])
    expect(server.sessions.size).toBe(1)

    server.pay(session.id)
    const back = await person.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    expect(back.headers.get('Location')).toBe(link)
    const kept = await read(link)
    for (const text of [words.kept(agreed, rules), words.ifCanceled.free]) expect(kept).toContain(text)
    expect(kept).not.toContain(words.button)
    expect(await read(`/admin/appointments/${id}`, admin)).toContain(appointmentFee.kept('$40.00'))
    expect((await person.get(`${link}/receipt`)).headers.get('Location')).toBe(link)
    expect((await person.post(`${link}/pay`, {})).headers.get('Location')).toBe(link)
    expect(await read(link)).toContain(bookingPayment.notPayable)
    // The provider knows neither name nor appointment.
    for (const { body } of server.calls)
      for (const secret of ['Maya', 'maya', '/appointments/', 'Consultation'])
        expect(decodeURIComponent(body)).not.toContain(secret)
    expect((await visitor(site).post('/appointments/forged/pay', {})).status).toBe(404)
  })

  test('is charged after a late cancellation, as the page said before, with a receipt', async () => {
    const { server, person, read, bookWithCard, comeNear, chargeNow, untilSaid } = await start(kind)
    const link = await bookWithCard()
    await comeNear()
    expect(await read(link)).toContain(words.ifCanceled.late('$40.00'))
    expect((await person.post(link, { intent: 'cancel' })).status).toBe(303)
    expect(await read(link)).toContain(words.fee.due('$40.00'))
    expect(server.payments.size).toBe(0)
    await chargeNow()
    await untilSaid(link, words.fee.paid('$40.00', 1))
    expect([...server.payments.values()].map(({ amount }) => amount)).toEqual([4_000])
    const receipt = readPdf(Buffer.from(await (await person.get(`${link}/receipt`)).arrayBuffer())).text
    for (const text of ['Receipt 1', '$40.00', 'Cancellation fee']) expect(receipt).toContain(text)
    for (const secret of ['Maya', 'Consultation']) expect(receipt).not.toContain(secret)
  })

  test('that the bank declines is replaced by a payment online, from the page that the email leads to', async () => {
    const { server, person, read, bookWithCard, comeNear, chargeNow, untilSaid } = await start(kind)
    const link = await bookWithCard()
    await comeNear()
    server.state.declines = 'insufficient_funds'
    await person.post(link, { intent: 'cancel' })
    await chargeNow()
    await untilSaid(link, words.fee.declined('$40.00', true))
    server.state.declines = undefined
    expect(await read(link)).toContain(bookingPayment.button)
    expect((await person.post(`${link}/pay`, {})).headers.get('Location')).toBe(`${link}/pay`)
    const session = server.newest()!
    expect(session).toMatchObject({ isSetup: false, amount: 4_000, label: words.feeLabel })
    expect((await person.get(`${link}/pay`)).headers.get('Refresh')).toBe(`0;url=${session.url}`)
    expect(await read(link)).toContain(bookingPayment.open)
    server.pay(session.id)
    const back = await person.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    expect(back.headers.get('Location')).toBe(link)
    const paid = await read(link)
    expect(paid).toContain(words.fee.paid('$40.00', 1))
    expect(paid).not.toContain(bookingPayment.button)
  })

  test('of a plan is announced and kept for all of its days', async () => {
    const { server, admin, person, read } = await start(kind)
    await publishPayment(admin, '/admin/plan-templates/abhyangam-5-times', card)
    await person.post('/booking/abhyangam?plan=abhyangam-5-times', patient)
    const [, address = ''] = [...(await read('/booking/plan')).matchAll(/href="(\/booking\/plan\?d=[^"#]*)"/g)].at(-1)!
    const chosen = await read(address)
    for (const text of [words.due.text({ ...agreed, isPlan: true }, rules), words.book]) expect(chosen).toContain(text)
    const { action, fields } = formWith(chosen, 'draft')
    const { toPay: _, ...unseen } = fields
    const refused = await person.post(action, unseen)
    expect([refused.status, plain(await refused.text()).includes(bookingPayment.changed)]).toEqual([409, true])
    expect((await person.post(action, fields)).headers.get('Location')).toMatch(/^\/appointments\/[^/]+\/pay$/)
    server.pay(server.newest()!.id)
    const back = await person.get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
    const page = await read(back.headers.get('Location')!)
    for (const text of [words.kept({ ...agreed, isPlan: true }, rules), words.ifCanceled.planFree])
      expect(page).toContain(text)
  })
})

test('without online payments, no card is asked for', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  await publishPayment(await signInAsAdmin(site), '/admin/services/general', card)
  const person = visitor(site)
  await person.post('/booking/general', patient)
  const html = plain(await (await person.get(widgetPath + (await timeAhead(person, widgetPath)))).text())
  expect(html).not.toContain('$40')
  await person.post(widgetPath, formWith(html, 'at').fields)
  const rows = await look(site, (db) => db.selectFrom('appointments').select(['state', 'payBy', 'cancelFee']).execute())
  expect(rows).toEqual([{ state: 'confirmed', payBy: null, cancelFee: null }])
})
