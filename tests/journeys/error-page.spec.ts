import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { cartPage } from '#content/pages/cart.ts'
import { brokenPage, errorNumber } from '#content/pages/error.ts'
import { testOnCommonSite, test } from '#tests/support/sites.ts'
import { contact, placeOrderOn } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { startSite } from '#tests/support/site.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import { textsOf } from '#tests/support/pages.ts'

test('the page of a server error says what to do next and shows the error number, in light and dark mode', async ({
  page,
}) => {
  const site = await startSite({ WORKER: 'off', LOG_LEVEL: 'fatal', ABUSE_LIMITS: 'off' })
  try {
    const { path } = await placeOrderOn(site)
    const database = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
    // A date out of range, so the page cannot be rendered.
    database.exec('update orders set placed_at = 9000000000000000')
    database.close()
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect((await page.goto(site.url + path))?.status()).toBe(500)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByText(errorNumber)).toBeVisible()
      await expect(main.locator('a[href^="tel:"]').first()).toBeVisible()
      await expectNoAxeFindings(page)
    }
  } finally {
    await site.stop()
  }
})

testOnCommonSite('the page of a broken unsubscribe link is accessible', { tag: '@long' }, async ({ page }) => {
  expect((await page.goto('/newsletter/unsubscribe/broken'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('newsletter-unsubscribe').invalid.title)
  await expectNoAxeFindings(page)
})

testOnCommonSite('a cart that breaks keeps what was typed, and puts it back into the form', async ({ page }) => {
  await page.request.post('/cart', { form: { intent: `add:${product.id}` }, maxRedirects: 0 })
  await page.goto('/cart')
  await expectHydrated(page)
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Note').fill('Powder')
  // Prices can't be shown from the answer on.
  const breakPrices = () =>
    page.evaluate(() => {
      const { prototype } = Intl.NumberFormat
      const format = Object.getOwnPropertyDescriptor(prototype, 'format')!
      Object.defineProperty(prototype, 'format', { configurable: true, value: undefined })
      Object.assign(window, { repair: () => Object.defineProperty(prototype, 'format', format) })
    })
  await page.route('**/cart.data', (route) => breakPrices().then(() => route.continue()), { times: 1 })
  await page.getByRole('button', { name: cartPage.raise(product.name) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('not-found').errors.error.title)
  const typed = page.getByRole('textbox', { name: brokenPage.typed })
  await expect(typed).toHaveValue(`Name: ${contact.name}\nNote (optional): Powder`)
  await expectNoAxeFindings(page)
  await page.evaluate(() => (window as unknown as { repair: () => void }).repair())
  await page.getByRole('button', { name: brokenPage.tryAgain }).click()
  await expect(page.getByLabel('Name')).toHaveValue(contact.name)
  await expect(page.getByLabel('Note')).toHaveValue('Powder')
})

testOnCommonSite(
  'a page that breaks together with its header keeps what was typed too',
  { tag: '@long' },
  async ({ page }) => {
    await page.request.post('/cart', { form: { intent: `add:${product.id}` }, maxRedirects: 0 })
    await page.goto('/cart')
    await expectHydrated(page)
    await page.getByLabel('Name').fill(contact.name)
    // Opening hours, which the header has, can't be shown from the answer on.
    const breakHours = () =>
      page.evaluate(() => {
        const split = Object.getOwnPropertyDescriptor(RegExp.prototype, Symbol.split)!
        const broken = () => {
          throw new Error('broken')
        }
        Object.defineProperty(RegExp.prototype, Symbol.split, { configurable: true, value: broken })
        Object.assign(window, { repair: () => Object.defineProperty(RegExp.prototype, Symbol.split, split) })
      })
    await page.route('**/cart.data', (route) => breakHours().then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: cartPage.raise(product.name) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('not-found').errors.error.title)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: brokenPage.typed })).toHaveValue(`Name: ${contact.name}`)
    await page.evaluate(() => (window as unknown as { repair: () => void }).repair())
    await expectNoAxeFindings(page)
    await page.getByRole('button', { name: brokenPage.tryAgain }).click()
    await expect(page.getByLabel('Name')).toHaveValue(contact.name)
    await expect(page.getByRole('banner')).toBeVisible()
  },
)
