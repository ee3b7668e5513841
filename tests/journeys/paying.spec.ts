import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { cartPage, payChoice } from '#content/pages/cart.ts'
import { onlinePayment } from '#content/payments.ts'
import { paymentPage } from '#app/routes/admin/payments/words.ts'
import { adminSettings, confirmWithPasswordIn, signInAsAdmin, signInAsAdminIn } from '#tests/support/admin.ts'
import { priceLine } from '#app/domain/catalogue/sales-tax.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { editProduct, contact } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('a customer pays for an order at the provider and comes back to the receipt', async ({ page }) => {
      const stops: (() => Promise<void>)[] = []
      const server = await startPaymentServer((stop) => void stops.push(stop))
      const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
      const violations: string[] = []
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
      })
      const axe = async () => (javaScriptEnabled ? expectNoAxeFindings(page) : undefined)
      try {
        await editProduct(await signInAsAdmin(site), product.id, { taxRate: '10' })
        await page.goto(`${site.url}/products/${product.id}`)
        await page.getByRole('button', { name: 'Add to Cart' }).first().click()
        await page.goto(`${site.url}/cart`)
        const taxed = (quantity: number) => {
          const { cents, taxCents } = priceLine({ ...product, taxRate: 10_000 }, quantity)
          return formatCents(cents + taxCents)
        }
        await expect(page.getByText(payChoice.tax('10%', product.name))).toBeVisible()
        await expect(page.locator('#cart-total')).toHaveText(taxed(1))
        await page.getByRole('button', { name: cartPage.raise(product.name) }).click()
        await expect(page.locator('#cart-total')).toHaveText(taxed(2))
        await page.getByLabel(payChoice.online).check()
        // A wrong address: the choice is not lost.
        await page.getByLabel('Name', { exact: true }).fill(contact.name)
        await page.getByLabel('Email').fill('nonsense')
        await page.waitForTimeout(2_100)
        await page.getByRole('button', { name: cartPage.button }).last().click()
        await expect(page.getByLabel('Email')).toBeFocused()
        await expect(page.getByLabel(payChoice.online)).toBeChecked()
        await axe()
        await page.getByLabel('Email').fill(contact.email)
        await page.getByRole('button', { name: cartPage.button }).last().click()
        await expect(page).toHaveTitle('Checkout')
        await expect(page.getByRole('heading', { name: /^Order [A-Z\d]{3}-[A-Z\d]{3}$/ })).toBeVisible()

        // Back without paying, and once more.
        const { paidUrl, id } = server.newest()!
        await page.goto(paidUrl)
        await expect(page.getByText(onlinePayment.open)).toBeVisible()
        await axe()
        await page.getByRole('button', { name: onlinePayment.button }).click()
        await expect(page).toHaveTitle('Checkout')
        server.pay(id)
        await page.goto(paidUrl)
        await expect(page.getByText(onlinePayment.paid(1))).toBeVisible()
        await expect(page.getByRole('button', { name: onlinePayment.button })).toHaveCount(0)
        await axe()

        await signInAsAdminIn(page, site)
        await page.goto(`${site.url}/admin/payments`)
        await axe()
        await page.getByRole('link', { name: /^Order / }).click()
        await page.getByLabel(paymentPage.refund.label).fill('much')
        await page.getByRole('button', { name: paymentPage.refund.button, exact: true }).click()
        await confirmWithPasswordIn(page)
        await expect(page.getByText(paymentPage.refund.invalid)).toBeVisible()
        await axe()
        await page.getByLabel(paymentPage.refund.label).fill('2.50')
        await page.getByRole('button', { name: paymentPage.refund.button, exact: true }).click()
        await expect(page.getByText(paymentPage.done.refunded)).toBeVisible()
        await axe()
        await expect.poll(() => [...server.refunds.values()].map(({ amount }) => amount)).toEqual([250])
        expect(violations).toEqual([])
      } finally {
        await site.stop()
        for (const stop of stops) await stop()
      }
    })
  })
