import { test as base, expect } from '@playwright/test'
import { adminSettings, signInAsAdminIn } from '#tests/support/admin.ts'
import { startSite } from '#tests/support/site-process.ts'
import { admin as words } from '#content/pages/admin.ts'
import { header } from '#content/site.ts'

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape.
  baseURL: async ({}, use) => {
    const site = await startSite({ ...adminSettings, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' })
    await use(site.url)
    await site.stop()
  },
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the admin finds the dashboard in the user menu, and the website and the way out there', async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.getByRole('button', { name: header.account('Admin') }).click()
      await expect(page.getByRole('link', { name: header.dashboard })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: words.website, exact: true }).click()
      await page.waitForURL('/')
      await page.goto('/admin')
      await page.getByRole('button', { name: header.account('Admin') }).click()
      await page.getByRole('button', { name: header.logout }).click()
      await page.waitForURL('/')
      await page.goto('/admin')
      await expect(page).toHaveURL('/')
    })
  })
