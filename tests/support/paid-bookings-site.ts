import { expect, onTestFinished } from 'vitest'
import { bookingPayment as words } from '#content/booking-payments.ts'
import { adminSettings, signInAsAdmin } from './admin.ts'
import { timeAhead } from './booking.ts'
import { type DatabaseKind, look, startSiteForTest } from './databases.ts'
import { publishPayment, type PublishedPayment } from './edit-payment.ts'
import { formWith } from './forms.ts'
import { startPaymentServer } from './payment-server.ts'
import { visitor } from './visitor.ts'

export const plain = (html: string) =>
  html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('<!-- -->', '')

export const widgetPath = '/booking/widget'
export const patient = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0142', health: 'tired' }

/** A site with online payments, and with one for what is booked as 'general'. */
export async function startPaidBookings(kind: DatabaseKind, payment: PublishedPayment) {
  const server = await startPaymentServer(onTestFinished)
  const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  const admin = await signInAsAdmin(site)
  await publishPayment(admin, '/admin/services/general', payment)
  const person = visitor(site)
  const read = async (path: string, who: { get(path: string): Promise<Response> } = person) =>
    plain(await (await who.get(path)).text())
  /** Up to the button that books. */
  async function toButton() {
    await person.post('/booking/general', patient)
    const path = widgetPath + (await timeAhead(person, widgetPath))
    const html = await read(path)
    return { html, fields: formWith(html, 'at').fields }
  }
  async function book() {
    const { fields } = await toButton()
    const booked = await person.post(widgetPath, fields)
    expect([booked.status, booked.headers.get('Location')]).toEqual([303, widgetPath])
    const end = await read(widgetPath)
    expect(end).toContain(words.booked)
    return /href="(\/appointments\/[^"]+)\/pay"/.exec(end)![1]!
  }
  const appointments = () => look(site, (db) => db.selectFrom('appointments').selectAll().execute())
  /** The page of the only payment. */
  const findPayment = async () =>
    /"(\/admin\/payments\/[0-9a-f-]{36})"/.exec(await read('/admin/payments', admin))?.[1] ?? ''
  const search = async (q: string) => (await admin.post('/admin/search/results', { q })).text()
  return { server, site, admin, person, read, toButton, book, appointments, findPayment, search }
}
