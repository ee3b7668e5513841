import { expect } from '@playwright/test'
import { giftCardsPage, giftCardWords } from '#app/routes/admin/gift-cards/words.ts'
import { giftCardsPage as publicWords } from '#content/gift-cards.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { confirmWithPasswordIn, signInAsAdminIn } from '../support/admin.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'

// Nothing is paid online.
const test = testOnItsOwnAdminSite({ settings: paymentSettings('http://127.0.0.1:9') })

test.use(firstLook)

test('axe finds nothing on gift cards that are sold, found, used, blocked and replaced at the desk', async ({
  page,
}) => {
  await signInAsAdminIn(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto('/admin/gift-cards')
  await page.getByLabel(giftCardsPage.sell.amount).fill('5')
  await press(giftCardsPage.sell.button)
  await expect(page.getByText(publicWords.errors.amount)).toBeVisible()
  await expect(page.getByLabel(giftCardsPage.sell.amount)).toBeFocused()
  await expectFineInEveryLook(page)
  await page.getByLabel(giftCardsPage.sell.amount).fill('50')
  await page.getByLabel(giftCardsPage.sell.method).selectOption('cash')
  await page.getByLabel(giftCardsPage.sell.email).fill('leela@example.com')
  await press(giftCardsPage.sell.button)
  await expect(page.getByRole('heading', { name: giftCardsPage.sold.heading('$50.00') })).toBeVisible()
  await expect(page.getByLabel(giftCardsPage.sell.amount)).toHaveValue('')
  await expectFineInEveryLook(page)
  await page.getByLabel(giftCardsPage.search.label).fill('leela')
  await press(giftCardsPage.search.button)
  await expect(page.getByText(giftCardsPage.search.found(1))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('link', { name: /^··/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('··')
  await page.getByLabel(giftCardWords.use.amount).fill('60')
  await page.getByLabel(giftCardWords.use.note).fill('Abhyangam on November 27')
  await press(giftCardWords.use.button)
  await expect(page.getByText(giftCardWords.use.tooMuch('$50.00'))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByLabel(giftCardWords.use.amount).fill('20')
  await press(giftCardWords.use.button)
  await expect(page.getByText(giftCardWords.done.used)).toBeVisible()
  await expect(page.getByLabel(giftCardWords.use.note)).toHaveValue('')
  await expectFineInEveryLook(page)
  await press(giftCardWords.lost.block)
  await expect(page.getByText(giftCardWords.lost.blocked)).toBeVisible()
  await expectFineInEveryLook(page)
  await press(giftCardWords.lost.replace)
  await confirmWithPasswordIn(page)
  await expect(page.getByText(giftCardWords.lost.replaced)).toBeVisible()
  await expect(page.getByRole('link', { name: giftCardsPage.print })).toBeVisible()
  await expectFineInEveryLook(page)
})
