import type { Page } from '@playwright/test'
import { createQueue } from '#app/queue/queue.server.ts'
import { planPage } from '#content/pages/booking.ts'
import { signInAsAdmin } from './admin.ts'
import { besideSite, look } from './databases.ts'
import { publishPayment } from './edit-payment.ts'
import { soonOnNoHoliday } from './booking.ts'

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
