import { scriptWays } from '#tests/support/browser-site.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { adminSettings, authenticator, confirmWithPasswordIn, signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect } from '@playwright/test'
import { codePage, securityPage as words } from '#content/pages/admin-security.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { setup } from '#app/routes/admin/today/setup-words.ts'
import { loginPage } from '#content/pages/login.ts'

const test = testOnItsOwnAdminSite()

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the admin sets up two-factor authentication on a phone, and logs in with a code and with a backup code', async ({
      page,
    }) => {
      const expectFine = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
        if (javaScriptEnabled) await expectNoAxeFindings(page)
      }
      await signInAsAdminIn(page)
      await page.goto('/admin')
      await expectFine()
      await page.getByRole('link', { name: setup.secondFactor.add }).click()
      await page.getByRole('button', { name: words.start }).click()
      await expect(page.getByLabel(unlockPage.password)).toBeFocused()
      await expectFine()
      await confirmWithPasswordIn(page)
      const app = authenticator((await page.locator('.key').textContent()) ?? '')
      await expectFine()
      await page.getByLabel(unlockPage.code).fill(app())
      await page.getByRole('button', { name: words.confirm }).click()
      await expect(page.getByRole('heading', { name: words.codes.heading })).toBeVisible()
      const backupCodes = page.locator('ol code')
      await expect(backupCodes).toHaveCount(10)
      const [backup = ''] = await backupCodes.allTextContents()
      await expectFine()
      await page.getByRole('link', { name: words.codes.done }).click()
      await expect(page.getByText(words.left(10))).toBeVisible()
      await expectFine()

      for (const enter of [
        () => page.getByLabel(unlockPage.code).fill(app()),
        async () => {
          await page.getByText(unlockPage.backup.summary).click()
          await page.getByLabel(unlockPage.backup.label).fill(backup)
        },
      ]) {
        await page.context().clearCookies()
        await page.goto('/admin/security')
        await expect(page).toHaveURL('/')
        await page.goto('/login')
        await page.getByLabel('Email').fill(adminSettings.ADMIN_EMAIL)
        await page.getByLabel('Password').fill(adminSettings.ADMIN_PASSWORD)
        await page.locator('main').getByRole('button', { name: loginPage.login.button }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(codePage.title)
        await expectFine()
        const code = page.getByLabel(unlockPage.code)
        await code.fill('12')
        await page.locator('main').getByRole('button', { name: codePage.button }).click()
        await expect(page.getByText(unlockPage.wrongCode)).toBeVisible()
        await expect(code).toBeFocused()
        await expect(code).toHaveValue('')
        await enter()
        await page.locator('main').getByRole('button', { name: codePage.button }).click()
        await page.waitForURL(({ pathname }) => pathname === '/')
        await page.goto('/admin/security')
      }
      await expect(page.getByText(words.left(9))).toBeVisible()
    })
  })
