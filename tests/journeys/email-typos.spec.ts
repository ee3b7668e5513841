import type { Page } from '@playwright/test'
import { forms } from '#content/forms.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { productsPage } from '#content/pages/products.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { product } from '../support/catalogue.ts'
import { isLong } from '../support/timing.ts'

const question = forms.didYouMean('maya@gmail.com')
const accept = forms.use('maya@gmail.com')
const emailField = (page: Page) => page.locator('main input[type="email"]').first()

async function leaveWith(page: Page, address: string) {
  await emailField(page).fill(address)
  await emailField(page).press('Tab')
}

/** One page to read and one to work on; the others have the same field. */
const usualPaths = ['/', '/cart']

for (const path of isLong ? [...usualPaths, '/contact', '/booking', '/login?mode=sign-up'] : usualPaths)
  test(`${path} asks about a likely typo when the email field loses the focus, and one press corrects it`, async ({
    page,
  }) => {
    if (path === '/cart') {
      await page.goto('/products')
      await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
      await expect(page.locator(`#added-${product.id}`)).toContainText(productsPage.added(1))
    }
    await page.goto(path)
    const described = await emailField(page).getAttribute('aria-describedby')
    const statuses = await page.getByRole('status').count()
    await leaveWith(page, 'maya@gmial.com')
    await expect(page.getByText(question)).toBeVisible()
    await expect(emailField(page)).toHaveAccessibleDescription(new RegExp(question.replace(/[?.]/g, '\\$&')))
    await expect(page.getByRole('status')).toHaveCount(statuses)
    await expect(page.locator('main').getByLabel('Email')).toHaveCount(1)
    await expectNoAxeFindings(page)
    await page.getByRole('button', { name: accept, exact: true }).click()
    await expect(emailField(page)).toHaveValue('maya@gmail.com')
    await expect(emailField(page)).toBeFocused()
    await expect(page.getByText(question)).toHaveCount(0)
    expect(await emailField(page).getAttribute('aria-describedby')).toBe(described)
  })

test('a correct address causes no question, and correcting a typo removes it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contact')
  // A question about one address would appear before the next address is typed.
  for (const domain of ['gmx.de', 'proton.me', 'me.com', 'mail.com', 'aol.com', 'company.co', 'gmail.com', 'aon.com']) {
    await leaveWith(page, `maya@${domain}`)
    await emailField(page).focus()
  }
  await leaveWith(page, 'maya@gmail')
  await expect(page.locator('.field .typo')).toHaveCount(1)
  await expect(page.getByText(question)).toBeVisible()
  await leaveWith(page, 'maya@gmail.com')
  await expect(page.locator('.field .typo')).toHaveCount(0)
  await leaveWith(page, '')
  await expect(page.locator('.field .typo')).toHaveCount(0)
})

test(
  'pressing the button right after typing submits the form, and the question is shown once',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByLabel(newsletter.emailLabel, { exact: true }).fill('maya@gmial.com')
    await page.getByRole('button', { name: newsletter.button, exact: true }).click()
    await expect(page.getByRole('button', { name: accept, exact: true })).toHaveCount(1)
    await expect(page.getByRole('status')).toContainText(forms.keep('maya@gmial.com', newsletter.button))
    await expect(page.getByRole('button', { name: accept, exact: true })).toHaveCount(1)
  },
)

test('an unusual address is accepted on the second press despite the question', { tag: '@long' }, async ({ page }) => {
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
