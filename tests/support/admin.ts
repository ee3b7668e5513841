import type { Page } from '@playwright/test'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import type { Site } from './site.ts'
import { visitor, formsIn } from './visitor.ts'
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Settings of a site with an admin. */
export const adminSettings = { ADMIN_EMAIL: 'admin@clinic.example', ADMIN_PASSWORD: 'a quiet river in spring' }

const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }

/** A browser that is signed in as the admin of a site with `adminSettings`. */
export async function signInAsAdmin(site: Pick<Site, 'url'>, headers: Record<string, string> = {}) {
  const admin = visitor(site, headers)
  const answer = await admin.post('/login', credentials)
  if (answer.status !== 303) throw new Error(`the admin cannot sign in: ${answer.status}`)
  return admin
}

/** Signs in a Playwright page as the admin with one request. `url`: of the site, on a page without a base URL. */
export async function signInAsAdminIn(page: Page, { url } = { url: '' }) {
  const answer = await page.request.post(`${url}/login`, { form: credentials, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`the admin cannot sign in: ${answer.status()}`)
}

/** The same through the form, as a person does. */
export async function signInAsAdminByHand(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password').fill(credentials.password)
  await page.locator('main').getByRole('button', { name: 'Login' }).click()
  // Without scripts, the URL keeps the fragment of the form.
  await page.waitForURL(({ pathname }) => pathname === '/')
}

/** Confirms the step-up form in a Playwright page with the password. */
export async function confirmWithPasswordIn(page: Page) {
  await page.getByLabel(unlockPage.password).fill(credentials.password)
  await page.getByRole('button', { name: unlockPage.button }).click()
}

/** Fields that confirm a step-up with the password, in addition to the form's own fields. */
export const withPassword = { unlock: 'send', 'unlock-by': 'password', 'unlock-password': credentials.password }

/** Posts a dashboard form that requires step-up, with the password. */
export const confirmWithPassword = (
  admin: Pick<ReturnType<typeof visitor>, 'post'>,
  path: string,
  form: Record<string, string> = {},
) => admin.post(path, { ...form, ...withPassword })

/** The admin at /admin/clinic without scripts: each section is posted with the fields of its form. */
export const clinicAdmin = async (site: { url: string }) => atClinic(await signInAsAdmin(site))

/** Somebody of the staff there. */
export function atClinic(admin: ReturnType<typeof visitor>) {
  async function findForm(section: string) {
    const html = await (await admin.get('/admin/clinic')).text()
    const form = formsIn(html).find(
      ({ fields }) => fields.section === section && ('revision' in fields || 'firstDay' in fields),
    )
    if (!form) throw new Error(`there is no form for ${section}`)
    return { ...form, html }
  }

  return {
    ...admin,
    findForm,
    /** Presses Save, or another button, with these fields replacing those of the form. */
    async press(section: string, typed: Record<string, string>, intent = 'save') {
      const { action, fields } = await findForm(section)
      // Unchecked boxes are not sent.
      const { tell: _, unavailable: __, ...sent } = fields
      // Changing the clinic's own addresses and numbers requires step-up.
      return admin.post(action, {
        ...sent,
        ...typed,
        ...(intent && { intent }),
        ...(['emails', 'phones'].includes(section) && withPassword),
      })
    },
  }
}

const periodMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app for this key at this time (RFC 6238, SHA-1, six digits). */
export function totp(key: string, at: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / periodMs)))
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Waits for the next half minute if the current one is nearly over, so that a code is still valid when it is checked. */
export async function earlyInAPeriod() {
  const left = periodMs - (Date.now() % periodMs)
  // A timer may end a millisecond early.
  if (left < 5_000) await pause(left + 50)
}

function fromBase32(base32: string) {
  let bits = ''
  for (const sign of base32.replace(/\s/g, '').toUpperCase())
    bits += alphabet.indexOf(sign).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/**
 * An authenticator app with this key. Each code works once, so the next and the previous code are used too, which the
 * site accepts because clocks differ. The previous one is used last, because it expires with the next half minute.
 */
export function authenticator(key: string) {
  const used = new Set<string>()
  return () => {
    const now = Date.now()
    const code = [0, 1, -1].map((step) => totp(key, now + step * periodMs)).find((shown) => !used.has(shown))
    if (!code) throw new Error('all three valid codes are used')
    used.add(code)
    return code
  }
}
