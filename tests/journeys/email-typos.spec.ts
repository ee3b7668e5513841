import type { Page } from '@playwright/test'
import { forms } from '#content/forms.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { productsPage } from '#content/pages/products.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { product } from '../support/shopper.ts'

const question = forms.didYouMean('maya@gmail.com')
const accept = forms.use('maya@gmail.com')
const emailOf = (page: Page) => page.locator('main input[type="email"]').first()

async function leaveWith(page: Page, address: string) {
  await emailOf(page).fill(address)
  await emailOf(page).press('Tab')
}

for (const path of ['/', '/contact', '/booking', '/login?mode=sign-up', '/cart'])
  test(`${path} asks about a mistyped address on leaving its field, and one press mends it`, async ({ page }) => {
    if (path === '/cart') {
      await page.goto('/products')
      await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
      await expect(page.locator(`#added-${product.id}`)).toContainText(productsPage.added(1))
    }
    await page.goto(path)
    const described = await emailOf(page).getAttribute('aria-describedby')
    const statuses = await page.getByRole('status').count()
    await leaveWith(page, 'maya@gmial.com')
    await expect(page.getByText(question)).toBeVisible()
    await expect(emailOf(page)).toHaveAccessibleDescription(new RegExp(question.replace(/[?.]/g, '\\$&')))
    await expect(page.getByRole('status')).toHaveCount(statuses)
    await expect(page.locator('main').getByLabel('Email')).toHaveCount(1)
    await expectNoAxeFindings(page)
    await page.getByRole('button', { name: accept, exact: true }).click()
    await expect(emailOf(page)).toHaveValue('maya@gmail.com')
    await expect(emailOf(page)).toBeFocused()
    await expect(page.getByText(question)).toHaveCount(0)
    expect(await emailOf(page).getAttribute('aria-describedby')).toBe(described)
  })

test('right addresses are asked nothing, and a mended one nothing more', async ({ page }) => {
  await page.goto('/contact')
  // The question about each would have come before the one about the next.
  for (const domain of ['gmx.de', 'proton.me', 'me.com', 'mail.com', 'aol.com', 'company.co', 'gmail.com', 'aon.com']) {
    await leaveWith(page, `maya@${domain}`)
    await emailOf(page).focus()
  }
  await leaveWith(page, 'maya@gmail')
  await expect(page.locator('.field .typo')).toHaveCount(1)
  await expect(page.getByText(question)).toBeVisible()
  await leaveWith(page, 'maya@gmail.com')
  await expect(page.locator('.field .typo')).toHaveCount(0)
  await leaveWith(page, '')
  await expect(page.locator('.field .typo')).toHaveCount(0)
})

test('a press on the button right after typing still counts, and nobody is asked twice at once', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel(newsletter.emailLabel, { exact: true }).fill('maya@gmial.com')
  await page.getByRole('button', { name: newsletter.button, exact: true }).click()
  await expect(page.getByRole('button', { name: accept, exact: true })).toHaveCount(1)
  await expect(page.getByRole('status')).toContainText(forms.keep('maya@gmial.com', newsletter.button))
  await expect(page.getByRole('button', { name: accept, exact: true })).toHaveCount(1)
})

test('an address that is meant so is taken: the question blocks nothing', async ({ page }) => {
  await page.goto('/booking')
  const { name, phone, health } = bookingPage.fields
  const field = (label: string) => page.locator('main').getByLabel(label, { exact: true })
  await leaveWith(page, 'maya@gmial.com')
  await expect(page.getByText(question)).toBeVisible()
  await field(name).fill('Maya Thomas')
  await field(phone).fill('(205) 555-0190')
  await field(health).fill('tired')
  const go = page.getByRole('button', { name: bookingPage.button })
  await go.click()
  await expect(page.getByRole('status')).toContainText(forms.keep('maya@gmial.com', bookingPage.button))
  await go.click()
  await page.waitForURL(({ pathname }) => pathname === '/booking/time')
})
