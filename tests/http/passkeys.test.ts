import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminSettings, confirmWithPassword, signInAsAdmin, withPassword } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import {
  goodPassword,
  newAddress,
  addPasskeyOn,
  answerChallenge,
  passkeyOptionsIn,
  softwareAuthenticator,
} from '#tests/support/accounts.ts'
import { signInAs } from '#tests/support/staff.ts'
import { visitor } from '#tests/support/visitor.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { passkeys as words } from '#content/pages/passkeys.ts'

const security = '/admin/security'
const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }
type Site = Awaited<ReturnType<typeof startSiteOn>>
type Browser = ReturnType<typeof visitor>

/** Where the answer leads, or its status. */
const led = (answer: Response) => answer.headers.get('Location') ?? answer.status

const enter = async (browser: Browser, device: ReturnType<typeof softwareAuthenticator>, next = '') =>
  browser.post(`/login${next && `?next=${encodeURIComponent(next)}`}`, {
    intent: 'passkey',
    passkey: await answerChallenge(browser, device),
  })

const acts = (site: Site) =>
  look(site, async (db) => {
    const entries = await db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
    return entries.map(({ act, detail }) => (detail ? `${act} ${detail}` : act))
  })

const emails = (site: Site) =>
  look(site, async (db) => (await db.selectFrom('emails').select(['kind', 'recipient']).execute()).slice())

const idsOfPasskeys = (site: Site) =>
  look(site, async (db) => (await db.selectFrom('passkeys').select('id').execute()).map(({ id }) => id))

