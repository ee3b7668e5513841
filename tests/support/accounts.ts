import type { Database } from '#app/database/connection.server.ts'
import { leastForStaff } from '#app/domain/accounts/password-rules.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { createSignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import { formWith } from './forms.ts'
import { visitor } from './visitor.ts'
import type { Page } from '@playwright/test'
import { loginPage } from '#content/pages/login.ts'

/** The sign-in library on a test's database, as on a site without PUBLIC_URL. */
export const openSignIn = ({ libraryDb, kind }: Database, { requireVerifiedEmail = true } = {}) =>
  createSignIn(
    { db: libraryDb, type: kind },
    {
      secret: 's'.repeat(40),
      publicOrigin: 'http://localhost',
      secure: false,
      sessionCookie,
      requireVerifiedEmail,
      longFrom: leastForStaff,
    },
  )

/** Passwords that are on no list of common passwords. */
export const goodPassword = 'nine sparrows on a wire'
export const otherPassword = 'kettle umbrella train'

export type Credentials = { email: string; password: string }

/** A person with their own browser who uses the account pages. */
export function accountHolder(site: { url: string }, headers: Record<string, string> = {}) {
  const browser = visitor(site, headers)
  return {
    ...browser,
    signUp: (credentials: Credentials & { name?: string }) => browser.post('/login?mode=sign-up', credentials),
    logIn: (credentials: Credentials) => browser.post('/login', credentials),
    forgot: (email: string) => browser.post('/login/forgot', { email }),
    logOut: () => browser.post('/logout', {}),
    /** Whether pages treat the person as signed in. */
    isSignedIn: async () => (await browser.get('/login')).status === 302,
    /** Fills in the form that has this field, and submits it. */
    async fill(path: string, field: string, typed: Record<string, string>) {
      const { action, fields } = formWith(await (await browser.get(path)).text(), field)
      return browser.post(action.startsWith('#') || !action ? path : action, { ...fields, ...typed })
    },
  }
}

/** The path of the link in an email that begins like this, such as '/login/reset/…'. */
export function linkIn(text: string, begin: string) {
  const path = new RegExp(`https?://[^/\\s]+(${begin}[^\\s"]*)`).exec(text)?.[1]
  if (!path) throw new Error(`the email has no link to ${begin}`)
  return path
}

/** A new address each time, because tests share a site. */
export const newAddress = () => `p${Math.random().toString(36).slice(2, 10)}@example.com`

/** The button with this name in the main part of the page. */
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Signs up with one request on a site without a mail server, which also signs in. */
export async function signUpIn(page: Page) {
  const form = { email: newAddress(), name: 'Maya Thomas', password: goodPassword }
  const answer = await page.request.post('/login?mode=sign-up', { form, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`signing up failed: ${answer.status()}`)
}

/** The same through the form, as a person does. */
export async function signUpByHand(page: Page, { email = newAddress(), name = 'Maya Thomas' } = {}) {
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: loginPage.signUp.button, exact: true }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, loginPage.signUp.button)
  await page.waitForURL('/')
  return { email, name, password: goodPassword }
}
