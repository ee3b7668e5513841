import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  adminSettings,
  authenticator,
  confirmWithPassword,
  earlyInAPeriod,
  signInAsAdmin,
  totp,
} from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { signInAs } from '#tests/support/staff.ts'
import { shownOf } from '#tests/support/shown.ts'
import { visitor } from '#tests/support/visitor.ts'
import { codePage, securityPage } from '#content/pages/admin-security.ts'
import { secondFactorCard } from '#app/routes/admin/today/setup-words.ts'
import { todayPage } from '#app/routes/admin/today/words.ts'

const credentials = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }
const path = '/admin/security'
const day = 24 * 60 * 60_000

describe.each(databasesFor(import.meta.url))('two-factor authentication on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
  })
  afterAll(() => site?.stop())
  beforeEach(() =>
    look(site, async (db) => {
      await db.deleteFrom('twoFactors').execute()
      await db.deleteFrom('usedCodes').execute()
      await db.deleteFrom('limits').execute()
      await db
        .updateTable('users')
        .set({ twoFactorEnabled: kind === 'sqlite' ? 0 : false })
        .execute()
    }),
  )

  type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

  async function keyShownTo(admin: Admin) {
    await confirmWithPassword(admin, path, { intent: 'start' })
    const html = await (await admin.get(path)).text()
    return /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? ''
  }

  const codesIn = (html: string) =>
    [...html.matchAll(/<code>([a-z2-9]{5}-[a-z2-9]{5})<\/code>/g)].map(([, code = '']) => code)

  /** An admin who set up two-factor authentication a while ago. */
  async function withFactor() {
    const admin = await signInAsAdmin(site)
    const key = await keyShownTo(admin)
    const answer = await admin.post(path, { intent: 'confirm', code: totp(key, Date.now()) })
    const codes = codesIn(await answer.text())
    await look(site, (db) => db.deleteFrom('usedCodes').execute())
    return { admin, key, codes, app: authenticator(key) }
  }

  /** A person who has entered the right password. */
  async function afterPassword() {
    const person = visitor(site)
    const answer = await person.post('/login?next=%2Fadmin', credentials)
    expect(answer.headers.get('Location')).toBe('/login/code?next=%2Fadmin')
    return person
  }
  const entered = (person: ReturnType<typeof visitor>, form: Record<string, string>) =>
    person.post('/login/code?next=%2Fadmin', form)
  /** Posts a code; returns the redirect ('/admin' or back to the login), or the error status. */
  const enterCode = async (person: ReturnType<typeof visitor>, form: Record<string, string>) => {
    const answer = await entered(person, form)
    return answer.headers.get('Location') ?? answer.status
  }
  const opens = async (person: ReturnType<typeof visitor>) => (await person.get('/admin')).status

  test('is set up with the password and a code of the app, ends every other session, and shows ten backup codes once', async () => {
    const elsewhere = await signInAsAdmin(site)
    const admin = await signInAsAdmin(site)
    const challenge = await admin.post(path, { intent: 'start' })
    expect(challenge.status).toBe(403)
    const key = await keyShownTo(admin)
    expect(key.replaceAll(' ', '')).toHaveLength(52)
    const page = await (await admin.get(path)).text()
    expect(page).toContain('<svg class="qr"')
    const { scan, start, on, required, mustStay, shortPassword, turnOff } = securityPage
    const parts = [scan, start, on, required, mustStay, shortPassword, turnOff]
    expect(shownOf(page, parts)).toEqual([scan])
    expect(page, 'nothing of it goes anywhere else').not.toContain('data:')

    const wrong = await admin.post(path, { intent: 'confirm', code: '12345' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain(securityPage.wrong)
    expect(await opens(elsewhere)).toBe(200)

    const shown = await admin.post(path, { intent: 'confirm', code: totp(key, Date.now()) })
    expect(shown.status).toBe(200)
    expect(shown.headers.get('Cache-Control')).toBe('no-store')
    expect(codesIn(await shown.text())).toHaveLength(10)
    expect(await opens(admin)).toBe(200)
    expect(await opens(elsewhere)).toBe(302)
    const later = await (await admin.get(path)).text()
    expect(codesIn(later)).toEqual([])
    expect(later).toContain(securityPage.left(10))
    expect(shownOf(later, parts)).toEqual([on, turnOff])
    expect(later, 'the key is never shown again').not.toContain('class="key"')
  })

  test('the password alone does not sign in; the right code does, with clocks half a minute apart', async () => {
    const { key } = await withFactor()
    const person = await afterPassword()
    expect(await opens(person)).toBe(302)
    expect(await (await person.get('/login/code')).text()).toContain(codePage.text)
    expect(await enterCode(person, { code: '000000' })).toBe(400)
    expect(await enterCode(person, { code: 'not a code', backup: '' })).toBe(400)
    await earlyInAPeriod()
    const late = await entered(person, { code: totp(key, Date.now() - 30_000).replace(/^.../, '$& ') })
    expect([late.status, late.headers.get('Location')]).toEqual([303, '/admin'])
    expect(await opens(person)).toBe(200)
    const early = await afterPassword()
    expect(await enterCode(early, { code: totp(key, Date.now() + 30_000) })).toBe('/admin')
    const tooEarly = await afterPassword()
    expect(await enterCode(tooEarly, { code: totp(key, Date.now() + 120_000) })).toBe(400)
  })

  test('a code works once, also for many requests at the same time', async () => {
    const { key } = await withFactor()
    const code = totp(key, Date.now())
    const people = [await afterPassword(), await afterPassword(), await afterPassword()]
    const answers = await Promise.all(people.map((person) => enterCode(person, { code })))
    expect(answers.filter((where) => where === '/admin')).toHaveLength(1)
    expect(await enterCode(await afterPassword(), { code })).toBe(400)
  })

  test('only five of fifty simultaneous guesses are checked, and the owner gets in after the wait', async () => {
    const { app } = await withFactor()
    const person = await afterPassword()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, each) => enterCode(person, { code: String(100_000 + each) })),
    )
    expect(answers.filter((where) => where !== 429)).toHaveLength(5)
    expect(await opens(person)).toBe(302)
    await look(site, (db) =>
      db
        .updateTable('limits')
        .set(({ eb }) => ({ windowStart: eb('windowStart', '-', 16_000) }))
        .execute(),
    )
    expect(await enterCode(await afterPassword(), { code: app() })).toBe('/admin')
  })

  test('a backup code works once, in any notation, and new codes replace the old', async () => {
    const { admin, app, codes } = await withFactor()
    const [first = '', second = ''] = codes
    expect(
      (await entered(await afterPassword(), { backup: ` ${first.toUpperCase().replace('-', ' ')} ` })).status,
    ).toBe(303)
    expect(await enterCode(await afterPassword(), { backup: first })).toBe(400)
    expect(await (await admin.get(path)).text()).toContain(securityPage.left(9))
    const renew = { intent: 'renew', unlock: 'send', 'unlock-by': 'code' }
    const renewed = codesIn(await (await admin.post(path, { ...renew, 'unlock-code': app() })).text())
    expect(renewed).toHaveLength(10)
    expect(await enterCode(await afterPassword(), { backup: second })).toBe(400)
    expect(await enterCode(await afterPassword(), { backup: renewed[0] ?? '' })).toBe('/admin')
  })

  test('the password alone neither unlocks the dashboard nor disables two-factor authentication; a code does', async () => {
    const { admin, app } = await withFactor()
    const byPassword = await confirmWithPassword(admin, path, { intent: 'off' })
    expect(byPassword.status).toBe(403)
    expect(await byPassword.text()).toContain('name="unlock-code"')
    const code = { unlock: 'send', 'unlock-by': 'code', 'unlock-code': app() }
    expect((await admin.post(path, { intent: 'off', ...code })).status).toBe(303)
    expect((await visitor(site).post('/login', credentials)).headers.get('Location')).toBe('/')
  })

  test('who entered a code is let in on that device while strangers guess, and has no more guesses at another account', async () => {
    const colleague = { email: 'front-desk@clinic.example', password: credentials.password }
    const device = await signInAs(site, 'front-desk')
    const code = authenticator(await keyShownTo(device))
    await device.post(path, { intent: 'confirm', code: code() })
    // As of a browser that only ever signed in with a code.
    for (const name of [...device.cookies.keys()]) device.cookies.delete(name)
    const logIn = async (person: ReturnType<typeof visitor>, { email, password } = colleague) =>
      (await person.post('/login', { email, password })).status
    expect(await logIn(device)).toBe(303)
    expect(await enterCode(device, { code: code() })).toBe('/admin')
    await device.post('/logout', {})
    for (const { email } of [colleague, credentials])
      for (let guess = 1; guess <= 5; guess += 1) await logIn(visitor(site), { email, password: 'a wrong guess' })
    expect(await logIn(visitor(site))).toBe(429)
    expect(await logIn(device)).toBe(303)
    expect(await logIn(device, credentials)).toBe(429)
  })

  test('a code without a pending sign-in does not sign in', async () => {
    const { key } = await withFactor()
    const stranger = visitor(site)
    const answer = await entered(stranger, { code: totp(key, Date.now()) })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login?next=%2Fadmin'])
    stranger.cookies.set('second-factor', '2fa-AAAAAAAAAAAAAAAAAAAA.forged')
    expect(await enterCode(stranger, { code: totp(key, Date.now()) })).toBe('/login?next=%2Fadmin')
    stranger.cookies.set('second-factor', '%E0%A4%A')
    expect(await enterCode(stranger, { code: '123456' })).toBe('/login?next=%2Fadmin')
  })

  test('each step is audited', async () => {
    const { admin } = await withFactor()
    await entered(await afterPassword(), { code: '000000' })
    await admin.post('/logout', {})
    const acts = await look(site, (db) => db.selectFrom('auditEntries').select('act').execute())
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining([
        'admin.signed-in',
        'admin.stepped-up',
        'admin.second-factor-on',
        'admin.second-factor-failed',
        'admin.signed-out',
      ]),
    )
  })

  test('Today recommends it until dismissed, and again a week later, until it is set up', async () => {
    const admin = await signInAsAdmin(site)
    const asks = async (who: Admin = admin) =>
      (await (await who.get('/admin')).text()).includes(secondFactorCard.heading)
    expect(await asks(), 'the checklist of a new clinic has a step for it').toBe(false)
    await admin.post('/admin?index', { intent: 'put-away' })
    expect(await asks()).toBe(true)
    expect((await admin.post('/admin?index', { intent: 'factor-later' })).status).toBe(303)
    expect(await asks()).toBe(false)
    expect(await asks(await signInAsAdmin(site)), 'on every device').toBe(false)
    await look(site, (db) =>
      db
        .updateTable('putOffCards')
        .set(({ eb }) => ({ until: eb('until', '-', 7 * day) }))
        .where('card', '=', 'second-factor')
        .execute(),
    )
    expect(await asks()).toBe(true)
    expect(await asks((await withFactor()).admin)).toBe(false)
  })
})

test('when required, it blocks other pages until it is set up, and it cannot be turned off', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ADMIN_SECOND_FACTOR: 'required' })
  const admin = await signInAsAdmin(site)
  for (const address of ['/admin', '/admin/subscribers']) {
    const page = await admin.get(address)
    expect([page.status, page.headers.get('Location')]).toEqual([303, path])
  }
  expect(await (await admin.get(path)).text()).toContain(securityPage.required)
  await confirmWithPassword(admin, path, { intent: 'start' })
  const key = /<code class="key">([A-Z2-7 ]+)</.exec(await (await admin.get(path)).text())?.[1] ?? ''
  await admin.post(path, { intent: 'confirm', code: totp(key, Date.now()) })
  expect(await (await admin.get('/admin')).text()).toContain(todayPage.title)
  const code = { unlock: 'send', 'unlock-by': 'code', 'unlock-code': totp(key, Date.now() + 30_000) }
  await admin.post(path, { intent: 'off', ...code })
  const { mustStay, turnOff, required, on } = securityPage
  expect(shownOf(await (await admin.get(path)).text(), [mustStay, turnOff, required, on])).toEqual([mustStay, on])
})
