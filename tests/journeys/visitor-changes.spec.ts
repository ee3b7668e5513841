import type { Page } from '@playwright/test'
import { contactPage } from '#content/pages/contact.ts'
import { productsPage } from '#content/pages/products.ts'
import { header } from '#content/site.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expect, test } from '../support/browser-site.ts'
import { product } from '../support/catalogue.ts'

// Pages that were open while the visitor did something in another tab.

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
const account = (page: Page) => page.locator('[data-viewer]')

async function signOutElsewhere(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/about')
  await account(other).click()
  await other.getByRole('button', { name: header.logout }).and(other.locator(':visible')).click()
  await expect(account(other)).toHaveCount(0)
}

test('a page from the back/forward cache shows the present cart count', { tag: '@long' }, async ({ page }) => {
  await page.goto('/about')
  const other = await page.context().newPage()
  await other.goto('/products')
  await other.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
  const count = (one: Page) => one.getByRole('banner').getByRole('link', { name: header.cart(1) })
  await expect(count(other)).toBeVisible()
  await expect(count(page)).toHaveCount(0)
  // Playwright has no back/forward cache, so the event is dispatched here.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(count(page)).toBeVisible()
})

test('a sign-out in another tab shows when the visitor comes back', { tag: '@long' }, async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto('/contact')
  await expect(page.getByLabel('Email')).not.toHaveValue('')
  await signOutElsewhere(page)
  await comeBack(page)
  await expect(account(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test(
  'a sign-out in another tab hides the account, and keeps what is being typed',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto('/contact')
    await page.getByLabel('Message').fill('Written with care')
    await signOutElsewhere(page)
    await comeBack(page)
    await expect(account(page)).toHaveCount(0)
    await expect(page.getByLabel('Message')).toHaveValue('Written with care')
  },
)

test('a sign-out in another tab keeps what an answer repeats, and does not post it again', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Written with care')
  await page.getByLabel('Email').fill('maya@')
  await page.getByRole('button', { name: contactPage.write.button }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await signOutElsewhere(page)
  await comeBack(page)
  await expect(account(page)).toHaveCount(0)
  await expect(page.getByLabel('Message')).toHaveValue('Written with care')
})
