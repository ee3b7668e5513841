import type { Page } from '@playwright/test'
import { unlockPage } from '#content/pages/admin-security.ts'
import type { SiteProcess } from './site-process.ts'
import { visitor } from './visitor.ts'
import { formsIn } from './forms.ts'
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

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

/** The admin at /admin/clinic, without scripts: each part is posted with what its form holds. */
export async function clinicAdmin(site: { url: string }) {
  const admin = await signInAsAdmin(site)

  async function formOf(section: string) {
    const html = await (await admin.get('/admin/clinic')).text()
    const form = formsIn(html).find(
      ({ fields }) => fields.section === section && ('revision' in fields || 'firstDay' in fields),
    )
    if (!form) throw new Error(`there is no form for ${section}`)
    return { ...form, html }
  }

  return {
    ...admin,
    formOf,
    /** Presses Save, or another button, with these fields over those that the form holds now. */
    async press(section: string, typed: Record<string, string>, intent = 'save') {
      const { action, fields } = await formOf(section)
      // Boxes that are not ticked are not sent.
      const { tell: _, unavailable: __, ...sent } = fields
      // Where the clinic's mail goes is changed only by somebody who just showed who is there.
      return admin.post(action, {
        ...sent,
        ...typed,
        ...(intent && { intent }),
        ...(section === 'emails' && withPassword),
      })
    },
  }
}

const periodMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for this key at that moment (RFC 6238, SHA-1, six digits). */
export function totp(key: string, at: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / periodMs)))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Long enough before the next half minute for a code to be looked at in the same one in which it was shown. */
export async function earlyInAPeriod() {
  const left = periodMs - (Date.now() % periodMs)
  if (left < 5_000) await pause(left)
}

function bytesOf(base32: string) {
  let bits = ''
  for (const sign of base32.replace(/\s/g, '').toUpperCase())
    bits += alphabet.indexOf(sign).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/**
 * An app with this key. Each code works once, so the neighbours in time are used too, which clocks that are half a minute
 * off would show. The one before comes last: it is too old as soon as the next half minute begins.
 */
export function authenticator(key: string) {
  const used = new Set<string>()
  return () => {
    const now = Date.now()
    const code = [0, 1, -1].map((step) => totp(key, now + step * periodMs)).find((shown) => !used.has(shown))
    if (!code) throw new Error('three codes a minute and a half is all there are')
    used.add(code)
    return code
  }
}
