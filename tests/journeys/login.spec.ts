import { goodPassword, newAddress, press, signUpByHand, signUpIn } from '#tests/support/accounts.ts'
import { forgotPage, loginPage } from '#content/pages/login.ts'
import { header } from '#content/site.ts'
import { expect, test, withAndWithoutScripts, expectHydrated, withScripts } from '#tests/support/browser-site.ts'
import type { Page } from '@playwright/test'
import { textsOf } from '#tests/support/pages.ts'

test.use({ viewport: { width: 390, height: 844 } })

const follow = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()

/** Only documents lose it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stayed: true }))
const hasStayed = (page: Page) => page.evaluate(() => 'stayed' in window)

withAndWithoutScripts('a person signs up, logs out and logs in again', async (page) => {
  const { email, password } = await signUpByHand(page)
  await page.getByRole('button', { name: header.menu }).click()
  await expect(page.getByRole('link', { name: header.profile })).toBeVisible()
  await page.getByRole('button', { name: header.logout }).click()
  await page.waitForURL('/')
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?next=%2Fprofile')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await press(page, loginPage.login.button)
  await expect(page).toHaveURL('/profile')
  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

withScripts(
  'errors are shown next to their fields, and the typed address is preserved',
  { tag: '@long' },
  async (page) => {
    await page.goto('/login')
    await press(page, loginPage.login.button)
    const email = page.getByLabel('Email')
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toBeFocused()
    await email.fill('maya@example.com')
    await page.getByLabel('Password').fill('a wrong guess of mine')
    await press(page, loginPage.login.button)
    await expect(page.getByRole('alert')).toHaveText(loginPage.login.wrong)
    await expect(email).toHaveValue('maya@example.com')
    await expect(page.getByLabel('Password')).toHaveValue('')
  },
)

withScripts('a common password is rejected on sign-up', { tag: '@long' }, async (page) => {
  await page.goto('/login?mode=sign-up')
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Password').fill('sunshine2026')
  await press(page, loginPage.signUp.button)
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, loginPage.signUp.button)
  await page.waitForURL('/')
})

withScripts('Forgot Password leads to the reset form, which links back', { tag: '@long' }, async (page) => {
  await page.goto('/login')
  await follow(page, loginPage.forgot)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('password').title)
  await page.getByLabel('Email').fill('maya@')
  await press(page, forgotPage.button)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Email').fill('maya@example.com')
  await press(page, forgotPage.button)
  await expect(page.getByRole('status')).toContainText('Password reset email sent. Check your inbox.')
  await follow(page, forgotPage.back)
  await expect(page).toHaveURL(/\/login\??$/)
})

withScripts('signing up and logging in work with the keyboard alone', async (page) => {
  const email = newAddress()
  await page.goto('/login?mode=sign-up')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
})

test('the forms support password managers and pasting', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  const password = page.getByLabel('Password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  expect(
    await password.evaluate((field) =>
      field.dispatchEvent(new ClipboardEvent('paste', { cancelable: true, bubbles: true })),
    ),
    'pasting is not prevented',
  ).toBe(true)
  await page.goto('/login?mode=sign-up')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password')
})

test('the form reports that it is offline, and preserves the input', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/login')
  await expectHydrated(page)
  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByLabel('Password').fill(goodPassword)
  await context.setOffline(true)
  await press(page, loginPage.login.button)
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await expect(page.getByLabel('Email')).toHaveValue('maya@example.com')
  await expect(page.getByLabel('Password')).toHaveValue(goodPassword)
  await context.setOffline(false)
})

test(
  'switching between Login and Sign Up keeps the typed address and not the password',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login?next=%2Fprofile')
    await expectHydrated(page)
    await mark(page)
    await page.getByLabel('Email').fill('maya@example.com')
    await page.getByLabel('Password').fill(goodPassword)
    await follow(page, loginPage.signUp.button)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('login').signUp.title)
    await expect(page).toHaveURL('/login?mode=sign-up&next=%2Fprofile')
    await expect(page.getByLabel('Email')).toHaveValue('maya@example.com')
    await expect(page.getByLabel('Password')).toHaveValue('')
    await expect(page.getByRole('link', { name: loginPage.signUp.button, exact: true })).toBeFocused()
    await follow(page, loginPage.login.button)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('login').title)
    await expect(page.getByLabel('Email')).toHaveValue('maya@example.com')
    expect(await hasStayed(page)).toBe(true)
  },
)

test('a wrong login is answered in place, and the right one loads a page that knows the person', async ({ page }) => {
  const { email, password } = await signUpByHand(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await expectHydrated(page)
  await mark(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a wrong guess of mine')
  await press(page, loginPage.login.button)
  await expect(page.getByRole('alert')).toHaveText(loginPage.login.wrong)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveValue('')
  expect(await hasStayed(page)).toBe(true)
  await page.getByLabel('Password').fill(password)
  await press(page, loginPage.login.button)
  await page.waitForURL('/')
  expect(await hasStayed(page)).toBe(false)
  await page.getByRole('button', { name: header.menu }).click()
  await expect(page.getByRole('link', { name: header.profile })).toBeVisible()
})

test('a suggested address stays in its field when the password is rejected', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login?mode=sign-up')
  await expectHydrated(page)
  await page.getByLabel('Email').fill('maya@gmial.com')
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, loginPage.signUp.button)
  const suggestion = page.getByRole('status').getByRole('button', { name: 'Use maya@gmail.com' })
  await expect(page.getByRole('status')).toBeFocused()
  await page.getByLabel('Password').fill('sunshine2026')
  await suggestion.click()
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveValue('maya@gmail.com')
})

test('a login page that comes back after a sign-in leads on', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login?next=%2Fabout')
  await expectHydrated(page)
  await signUpIn(page)
  // Playwright turns off the back/forward cache, so the event is dispatched here.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL('/about')
})
