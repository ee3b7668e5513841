import type { Database } from '#app/database/connection.server.ts'
import { leastForAdmin } from '#app/domain/accounts/password-rules.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { createSignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import { formWith } from './forms.ts'
import { visitor } from './visitor.ts'
import type { Page } from '@playwright/test'
import { loginPage } from '#content/pages/login.ts'

/** The sign-in library on a test's database, as a site without an outside address has it. */
export const openSignIn = ({ libraryDb, kind }: Database, { requireVerifiedEmail = true } = {}) =>
  createSignIn(
    { db: libraryDb, type: kind },
    {
      secret: 's'.repeat(40),
      publicOrigin: 'http://localhost',
      secure: false,
      sessionCookie,
      requireVerifiedEmail,
      longFrom: leastForAdmin,
    },
  )

/** No pattern of any list. */
export const goodPassword = 'nine sparrows on a wire'
export const otherPassword = 'kettle umbrella train'

export type Credentials = { email: string; password: string }

/** Somebody with a browser of their own who uses the pages about accounts. */
export function accountHolder(site: { url: string }, headers: Record<string, string> = {}) {
  const browser = visitor(site, headers)
  return {
    ...browser,
    signUp: (credentials: Credentials & { name?: string }) => browser.post('/login?mode=sign-up', credentials),
    logIn: (credentials: Credentials) => browser.post('/login', credentials),
    forgot: (email: string) => browser.post('/login/forgot', { email }),
    logOut: () => browser.post('/logout', {}),
    /** Whether pages know them. */
    isSignedIn: async () => (await browser.get('/login')).status === 302,
    /** Types into the form with this field on a page of theirs, and presses its button. */
    async fill(path: string, field: string, typed: Record<string, string>) {
      const { action, fields } = formWith(await (await browser.get(path)).text(), field)
      return browser.post(action.startsWith('#') || !action ? path : action, { ...fields, ...typed })
    },
  }
}

/** The path of an email's link, '/login/reset/…'. */
export function linkIn(text: string, begin: string) {
  const path = new RegExp(`https?://[^/\\s]+(${begin}[^\\s"]*)`).exec(text)?.[1]
  if (!path) throw new Error(`the email has no link to ${begin}`)
  return path
}

/** Another one each time: the journeys share a site. */
export const newAddress = () => `p${Math.random().toString(36).slice(2, 10)}@example.com`

/** The one button of this name in the page itself. */
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Signs up by one request where no email leaves the house, which signs in at once. */
export async function signUpIn(page: Page) {
  const form = { email: newAddress(), name: 'Maya Thomas', password: goodPassword }
  const answer = await page.request.post('/login?mode=sign-up', { form, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`nobody can sign up: ${answer.status()}`)
}

/** The same as a person does it. */
export async function signUpByHand(page: Page, { email = newAddress(), name = 'Maya Thomas' } = {}) {
  await page.goto('/login')
  await press(page, loginPage.signUp.button)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, loginPage.signUp.button)
  await page.waitForURL('/')
  return { email, name, password: goodPassword }
}
