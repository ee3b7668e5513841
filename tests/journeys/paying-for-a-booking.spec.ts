import { scriptWays } from '#tests/support/browser-site.ts'
import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { appointmentPage, planDays } from '#content/pages/appointment.ts'
import { bookingPayment as words } from '#content/booking-payments.ts'
import { adminSettings } from '../support/admin.ts'
import { startSiteOn } from '../support/databases.ts'
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

/** A clinic that asks for payments, and the provider's page where they are made. */
async function start(page: Page) {
  const stops: (() => Promise<void>)[] = []
  const server = await startPaymentServer((stop) => void stops.push(stop))
  const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  stops.push(async () => void (await site.stop()))
  await askForPayments(site)
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  return {
    ...{ site, server, violations },
    /** Pays, and comes back. */
    async pay() {
      const { id, paidUrl } = server.newest()!
      server.pay(id)
      await page.goto(paidUrl)
    },
    async stop() {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    async function bookHeld(page: Page, url: string) {
      await page.goto(url + paidService)
      await fillInToPay(page)
      const frame = await chooseTimeToPay(page)
      await frame.getByRole('button', { name: words.book('$50.00') }).click()
      // With scripts, the frame leads on by itself.
      if (!javaScriptEnabled) {
        await expect(frame.getByText(words.booked)).toBeVisible()
        await frame.getByRole('link', { name: words.toPayment }).click()
      }
      await expect(page).toHaveTitle('Checkout')
      await expect(page.getByRole('heading', { name: words.label })).toBeVisible()
    }

    test(
      'a patient pays the deposit of an appointment, and reads what a cancellation costs before it',
      { tag: '@long' },
      async ({ page }) => {
        const { site, server, pay, violations, stop } = await start(page)
        try {
          await page.goto(site.url + paidService)
          await expect(page.getByText('A deposit of $50.00')).toBeVisible()
          await bookHeld(page, site.url)

          // Back without paying, and once more.
          await page.goto(server.newest()!.paidUrl)
          await expect(page.getByRole('status')).toContainText(words.held('').slice(0, 20))
          await expect(page.getByText(words.open)).toBeVisible()
          await page.getByRole('button', { name: words.button }).click()
          await expect(page).toHaveTitle('Checkout')
          expect(server.sessions.size).toBe(1)
          await pay()
          await expect(page.getByText(words.paid('$50.00', 1))).toBeVisible()
          await expect(page.getByRole('link', { name: words.receipt })).toBeVisible()
          await expect(page.getByRole('button', { name: words.button })).toHaveCount(0)
          await expect(page.getByText(words.ifCanceled.all('$50.00'))).toBeVisible()

          await makeLateToCancel(site)
          await page.reload()
          await expect(page.getByText(words.ifCanceled.part('$30.00', '$20.00'))).toBeVisible()
          await page.getByRole('button', { name: appointmentPage.cancel }).click()
          await expect(page.getByText(words.refunding('$30.00'))).toBeVisible()
          expect(server.refunds.size).toBe(0)
          await page.getByRole('button', { name: appointmentPage.undo }).click()
          await expect(page.getByText(words.ifCanceled.part('$30.00', '$20.00'))).toBeVisible()
          await expect(page.getByText(words.refunding('$30.00'))).toHaveCount(0)
          expect(violations).toEqual([])
        } finally {
          await stop()
        }
      },
    )

    test('an appointment that is not paid in time ends, and its page says so', { tag: '@long' }, async ({ page }) => {
      const { site, server, stop } = await start(page)
      try {
        await bookHeld(page, site.url)
        await page.goto(server.newest()!.paidUrl)
        await passTimeToPay(site)
        await expect(async () => {
          await page.reload()
          await expect(page.getByText(words.ended)).toBeVisible({ timeout: 500 })
        }).toPass()
        await expect(page.getByRole('button', { name: words.button })).toHaveCount(0)
        await expect(page.getByRole('link', { name: appointmentPage.again })).toBeVisible()
        expect(server.newest()!.status).toBe('expired')
      } finally {
        await stop()
      }
    })

    test('a patient pays for all days of a plan at once', { tag: '@long' }, async ({ page }) => {
      const { site, server, pay, violations, stop } = await start(page)
      try {
        await page.goto(site.url + paidPlan)
        await expect(page.getByText('The full price of $400.00')).toBeVisible()
        await choosePlanToPay(page)
        await page.getByRole('button', { name: words.book('$400.00') }).click()
        await expect(page).toHaveTitle('Checkout')
        await page.goto(server.newest()!.paidUrl)
        const days = page.getByRole('region', { name: planDays.heading(1, 5) })
        await expect(days.getByText(planDays.states.held)).toHaveCount(5)
        await pay()
        await expect(page.getByText(words.paid('$400.00', 1))).toBeVisible()
        await expect(days.getByText(planDays.states.held)).toHaveCount(0)
        await expect(days.getByText(words.ifCanceled.plan('$400.00'))).toBeVisible()
        await expect(page.getByText(words.ifCanceled.day)).toBeVisible()
        await days.getByRole('button', { name: planDays.cancel(5) }).click()
        await expect(page.getByText(words.refunding('$400.00'))).toBeVisible()
        expect(violations).toEqual([])
      } finally {
        await stop()
      }
    })
  })
