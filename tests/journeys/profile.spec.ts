import { goodPassword, otherPassword, press, signUpByHand, signUpIn } from '#tests/support/accounts.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { profilePage } from '#content/pages/profile.ts'
import { header } from '#content/site.ts'
import { expect, test, expectHydrated, withScripts } from '#tests/support/browser-site.ts'
import { textsOf } from '#tests/support/pages.ts'

test.use({ viewport: { width: 390, height: 844 } })

withScripts('a person changes name and password, and deletes the account', { tag: '@long' }, async (page) => {
  await signUpIn(page)
  await page.goto('/profile')
  await expect(page.getByText(textsOf('profile').unverified.text)).toBeVisible()
  await page.getByLabel('Name').fill('Maya T.')
  await press(page, profilePage.name.button)
  await expect(page.getByRole('status')).toHaveText(profilePage.saved.name)

  await page.getByLabel(profilePage.password.current).fill(otherPassword)
  await page.getByLabel(profilePage.password.new).fill(otherPassword)
  await press(page, profilePage.password.button)
  await expect(page.getByText(profilePage.password.wrong)).toBeVisible()
  await page.getByLabel(profilePage.password.current).fill(goodPassword)
  await page.getByLabel(profilePage.password.new).fill(otherPassword)
  await press(page, profilePage.password.button)
  await expect(page.getByRole('status')).toHaveText(profilePage.saved.password)

  await page.getByLabel(profilePage.remove.field, { exact: true }).fill(otherPassword)
  await press(page, profilePage.remove.button)
  await page.waitForURL(/\/#outcome$/)
  await expect(page.getByRole('status')).toHaveText(profilePage.remove.done)
})

withScripts('signing out everywhere leads home, and ends this session too', { tag: '@long' }, async (page) => {
  await signUpIn(page)
  await page.goto('/profile')
  await press(page, profilePage.signIns.everywhere)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(textsOf('profile').title)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
})

test('a part is saved in place, shows in the header, and leaves what is typed in other parts', async ({ page }) => {
  await signUpIn(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/profile')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByLabel(profilePage.password.current).fill(otherPassword)
  await page.getByLabel(profilePage.password.new).fill('sunshine2026')
  await page.getByLabel('Name').fill('Asha Rao')
  await press(page, profilePage.name.button)
  await expect(page.getByRole('status')).toHaveText(profilePage.saved.name)
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByRole('button', { name: header.account('Asha Rao') })).toBeVisible()
  await expect(page.getByLabel(profilePage.password.current)).toHaveValue(otherPassword)
  await press(page, profilePage.password.button)
  await expect(page.getByText(profilePage.password.wrong)).toBeVisible()
  await expect(page.getByLabel(profilePage.password.current)).toBeFocused()
  await expect(page.getByLabel(profilePage.password.current)).toHaveValue('')
  await expect(page.getByLabel(profilePage.password.new)).toHaveValue('')
  await expect(page.getByRole('status')).toHaveCount(0)
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('a device is signed out in place', { tag: '@long' }, async ({ page, browser, site }) => {
  const { email, password } = await signUpByHand(page)
  const other = await browser.newContext({ baseURL: site.url })
  const { request } = other
  await request.post('/login', { form: { email, password }, maxRedirects: 0 })
  await page.goto('/profile')
  await expectHydrated(page)
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click()
  await expect(page.getByRole('status')).toHaveText(profilePage.saved['sign-ins'])
  await expect(page.getByRole('button', { name: /^Sign out (?!everywhere)/ })).toHaveCount(0)
  expect((await request.get('/profile', { maxRedirects: 0 })).status()).toBe(302)
  await other.close()
})

test.describe('in several tabs', () => {
  test.use({ viewport: { width: 1440, height: 900 } })
  const menu = header.account('Maya Thomas')

  test('signing out in one tab shows in the others as soon as they get the focus', async ({ page }) => {
    await signUpIn(page)
    await page.goto('/')
    const [about, contact, profile] = await Promise.all([0, 1, 2].map(() => page.context().newPage()))
    await about?.goto('/about')
    await contact?.goto('/contact')
    await contact?.getByLabel('Message').fill('A long message that must not be lost')
    await profile?.goto('/profile')
    await expectHydrated(profile!)
    await profile?.getByLabel('Name').fill('Half a name')
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('button', { name: header.logout }).first().click()
    await page.waitForURL('/')
    for (const tab of [about, contact, profile]) {
      await expect(tab!.getByRole('button', { name: menu })).toBeVisible()
      // Playwright does not focus tabs, so the event is dispatched here.
      await tab!.evaluate(() => dispatchEvent(new Event('focus')))
    }
    await expect(about!.getByRole('link', { name: header.login })).toBeVisible()
    await expect(contact!.getByRole('button', { name: menu })).toHaveCount(0)
    await expect(contact!.getByLabel('Message')).toHaveValue('A long message that must not be lost')
    await expect(profile!).toHaveURL('/login?next=%2Fprofile')
  })

  test('signing out in one tab closes the dashboard in the others', { tag: '@long' }, async ({ page }) => {
    await signInAsAdminIn(page)
    const [idle, typing] = await Promise.all([0, 1].map(() => page.context().newPage()))
    for (const tab of [idle, typing]) {
      await tab!.goto('/admin/system/erase')
      await expectHydrated(tab!)
    }
    await typing!.getByLabel('Email').fill('maya@example.com')
    await page.request.post('/logout')
    for (const tab of [idle, typing]) {
      await tab!.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(tab!).toHaveURL('/')
    }
  })

  test(
    'a tab without a sign-in sends no request on focus, and a tab that is still signed in stays unchanged',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/about')
      // Recorded only during the event, because the page may still be loading images.
      const requests = await page.evaluate(() => {
        const addresses: string[] = []
        const { fetch } = globalThis
        globalThis.fetch = (address, ...more) => {
          addresses.push(String(address))
          return fetch(address, ...more)
        }
        dispatchEvent(new Event('focus'))
        globalThis.fetch = fetch
        return addresses
      })
      expect(requests).toEqual([])
      await signUpIn(page)
      await page.goto('/contact')
      await page.getByLabel('Message').fill('Half a message')
      const answered = page.waitForResponse('**/visitor')
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await answered
      await expect(page.getByRole('button', { name: menu })).toBeVisible()
      await expect(page.getByLabel('Message')).toHaveValue('Half a message')
    },
  )
})
