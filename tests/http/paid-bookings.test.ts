import { describe, expect, test } from 'vitest'
import { bookingPayment as words, bookingPaymentForStaff as staffWords } from '#content/booking-payments.ts'
import { appointmentPage, planDays } from '#content/pages/appointment.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { timeAhead } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { publishPayment } from '#tests/support/paying.ts'
import { findEmail } from '#tests/http/outbox.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { patient, startPaidBookings, widgetPath } from '#tests/support/paid-bookings.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { textsOf } from '#tests/support/pages.ts'
import { plain } from '#tests/support/shown.ts'

const clinicFacts = contentFacts(Date.now())
const deposit = { payAhead: 'deposit', payAheadAmount: '50', cancelFee: '20', taxRate: '10' }

describe.each(databasesFor(import.meta.url))('paying for a booking on %s', (kind) => {
  test('is announced before, leads to the checkout, and back to the appointment with its receipt', async () => {
    const { server, site, admin, person, read, book, appointments, findPayment, search } = await startPaidBookings(
      kind,
      deposit,
    )
    const due = words.due(
      { kind: 'deposit', amount: '$50.00', fee: '$20.00', isWhole: false, isPlan: false },
      { changeCutOffHours: 24 },
    )
    const form = await read('/booking/general')
    for (const text of Object.values(due)) expect(form).toContain(text)
    const link = await book()
    const session = server.newest()!
    expect(session).toMatchObject({ amount: 5_000, label: words.label })
    expect((await person.get(`${link}/pay`)).headers.get('Refresh')).toBe(`0;url=${session.url}`)
    const held = await read(link)
    for (const text of [words.toPay('$50.00'), words.open, words.button]) expect(held).toContain(text)
    const [{ id } = { id: '' }] = await appointments()
    expect(await read(`/admin/appointments/${id}`, admin)).toContain('Waiting for payment until')
    // Nothing to do for the clinic.
    expect(await read('/admin', admin)).not.toContain('id="today-requests"')
    expect(await search('maya')).toContain('Waiting for payment')

    // Two more tabs get the same checkout.
    await Promise.all([person.post(`${link}/pay`, {}), person.post(`${link}/pay`, {})])
    expect(server.sessions.size).toBe(1)
    server.pay(session.id)
    const back = await person.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    expect(back.headers.get('Location')).toBe(link)
    const paid = await read(link)
    expect(paid).toContain(words.paid('$50.00', 1))
    expect(paid).toContain(words.ifCanceled.all('$50.00'))
    expect(paid).not.toContain(words.button)
    const saveReceipt = async () => Buffer.from(await (await person.get(`${link}/receipt`)).arrayBuffer())
    const issued = await saveReceipt()
    const receipt = readPdf(issued).text
    for (const text of ['Receipt 1', '$50.00', 'Booking for', words.tax('10%', '$4.55')])
      expect(receipt).toContain(text)
    for (const secret of ['Maya', 'Consultation']) expect(receipt).not.toContain(secret)
    await publishPayment(admin, '/admin/services/general', { ...deposit, taxRate: '4' })
    expect(await saveReceipt()).toEqual(issued)
    expect(await read(`/admin/appointments/${id}`, admin)).toContain(staffWords.paid('$50.00', 1))
    expect(await search('maya')).toContain('Confirmed')
    expect(await read(await findPayment(), admin)).toContain(`/admin/appointments/${id}`)
    const again = await person.post(`${link}/pay`, {})
    expect([again.status, again.headers.get('Location')]).toEqual([303, link])
    expect(await read(link)).toContain(words.notPayable)
    // The provider knows neither name nor appointment.
    for (const { body } of server.calls)
      for (const secret of ['Maya', 'maya', '/appointments/', 'Consultation'])
        expect(decodeURIComponent(body)).not.toContain(secret)
    expect((await visitor(site).post('/appointments/forged/pay', {})).status).toBe(404)
    expect((await visitor(site).get('/appointments/forged/receipt')).headers.get('Location')).toBe(
      '/appointments/forged',
    )
  })

  test('asks again when the amount has changed, and keeps the time while the provider is down', async () => {
    const { server, admin, person, read, toButton, appointments, book } = await startPaidBookings(kind, deposit)
    const { fields } = await toButton()
    await publishPayment(admin, '/admin/services/general', { payAhead: 'full', payAheadAmount: '120', cancelFee: '0' })
    for (const posted of [fields, { ...fields, toPay: '' }]) {
      const refused = await person.post(widgetPath, posted)
      const html = plain(await refused.text())
      expect([refused.status, html.includes(words.changed), html.includes(words.book('$120.00'))]).toEqual([
        409,
        true,
        true,
      ])
    }
    expect(await appointments()).toEqual([])
    server.state.fault = () => 503
    const link = await book()
    expect((await person.get(`${link}/pay`)).headers.get('Location')).toBe(link)
    expect(await read(link)).toContain(words.unavailable)
    server.state.fault = undefined
    expect((await person.post(`${link}/pay`, {})).headers.get('Location')).toBe(`${link}/pay`)
  })

  test('in full leaves no price to be agreed on at the clinic', async () => {
    const { admin, read, toButton } = await startPaidBookings(kind, deposit)
    const agreed = textsOf('booking').facts.price
    const shown = async () => [await read('/booking/general'), (await toButton()).html, await read('/booking/time')]
    for (const html of await shown()) expect(html).toContain(agreed)
    await publishPayment(admin, '/admin/services/general', { payAhead: 'full', payAheadAmount: '120', cancelFee: '0' })
    for (const html of await shown()) expect(html).not.toContain(agreed)
  })

  test('in full is the price wherever the service is shown', async () => {
    const { admin, read, book } = await startPaidBookings(kind, deposit)
    const service = services.find(({ id }) => id === 'general')!
    const search = `/search?q=${encodeURIComponent(service.title)}`
    const places = ['/services', '/services/general', '/guide', search, '/booking/general']
    const before: string[] = []
    for (const path of places) before.push(await read(path))
    // Other services have the same price text.
    const count = (html: string) => html.split(service.price).length - 1
    await publishPayment(admin, '/admin/services/general', { payAhead: 'full', payAheadAmount: '120', cancelFee: '0' })
    for (const [index, path] of places.entries()) {
      const html = await read(path)
      expect(html, path).toContain('$120.00')
      expect(count(html), path).toBeLessThan(count(before[index]!))
    }
    const link = await book()
    expect(await read(widgetPath)).not.toContain(service.price)
    const booked = await read(link)
    for (const text of [service.price, textsOf('appointment').booked.price]) expect(booked).not.toContain(text)
  })

  test('of a plan is one payment for all days', async () => {
    const { server, site, admin, person, read, findPayment } = await startPaidBookings(kind, deposit)
    const fee = { payAhead: 'full', payAheadAmount: '400', cancelFee: '100' }
    await publishPayment(admin, '/admin/plan-templates/abhyangam-5-times', fee)
    await person.post('/booking/abhyangam?plan=abhyangam-5-times', patient)
    const [, address = ''] = [...(await read('/booking/plan')).matchAll(/href="(\/booking\/plan\?d=[^"#]*)"/g)].at(-1)!
    const chosen = await read(address)
    expect(chosen).toContain(words.book('$400.00'))
    // A fifth of it is each day's share.
    const due = { kind: 'full', amount: '$400.00', fee: '$80.00', isWhole: false, isPlan: true } as const
    expect(chosen).toContain(words.due(due, { changeCutOffHours: 24 }).text)
    const { action, fields } = formWith(chosen, 'draft')
    const { toPay: _, ...unseen } = fields
    const refused = await person.post(action, unseen)
    expect([refused.status, plain(await refused.text()).includes(words.changed)]).toEqual([409, true])
    const booked = await person.post(action, fields)
    const link = booked.headers.get('Location')!
    expect(link).toMatch(/^\/appointments\/[^/]+\/pay$/)
    expect((await read(link.replace(/\/pay$/, ''))).split(planDays.states.held)).toHaveLength(6)
    const asking = await findEmail(site, 'booking-payment', 'kept')
    expect(await read(`/admin/mail/${asking.id}/html`, admin)).toContain('5 days from')
    server.pay(server.newest()!.id)
    const back = await person.get(/\/payments\/.*/.exec(server.newest()!.paidUrl)![0])
    const page = await read(back.headers.get('Location')!)
    for (const text of [words.paid('$400.00', 1), words.ifCanceled.plan('$400.00'), words.ifCanceled.day])
      expect(page).toContain(text)
    const [, planLink = ''] = /"(\/admin\/plans\/[^"]+)"/.exec(await read(await findPayment(), admin)) ?? []
    expect(await read(planLink, admin)).toContain(staffWords.paid('$400.00', 1))
    // A canceled day is still theirs: nothing leads to booking and paying for another one.
    const day = back.headers.get('Location')!
    expect((await person.post(day, { intent: 'cancel' })).status).toBe(303)
    // Without the tags that keep a phone number on one line.
    const canceled = (await read(day)).replaceAll(/<\/?span[^>]*>/g, '')
    for (const text of [planDays.elsewhere(clinicFacts), words.stays, `tel:${clinicFacts.phone.e164}`])
      expect(canceled).toContain(text)
    for (const text of [appointmentPage.again, textsOf('appointment').soonest]) expect(canceled).not.toContain(text)
    // Once no day is left, it is a booking that was canceled.
    await person.post(day, { intent: 'undo' })
    await person.post(day, { intent: 'cancel-plan' })
    expect(await read(day)).toContain(appointmentPage.again)
  })
})

test('without online payments, nothing is asked for and there is nothing to pay', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const admin = await signInAsAdmin(site)
  await publishPayment(admin, '/admin/services/general', { payAhead: 'deposit', payAheadAmount: '50', cancelFee: '0' })
  const person = visitor(site)
  await person.post('/booking/general', patient)
  const path = widgetPath + (await timeAhead(person, widgetPath))
  const html = plain(await (await person.get(path)).text())
  expect(html).not.toContain('$50')
  await person.post(widgetPath, formWith(html, 'at').fields)
  const [, link = ''] = /href="(\/appointments\/[^"]+)"/.exec(await (await person.get(widgetPath)).text())!
  expect((await person.post(`${link}/pay`, {})).status).toBe(404)
  const rows = await look(site, (db) => db.selectFrom('appointments').select(['state', 'payBy']).execute())
  expect(rows).toEqual([{ state: 'confirmed', payBy: null }])
})