describe.each(databasesFor(import.meta.url))('passkeys on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
  })
  afterAll(() => site?.stop())
  beforeEach(() =>
    look(site, async (db) => {
      await db.deleteFrom('passkeys').execute()
      await db.deleteFrom('limits').execute()
    }),
  )

  async function adminWithPasskey() {
    const admin = await signInAsAdmin(site)
    const device = softwareAuthenticator(site.url)
    const added = await addPasskeyOn(security, admin, device, withPassword)
    expect(led(added)).toBe(`${security}#done`)
    return { admin, device }
  }

  /** A patient whose address is confirmed. */
  async function patient() {
    const browser = visitor(site)
    const email = newAddress()
    await browser.post('/login?mode=sign-up', { email, password: goodPassword })
    await look(site, (db) =>
      db
        .updateTable('users')
        .set({ emailVerified: kind === 'sqlite' ? 1 : true })
        .where('email', '=', email)
        .execute(),
    )
    if ((await browser.get('/login')).status !== 302) await browser.post('/login', { email, password: goodPassword })
    return { browser, email }
  }

  async function patientWithPasskey() {
    const { browser, email } = await patient()
    const device = softwareAuthenticator(site.url)
    const added = await addPasskeyOn('/profile', browser, device, { password: goodPassword })
    expect(led(added)).toBe('/profile#outcome')
    return { browser, email, device }
  }

  test('an admin adds one after a confirmation, logs in with it, and opens the dashboard without a code', async () => {
    const admin = await signInAsAdmin(site)
    expect((await admin.post(security, { intent: 'start-passkey' })).status).toBe(403)
    const { device } = await adminWithPasskey()
    const person = visitor(site)
    expect(led(await enter(person, device, '/admin'))).toBe('/admin')
    expect((await person.get('/admin')).status).toBe(200)
    expect(await (await person.get(security)).text()).toContain('Phone')
    expect(await acts(site)).toEqual(expect.arrayContaining(['passkey.added', 'admin.signed-in by passkey']))
    expect(await emails(site)).toContainEqual({ kind: 'passkey-added', recipient: credentials.email })
  })

  test('a patient adds one with the password, and logs in with it; the audit trail has nothing of it', async () => {
    const before = (await acts(site)).length
    const { browser, email, device } = await patientWithPasskey()
    expect(await (await browser.get('/profile')).text()).toContain(words.done.added)
    const person = visitor(site)
    expect(led(await enter(person, device, '/profile'))).toBe('/profile')
    expect(await (await person.get('/profile')).text()).toContain(email)
    expect(await acts(site)).toHaveLength(before)
    expect(await emails(site)).toContainEqual({ kind: 'passkey-added', recipient: email })
  })

  test('without the right password a patient adds none, nor before the address is confirmed', async () => {
    const { browser } = await patient()
    const wrong = await browser.post('/profile', { intent: 'start-passkey', password: 'not the password' })
    expect([wrong.status, passkeyOptionsIn(await wrong.text())]).toEqual([400, undefined])
    const stranger = visitor(site)
    const email = newAddress()
    await stranger.post('/login?mode=sign-up', { email, password: goodPassword })
    const unproved = await stranger.post('/profile', { intent: 'start-passkey', password: goodPassword })
    expect(passkeyOptionsIn(await unproved.text())).toBeUndefined()
  })

  test('an answer for another origin, without a challenge, used before, or of a stranger’s device does not log in', async () => {
    const { device } = await adminWithPasskey()
    const person = visitor(site)
    const post = (passkey: string) => person.post('/login', { intent: 'passkey', passkey })
    const wrong = await post(await answerChallenge(person, device, { origin: 'https://clinic.example' }))
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain(words.login.wrong)
    expect((await post(await answerChallenge(person, device, { isVerified: false }))).status).toBe(400)
    expect((await post(await answerChallenge(person, softwareAuthenticator(site.url)))).status).toBe(400)
    expect((await post(device.get({ challenge: 'AAAA' }))).status).toBe(400)
    for (const odd of ['', 'x', '{}', '[]']) expect((await post(odd)).status).toBe(400)
    const right = await answerChallenge(person, device)
    expect(led(await post(right))).toBe('/')
    const replay = await visitor(site).post('/login', { intent: 'passkey', passkey: right })
    expect(replay.status).toBe(400)
  })

  test('confirms who is at the dashboard, instead of the password', async () => {
    const { admin, device } = await adminWithPasskey()
    await look(site, (db) => db.updateTable('workingDays').set({ steppedUpAt: null }).execute())
    const asked = await admin.post(security, { intent: 'start-passkey' })
    expect(asked.status).toBe(403)
    expect(asked.headers.get('Content-Security-Policy')?.match(/sha256/g)?.length).toBeGreaterThan(2)
    expect(await asked.text()).toContain(words.unlock.button)
    const unlock = { intent: 'start-passkey', unlock: 'send', 'unlock-why': 'fresh', 'unlock-by': 'password' }
    const theirs = await patientWithPasskey()
    const foreign = await answerChallenge(theirs.browser, theirs.device)
    expect((await admin.post(security, { ...unlock, 'unlock-passkey': foreign })).status).toBe(403)
    const other = await admin.post(security, {
      ...unlock,
      'unlock-passkey': await answerChallenge(admin, softwareAuthenticator(site.url)),
    })
    expect(await other.text()).toContain(words.unlock.wrong)
    const confirmed = await admin.post(security, { ...unlock, 'unlock-passkey': await answerChallenge(admin, device) })
    expect(confirmed.status).toBe(200)
    expect(passkeyOptionsIn(await confirmed.text())).toBeDefined()
    expect(await acts(site)).toContain('admin.stepped-up by passkey')
    const sessions = await look(site, (db) => db.selectFrom('sessions').select('id').execute())
    const days = await look(site, (db) => db.selectFrom('workingDays').select('sessionId').execute())
    expect(days.every(({ sessionId }) => sessions.some(({ id }) => id === sessionId))).toBe(true)
  })

  test('is renamed and removed by its owner alone, and then opens nothing', async () => {
    const { admin, device } = await adminWithPasskey()
    const [passkey = ''] = await idsOfPasskeys(site)
    const { browser } = await patient()
    for (const intent of ['rename-passkey', 'remove-passkey', 'remove-last-passkey']) {
      const foreign = await browser.post('/profile', { intent, passkey, name: 'Mine' })
      expect(foreign.status).toBe(400)
      expect(await foreign.text()).toContain(words.gone)
    }
    expect((await admin.post(security, { intent: 'rename-passkey', passkey, name: ' ' })).status).toBe(400)
    expect(led(await admin.post(security, { intent: 'rename-passkey', passkey, name: 'Key ring' }))).toBe(
      `${security}#done`,
    )
    expect(await (await admin.get(security)).text()).toContain('Key ring')
    expect(led(await admin.post(security, { intent: 'remove-passkey', passkey }))).toBe(`${security}#done`)
    const gone = await admin.post(security, { intent: 'remove-passkey', passkey })
    expect([gone.status, (await gone.text()).includes(words.gone)]).toEqual([400, true])
    expect((await enter(visitor(site), device)).status).toBe(400)
    expect(await acts(site)).toEqual(expect.arrayContaining(['passkey.renamed', 'passkey.removed']))
  })

  test('one that the staff’s profile page would add or remove is left to the Security page', async () => {
    const { admin } = await adminWithPasskey()
    const [passkey = ''] = await idsOfPasskeys(site)
    expect((await admin.post('/profile', { intent: 'remove-passkey', passkey })).status).toBe(403)
    expect((await admin.post('/profile', { intent: 'start-passkey', password: credentials.password })).status).toBe(403)
    expect(await idsOfPasskeys(site)).toEqual([passkey])
  })

  test('ends with somebody’s access to the dashboard, and with a patient’s account', async () => {
    const editor = await signInAs(site, 'editor', newAddress())
    const device = softwareAuthenticator(site.url)
    await addPasskeyOn(security, editor, device, withPassword)
    expect(await idsOfPasskeys(site)).toHaveLength(1)
    const owner = await signInAsAdmin(site)
    const [member] = await look(site, (db) => db.selectFrom('staff').select('accountId').execute())
    await confirmWithPassword(owner, '/admin/staff', {
      intent: 'end',
      accountId: member?.accountId ?? '',
      was: 'editor',
    })
    expect(await idsOfPasskeys(site)).toEqual([])
    expect((await enter(visitor(site), device)).status).toBe(400)

    const { browser } = await patientWithPasskey()
    await browser.post('/profile', { intent: 'delete', password: goodPassword })
    expect(await idsOfPasskeys(site)).toEqual([])
  })

  test('challenges are limited like passwords, by network', async () => {
    const flood = await Promise.all(Array.from({ length: 60 }, () => visitor(site).post('/login/challenge', {})))
    const limited = flood.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThan(5)
    const [first] = limited
    expect(first?.headers.get('Retry-After')).toBeTruthy()
    expect(await first?.text()).toContain('too many')
  })
})

