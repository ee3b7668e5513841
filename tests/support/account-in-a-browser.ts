import type { Page } from '@playwright/test'
import { loginPage } from '#content/pages/login.ts'
import { goodPassword } from './accounts.ts'

/** Another one each time: the journeys share a site. */
export const newAddress = () => `p${Math.random().toString(36).slice(2, 10)}@example.com`

/** The one button of this name in the page itself. */
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Signs up by one request where no letter leaves the house, which signs in at once. */
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
