import type { Page } from '@playwright/test'
import { cartPage } from '#content/pages/cart.ts'
import { signUpIn } from '#tests/support/accounts.ts'
import { expectHydrated, expect, test } from '#tests/support/browser-site.ts'
import { budgets, scriptBytes } from '#tests/journeys/budgets.ts'
import { product } from '#tests/support/catalogue.ts'

test('the profile loads at most the script of a page to work on and a little of its own', async ({ page }) => {
  await signUpIn(page)
  const budget = budgets.scriptOfPageToWorkOn + budgets.ownScriptOfWorkPage
  expect(await scriptBytes(page, '/profile')).toBeLessThanOrEqual(budget * 1024)
})

test('navigation between hydrated pages loads only data', async ({ page }) => {
  await page.goto('/login/reset/broken')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('main').locator('a[href="/login/forgot"]').click()
  await expect(page).toHaveURL(/\/login\/forgot$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test(
  'a navigation whose code has not arrived after 120 seconds becomes a full page load',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/login/reset/broken')
    await expectHydrated(page)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    // The next page's code and data never arrive, but the document itself needs neither.
    const stalled = /\/assets\/forgot-|forgot\.data/
    await page.route(stalled, () => {})
    await stopClock(page)
    await page.getByRole('main').locator('a[href="/login/forgot"]').click()
    await expectLoadedAgain(page)
    await expect(page).toHaveURL(/\/login\/forgot$/)
  },
)

test('a post in place without an answer after 120 seconds loads the page again', { tag: '@long' }, async ({ page }) => {
  await page.request.post('/cart', { form: { intent: `add:${product.id}` }, maxRedirects: 0 })
  await page.clock.install()
  await page.goto('/cart')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.route('**/cart.data', () => {})
  await stopClock(page)
  await page.getByRole('button', { name: cartPage.raise(product.name) }).click()
  await expectLoadedAgain(page)
})

/** From here on, time passes only in the test, and the test knows when the wait has started. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)))
  await page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
      if (args[1] === 120_000) Object.assign(window, { waits: true })
      return setTimeout(...args)
    }) as typeof setTimeout
  })
}

async function expectLoadedAgain(page: Page) {
  await expect.poll(() => page.evaluate(() => 'waits' in window)).toBe(true)
  await page.clock.runFor(119_000)
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  await page.clock.runFor(2_000)
  await expect.poll(() => page.evaluate(() => 'stayed' in window).catch(() => true)).toBe(false)
}