describe('where two-factor authentication is required', () => {
  async function start() {
    const site = await startSiteForTest('sqlite', { ...adminSettings, ADMIN_SECOND_FACTOR: 'required' })
    const admin = await signInAsAdmin(site)
    const device = softwareAuthenticator(site.url)
    expect(led(await admin.get('/admin'))).toBe(security)
    await addPasskeyOn(security, admin, device, withPassword)
    return { site, admin, device }
  }

  test('a passkey opens the dashboard, and the password alone no longer does', async () => {
    const { site, admin, device } = await start()
    expect((await admin.get('/admin')).status).toBe(200)
    const byPasskey = visitor(site)
    await enter(byPasskey, device)
    expect((await byPasskey.get('/admin')).status).toBe(200)

    const byPassword = await signInAsAdmin(site)
    for (const path of ['/admin', security]) {
      const asked = await byPassword.get(path)
      expect(asked.status).toBe(403)
      const html = await asked.text()
      expect(html).toContain(unlockPage.why.passkey)
      expect(html).not.toContain('unlock-password')
    }
    const forced = await confirmWithPassword(byPassword, security, { intent: 'start' })
    expect(forced.status).toBe(403)
    const unlock = {
      unlock: 'open',
      'unlock-by': 'passkey',
      'unlock-passkey': await answerChallenge(byPassword, device),
    }
    expect(led(await byPassword.post('/admin', unlock))).toBe('/admin')
    expect((await byPassword.get('/admin')).status).toBe(200)
  })

  test('asks before the last one is removed, and then asks for another', async () => {
    const { site, admin } = await start()
    const [passkey = ''] = await idsOfPasskeys(site)
    const asked = await admin.post(security, { intent: 'remove-passkey', passkey })
    expect([asked.status, (await asked.text()).includes(words.last.button)]).toEqual([400, true])
    expect(await idsOfPasskeys(site)).toEqual([passkey])
    await admin.post(security, { intent: 'remove-last-passkey', passkey })
    expect(await idsOfPasskeys(site)).toEqual([])
    expect(led(await admin.get('/admin'))).toBe(security)
  })
})
