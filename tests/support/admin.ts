import type { Page } from '@playwright/test'
import { unlockPage } from '#content/pages/admin-security.ts'
import type { SiteProcess } from './site-process.ts'
import { visitor } from './visitor.ts'

/** Settings with which a site starts that has its admin. */
export const adminSettings = { ADMIN_EMAIL: 'admin@clinic.example', ADMIN_PASSWORD: 'a quiet river in spring' }

const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }

/** Someone who has signed in as the admin, to a site that was started with `adminSettings`. */
export async function signInAsAdmin(site: Pick<SiteProcess, 'url'>, headers: Record<string, string> = {}) {
  const admin = visitor(site, headers)
  const answer = await admin.post('/login', credentials)
  if (answer.status !== 303) throw new Error(`the admin cannot sign in: ${answer.status}`)
  return admin
}

/** The same for a browser, by one request: most journeys begin behind the door. */
export async function signInAsAdminIn(page: Page) {
  const answer = await page.request.post('/login', { form: credentials, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`the admin cannot sign in: ${answer.status()}`)
}

/** The same as a person does it. */
export async function signInAsAdminByHand(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password').fill(credentials.password)
  await page.locator('main').getByRole('button', { name: 'Login' }).click()
  // Without scripts the address keeps the fragment of the form.
  await page.waitForURL(({ pathname }) => pathname === '/')
}

/** Answers in a browser the question who is there, which stands where a page or a file was asked for. */
export async function confirmWithPasswordIn(page: Page) {
  await page.getByLabel(unlockPage.password).fill(credentials.password)
  await page.getByRole('button', { name: unlockPage.button }).click()
}

/** Fields that answer the question who is there, beside those of the form that asks. */
export const withPassword = { unlock: 'send', 'unlock-by': 'password', 'unlock-password': credentials.password }

/** Posts a form of the dashboard that asks again who is there, and answers that question by the password. */
export const confirmWithPassword = (
  admin: Pick<ReturnType<typeof visitor>, 'post'>,
  path: string,
  form: Record<string, string> = {},
) => admin.post(path, { ...form, ...withPassword })
