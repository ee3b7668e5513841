import { expect, test } from '@playwright/test'
import { appointmentPage } from '#content/pages/appointment.ts'
import { bookingPayment as words } from '#content/booking-payments.ts'
import { adminSettings, signInAsAdminIn } from '../support/admin.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'
import { look, startSiteOn } from '../support/databases.ts'
import {
  askForPayments,
  choosePlanToPay,
  chooseTimeToPay,
  fillInToPay,
  makeLateToCancel,
  paidPlan,
  paidService,
  passTimeToPay,
} from '../support/paid-bookings.ts'
import { startPaymentServer } from '../support/payment-server.ts'

test.use(firstLook)

test('axe finds nothing on a booking to be paid, from the form to its end', async ({ page }) => {
  const stops: (() => Promise<void>)[] = []
  const server = await startPaymentServer((stop) => void stops.push(stop))
  const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  async function bookHeld() {
    await page.goto(site.url + paidService)
    await fillInToPay(page)
    const frame = await chooseTimeToPay(page)
    await expect(frame.getByText('A deposit of $50.00')).toBeVisible()
    return () => frame.getByRole('button', { name: words.book('$50.00') }).click()
  }
  try {
    await askForPayments(site)
    await page.goto(site.url + paidPlan)
    await expectFineInEveryLook(page)
    await choosePlanToPay(page)
    await expect(page.getByRole('button', { name: words.book('$400.00') })).toBeVisible()
    await expectFineInEveryLook(page)
    const pressToBook = await bookHeld()
    await expectFineInEveryLook(page)
    await pressToBook()
    await expect(page).toHaveTitle('Checkout')
    const { id, paidUrl } = server.newest()!
    await page.goto(paidUrl)
    await expect(page.getByText(words.open)).toBeVisible()
    await expectFineInEveryLook(page)
    await signInAsAdminIn(page, site)
    const { id: held } = await look(site, (db) => db.selectFrom('appointments').select('id').executeTakeFirstOrThrow())
    const link = page.url()
    await page.goto(`${site.url}/admin/appointments/${held}`)
    await expect(page.getByText(/^Waiting for payment until/)).toBeVisible()
    await expectFineInEveryLook(page)
    server.pay(id)
    await page.goto(paidUrl)
    await expect(page.getByText(words.paid('$50.00', 1))).toBeVisible()
    await expectFineInEveryLook(page)
    await makeLateToCancel(site)
    await page.reload()
    await expect(page.getByText(words.ifCanceled.part('$30.00', '$20.00'))).toBeVisible()
    await expectFineInEveryLook(page)
    await page.getByRole('button', { name: appointmentPage.cancel }).click()
    await expect(page.getByText(words.refunding('$30.00'))).toBeVisible()
    await expectFineInEveryLook(page)

    const pressAgain = await bookHeld()
    await pressAgain()
    await expect(page).toHaveTitle('Checkout')
    await page.goto(server.newest()!.paidUrl)
    expect(page.url()).not.toBe(link)
    await passTimeToPay(site)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(words.ended)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectFineInEveryLook(page)
  } finally {
    await site.stop()
    for (const stop of stops) await stop()
  }
})
