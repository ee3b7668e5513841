import { goodPassword, otherPassword, press, signUpIn } from '#tests/support/accounts.ts'
import { profilePage } from '#content/pages/profile.ts'
import { header } from '#content/site.ts'
import { expect, test, withAndWithoutScripts } from '../support/browser-site.ts'

test.use({ viewport: { width: 390, height: 844 } })

withAndWithoutScripts('a person changes name and password, and deletes the account', async (page) => {
  await signUpIn(page)
  await page.goto('/profile')
  await expect(page.getByText(profilePage.unverified.text)).toBeVisible()
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

withAndWithoutScripts('signing out everywhere leads home, and ends this session too', async (page) => {
  await signUpIn(page)
  await page.goto('/profile')
  await press(page, profilePage.signIns.everywhere)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(profilePage.title)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
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
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('button', { name: header.logout }).first().click()
    await page.waitForURL('/')
    for (const tab of [about, contact, profile]) {
      await expect(tab!.getByRole('button', { name: menu })).toBeVisible()
      // Playwright does not focus tabs, so the event is dispatched here.
      await tab!.evaluate(() => dispatchEvent(new Event('focus')))
    }
    await expect(about!.getByRole('link', { name: header.login })).toBeVisible()
    await expect(contact!.getByRole('link', { name: header.login })).toBeVisible()
    await expect(contact!.getByLabel('Message')).toHaveValue('A long message that must not be lost')
    await expect(profile!).toHaveURL('/login?next=%2Fprofile')
  })

  test('a tab without a sign-in sends no request on focus, and a tab that is still signed in stays unchanged', async ({
    page,
  }) => {
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
    const answered = page.waitForResponse('**/contact')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await answered
    await expect(page.getByRole('button', { name: menu })).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Half a message')
  })
})
