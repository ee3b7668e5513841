import type { Page } from '@playwright/test'
import { createQueue } from '#app/queue/queue.server.ts'
import { planPage } from '#content/pages/booking.ts'
import { signInAsAdmin, adminSettings } from './admin.ts'
import { besideSite, look, type DatabaseKind, startSiteForTest } from './databases.ts'
import { publishPayment, type PublishedPayment } from './paying.ts'
import { soonOnNoHoliday, timeAhead } from './booking.ts'
import { expect, onTestFinished } from 'vitest'
import { bookingPayment as words } from '#content/booking-payments.ts'
import { formWith, visitor } from './visitor.ts'
import { startPaymentServer } from './payment-server.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '#app/database/tables.ts'
import { plain } from './shown.ts'

type Site = Parameters<typeof look>[0] & { url: string }

export const paidService = '/booking/general'
export const paidPlan = '/booking/abhyangam?plan=abhyangam-5-times'

export const payingPatient = {
  name: 'Maya Thomas',
  email: 'maya@example.com',
  phone: '(205) 555-0142',
  health: 'tired in the evening',
}

/** The clinic asks for a deposit of $50 for a service, of which it may keep $20, and for the full price of a plan. */
export async function askForPayments(site: Site) {
  const admin = await signInAsAdmin(site)
  const deposit = { payAhead: 'deposit', payAheadAmount: '50', cancelFee: '20' }
  await publishPayment(admin, '/admin/services/general', deposit)
  const full = { payAhead: 'full', payAheadAmount: '400', cancelFee: '80' }
  await publishPayment(admin, '/admin/plan-templates/abhyangam-5-times', full)
}

/** Half an hour later. The job that notices it is due now, instead of within a minute. */
export const passTimeToPay = (site: Site) =>
  besideSite(site, (database) =>
    database.transaction(async (tx) => {
      await tx.updateTable('appointments').set({ payBy: 1 }).where('payBy', 'is not', null).execute()
      await createQueue(database).enqueue(tx, 'watch-payments', {})
    }),
  )

/** All of them begin so soon that a cancellation is late. */
export const makeLateToCancel = (site: Site) => {
  const startsAt = soonOnNoHoliday()
  const day = 86_400_000
  return look(site, (db) =>
    db
      .updateTable('appointments')
      .set({ startsAt, endsAt: startsAt + 3_600_000, bookedAt: Date.now() - 9 * day })
      .execute(),
  )
}

/** Fills in the form that is open and sends it. */
export async function fillInToPay(page: Page) {
  for (const [field, value] of Object.entries(payingPatient))
    await page.locator(`#booking-form [name=${field}]`).fill(value)
  await page.locator('#booking-form button').first().click()
}

/** Chooses the last time of the day that the widget shows. */
export async function chooseTimeToPay(page: Page) {
  const frame = page.frameLocator('iframe')
  const slots = frame.locator('.slot')
  await slots.and(frame.locator(':visible')).last().click()
  return frame
}

/** From the form of a plan to its chosen days. */
export async function choosePlanToPay(page: Page) {
  await fillInToPay(page)
  await page.getByRole('link', { name: planPage.choose }).last().click()
}

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

/** A fee of an appointment that the bank declined. */
export async function insertDeclinedFee(db: Db, appointmentId: string) {
  const now = Date.now()
  const times = { startedAt: now, askedAt: now, expiresAt: now, endedAt: now, chargeAt: now, triedAt: now }
  const fee = { id: randomUUID(), subject: `fee:${appointmentId}`, amountCents: 4_000, ...times } as const
  await db
    .insertInto('payments')
    .values({ ...fee, purpose: 'charge', state: 'declined', failure: 'bank: card_declined', returnUrl: '' })
    .execute()
}
