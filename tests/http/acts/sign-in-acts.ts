import type { ActByHand, Admin } from './acts-by-hand.ts'
import { adminSettings, authenticator, confirmWithPassword, signInAsAdmin, withPassword } from '#tests/support/admin.ts'
import { addPasskeyOn, softwareAuthenticator } from '#tests/support/accounts.ts'
import { visitor } from '#tests/support/visitor.ts'

const path = '/admin/security'
const route = 'security/security.tsx'
const withCode = (code: string) => ({ unlock: 'send', 'unlock-by': 'code', 'unlock-code': code })
const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = adminSettings

/** Returns the next code, once two-factor authentication is set up. */
let app = () => ''

async function setUp(admin: Admin) {
  await confirmWithPassword(admin, path, { intent: 'start' })
  const key = /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(await (await admin.get(path)).text())?.[1] ?? ''
  app = authenticator(key)
  return admin.post(path, { intent: 'confirm', code: app() })
}

const findPasskey = async (admin: Admin) =>
  /name="passkey" value="([^"]+)"/.exec(await (await admin.get(path)).text())?.[1] ?? ''

/** Must come last: afterwards the password in the site's settings no longer works. */
export const signInActs: ActByHand[] = [
  { act: 'admin.signed-in', press: (_, site) => visitor(site).post('/login', { email, password }) },
  { act: 'admin.signed-out', press: async (_, site) => (await signInAsAdmin(site)).post('/logout', {}) },
  {
    act: 'admin.card-put-off',
    route: 'today/today.tsx',
    press: (admin) => admin.post('/admin?index', { intent: 'factor-later' }),
  },
  {
    act: 'passkey.added',
    route,
    press: (admin, site) => addPasskeyOn(path, admin, softwareAuthenticator(site.url), withPassword),
  },
  {
    act: 'passkey.renamed',
    route,
    press: async (admin) =>
      admin.post(path, { intent: 'rename-passkey', passkey: await findPasskey(admin), name: 'Key' }),
  },
  {
    act: 'passkey.removed',
    route,
    press: async (admin) => admin.post(path, { intent: 'remove-passkey', passkey: await findPasskey(admin) }),
  },
  { act: 'admin.second-factor-on', route, press: setUp },
  {
    act: 'admin.second-factor-failed',
    async press(admin) {
      await admin.post(path, { intent: 'renew', ...withCode('000000') })
      return admin.get('/admin')
    },
  },
  {
    act: 'admin.codes-renewed',
    route,
    press: (admin) => admin.post(path, { intent: 'renew', ...withCode(app()) }),
  },
  { act: 'admin.second-factor-off', route, press: (admin) => admin.post(path, { intent: 'off' }) },
  {
    act: 'password.changed',
    press: (admin) =>
      admin.post('/profile', { intent: 'password', current: password, password: 'a loud river in autumn' }),
  },
]
