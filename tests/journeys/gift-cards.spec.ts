import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { cardChoice, cartPage } from '#content/pages/cart.ts'
import { orderPage } from '#content/pages/order.ts'
import { contact } from '../support/shopper.ts'
import { product } from '../support/catalogue.ts'
import { giftCardPage, giftCardsLink, giftCardsPage } from '#content/gift-cards.ts'
import { adminSettings } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { startSiteOn } from '../support/databases.ts'
import { startPaymentServer } from '../support/payment-server.ts'

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('a gift card is bought, shown, and its balance is looked up', async ({ page }) => {
      const stops: (() => Promise<void>)[] = []
      const server = await startPaymentServer((stop) => void stops.push(stop))
      const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
      const axe = async () => (javaScriptEnabled ? expectNoAxeFindings(page) : undefined)
      try {
        await page.goto(site.url)
        await page.getByRole('link', { name: giftCardsLink.text }).click()
        await axe()
        await page.getByLabel(giftCardsPage.own).check()
        await page.getByLabel(giftCardsPage.ownAmount).fill('5')
        await page.getByLabel(giftCardsPage.email).fill('maya@example.com')
        await page.getByLabel(giftCardsPage.recipientName).fill('Leela')
        await page.getByRole('button', { name: giftCardsPage.button }).click()
        await expect(page.getByText(giftCardsPage.errors.amount)).toBeVisible()
        await expect(page.getByLabel(giftCardsPage.own)).toBeChecked()
        await expect(page.getByLabel(giftCardsPage.recipientName)).toHaveValue('Leela')
        await expect(page.getByLabel(giftCardsPage.ownAmount)).toBeFocused()
        await axe()
        await page.getByLabel(giftCardsPage.ownAmount).fill('12.50')
        await page.getByRole('button', { name: giftCardsPage.button }).click()
        await expect(page).toHaveTitle('Checkout')
        const { id, paidUrl } = server.newest()!
        await page.goto(paidUrl)
        await expect(page.getByText(giftCardPage.unpaid.lead)).toBeVisible()
        await axe()
        server.pay(id)
        await page.goto(paidUrl)
        await expect(page.getByRole('heading', { name: giftCardPage.title('$12.50') })).toBeVisible()
        await axe()
        const code = await page.locator('.card-code').innerText()
        await page.goto(`${site.url}/gift-cards`)
        await page.getByLabel(giftCardsPage.check.code).fill(code.toLowerCase())
        await page.getByRole('button', { name: giftCardsPage.check.button }).click()
        await expect(page.getByText(giftCardsPage.check.balance('$12.50'))).toBeVisible()
        await axe()

        await page.goto(`${site.url}/products/${product.id}`)
        await page.getByRole('button', { name: 'Add to Cart' }).first().click()
        await page.goto(`${site.url}/cart`)
        await page.getByLabel('Name', { exact: true }).fill(contact.name)
        await page.getByLabel('Email').fill(contact.email)
        await page.getByLabel(cardChoice.label).fill('K7F2')
        await page.waitForTimeout(2_100)
        await page.getByRole('button', { name: cartPage.button }).last().click()
        await expect(page.getByText(cardChoice.problems.unknown)).toBeVisible()
        await expect(page.getByLabel(cardChoice.label)).toBeFocused()
        await expect(page.getByLabel('Name', { exact: true })).toHaveValue(contact.name)
        await axe()
        await page.getByLabel(cardChoice.label).fill(code)
        await page.getByRole('button', { name: cartPage.button }).last().click()
        await expect(page.getByText(orderPage.success)).toBeVisible()
        await expect(page.getByRole('row', { name: orderPage.ordered.giftCard('') })).toBeVisible()
        await axe()
      } finally {
        await site.stop()
        for (const stop of stops) await stop()
      }
    })
  })
