import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { bookingCard } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { appointmentPage } from '#content/pages/appointment.ts'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { publishPayment } from '#tests/support/paying.ts'
import { insertDeclinedFee } from '#tests/support/paid-bookings.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'

const rules = { changeCutOffHours: 24 }
const agreed = { fee: '$40.00', isPlan: false }

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'a patient books with a card, cancels late, and pays the fee that the bank declined',
      { tag: '@long' },
      async ({ page }) => {
        const stops: (() => Promise<void>)[] = []
        const server = await startPaymentServer((stop) => void stops.push(stop))
        const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
        const violations: string[] = []
        page.on('console', (message) => {
          if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
        })
        const axe = async () => (javaScriptEnabled ? expectNoAxeFindings(page) : undefined)
        try {
          const admin = await signInAsAdmin(site)
          await publishPayment(admin, '/admin/services/general', {
            payAhead: 'card',
            payAheadAmount: '0',
            cancelFee: '40',
          })
          await page.goto(`${site.url}/booking/general`)
          await expect(page.getByText(bookingCard.due.text(agreed, rules)).first()).toBeVisible()
          for (const [label, text] of [
            ['Name', 'Maya Thomas'],
            ['Email', 'maya@example.com'],
            ['Phone', '(205) 555-0142'],
            [bookingPage.fields.health, 'tired'],
          ] as const)
            await page.locator('#your-details').getByLabel(label).fill(text)
          await axe()
          await page.getByRole('button', { name: bookingPage.button }).click()
          await expect(page).toHaveURL(/\/booking\/time/)
          const frame = page.frameLocator('iframe')
          await frame.locator('a.slot').last().click()
          await expect(frame.locator('#confirm')).toContainText(widget.yours)
          await expect(frame.getByText(bookingCard.due.text(agreed, rules))).toBeVisible()
          await axe()
          await frame.getByRole('button', { name: bookingCard.book }).click()
          if (!javaScriptEnabled) {
            await expect(frame.getByText(bookingPayment.booked)).toBeVisible()
            await frame.getByRole('link', { name: bookingPayment.toPayment }).click()
          }
          await expect(page).toHaveTitle('Checkout')

          // Back without a card, and once more.
          const { paidUrl, id } = server.newest()!
          await page.goto(paidUrl)
          await expect(page.getByText(bookingCard.open)).toBeVisible()
          await axe()
          await page.getByRole('button', { name: bookingCard.button }).click()
          await expect(page).toHaveTitle('Checkout')
          server.pay(id)
          await page.goto(paidUrl)
          await expect(page.getByText(bookingCard.kept(agreed, rules))).toBeVisible()
          await axe()

          const at = Date.now()
          const near = { startsAt: at + 7_200_000, endsAt: at + 9_000_000, bookedAt: at - 172_800_000 }
          await look(site, (db) => db.updateTable('appointments').set(near).execute())
          await page.reload()
          await expect(page.getByText(bookingCard.ifCanceled.late('$40.00'))).toBeVisible()
          await axe()
          await page.getByRole('button', { name: appointmentPage.cancel }).click()
          await expect(page.getByText(bookingCard.fee.due('$40.00'))).toBeVisible()
          await axe()
          await look(site, async (db) => {
            const [appointment] = await db.selectFrom('appointments').select('id').execute()
            await db.deleteFrom('payments').where('purpose', '=', 'charge').execute()
            await insertDeclinedFee(db, appointment!.id)
          })
          await page.reload()
          await expect(page.getByText(bookingCard.fee.declined('$40.00', true))).toBeVisible()
          await axe()
          await page.getByRole('button', { name: bookingPayment.button }).click()
          await expect(page).toHaveTitle('Checkout')
          const fee = server.newest()!
          server.pay(fee.id)
          await page.goto(fee.paidUrl)
          await expect(page.getByText(bookingCard.fee.paid('$40.00', 1))).toBeVisible()
          await axe()
          expect(violations).toEqual([])
        } finally {
          await site.stop()
          for (const stop of stops) await stop()
        }
      },
    )
  })
