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
