import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
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

/** A clinic that asks for payments, with the provider's page where they are made. */
async function start() {
  const stops: (() => Promise<void>)[] = []
  const server = await startPaymentServer((stop) => void stops.push(stop))
  const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  await askForPayments(site)
  async function stop() {
    await site.stop()
    for (const stopOne of stops) await stopOne()
  }
  return { server, site, stop }
}

/** Up to the button that books. */
async function bookHeld(page: Page, url: string) {
  await page.goto(url + paidService)
  await fillInToPay(page)
  const frame = await chooseTimeToPay(page)
  await expect(frame.getByText('A deposit of $50.00')).toBeVisible()
  return () => frame.getByRole('button', { name: words.book('$50.00') }).click()
}

test('axe finds nothing on a booking to be paid, from the form to its end', async ({ page }) => {
  const { server, site, stop } = await start()
  try {
    await page.goto(site.url + paidPlan)
    await expectFineInEveryLook(page)
    await choosePlanToPay(page)
    await expect(page.getByRole('button', { name: words.book('$400.00') })).toBeVisible()
    await expectFineInEveryLook(page)
    const pressToBook = await bookHeld(page, site.url)
    await expectFineInEveryLook(page)
    await pressToBook()
    await expect(page).toHaveTitle('Checkout')
    const { id, paidUrl } = server.newest()!
    await page.goto(paidUrl)
    await expect(page.getByText(words.open)).toBeVisible()
    await expectFineInEveryLook(page)
    await signInAsAdminIn(page, site)
    const { id: held } = await look(site, (db) => db.selectFrom('appointments').select('id').executeTakeFirstOrThrow())
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
  } finally {
    await stop()
  }
})

test('axe finds nothing on a booking that was not paid in time', { tag: '@long' }, async ({ page }) => {
  const { server, site, stop } = await start()
  try {
    const pressToBook = await bookHeld(page, site.url)
    await pressToBook()
    await expect(page).toHaveTitle('Checkout')
    await page.goto(server.newest()!.paidUrl)
    await passTimeToPay(site)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(words.ended)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectFineInEveryLook(page)
  } finally {
    await stop()
  }
})
