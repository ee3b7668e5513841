import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { goodPassword, newAddress, press, signUpIn } from '#tests/support/accounts.ts'
import { loginPage } from '#content/pages/login.ts'
import { profilePage } from '#content/pages/profile.ts'
import { expect, expectHydrated } from '#tests/support/browser-site.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'

const test = testOnAdminSite({ settings: { ABUSE_LIMITS: 'on' } })

test(
  'a login beyond the limit is answered in place, and keeps the typed address',
  { tag: '@long' },
  async ({ page }) => {
    const email = newAddress()
    for (let tries = 1; tries <= 5; tries += 1)
      await page.request.post('/login', { form: { email, password: 'a wrong guess of mine' } })
    await page.goto('/login')
    await expectHydrated(page)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(goodPassword)
    await press(page, loginPage.login.button)
    await expect(page.getByRole('alert')).toContainText(loginPage.login.failure)
    await expect(page.getByRole('alert')).toContainText('too many attempts')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  },
)

test(
  'a profile that cannot be stored says so in place, and keeps what was typed',
  { tag: '@long' },
  async ({ page, site }) => {
    await signUpIn(page)
    await page.goto('/profile')
    await expectHydrated(page)
    await page.getByLabel(profilePage.password.new).fill(goodPassword)
    await page.getByLabel('Name').fill('Asha Rao')
    const loads: string[] = []
    page.on('request', (request) => request.method() === 'GET' && loads.push(request.url()))
    const other = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
    other.exec('begin exclusive')
    await press(page, profilePage.name.button)
    await expect(page.getByRole('alert')).toContainText(profilePage.name.failure)
    other.close()
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveValue('Asha Rao')
    await expect(page.getByLabel(profilePage.password.new)).toHaveValue(goodPassword)
    expect(
      loads.filter((url) => url.includes('.data')),
      'the page is not loaded from a failing server',
    ).toEqual([])
    await press(page, profilePage.name.button)
    await expect(page.getByRole('status')).toHaveText(profilePage.saved.name)
  },
)
