import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { testOnCommonSite as test } from '#tests/support/sites.ts'
import { signInAsAdminByHand } from '#tests/support/admin.ts'
import { admin as words } from '#content/pages/admin.ts'
import { header } from '#content/site.ts'

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the admin finds website, password and logout behind More on a phone', async ({ page }) => {
      await signInAsAdminByHand(page)
      await page.goto('/admin')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.getByRole('link', { name: words.more }).click()
      await expect(page.getByRole('link', { name: words.account.password })).toBeVisible()
      await page.getByRole('link', { name: words.website, exact: true }).click()
      await page.waitForURL('/')
      await page.goto('/admin')
      await page.getByRole('link', { name: words.more }).click()
      await page.getByRole('button', { name: header.logout }).click()
      await page.waitForURL('/')
      await page.goto('/admin')
      await expect(page).toHaveURL('/')
    })
  })
