import { describe, expect, test } from 'vitest'
import { accountHolder, goodPassword, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, authenticator, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { visitor } from '#tests/support/visitor.ts'
import { acts } from '#content/audit.ts'
import { securityPage as words } from '#content/pages/admin-security.ts'
import { toDo } from '#content/pages/admin-today.ts'

const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = adminSettings
const shortPassword = 'kettle-lamp'

describe.each(databasesFor(import.meta.url))('the password of the admin, on %s', (kind) => {
  async function siteWith(settings: Record<string, string>) {
    const site = await startSiteForTest(kind, { ABUSE_LIMITS: 'off', ...settings })
    return site
  }

  test('must be long before two-factor authentication is turned off', async () => {
    const site = await siteWith(adminSettings)
    const admin = await signInAsAdmin(site)
    await confirmWithPassword(admin, '/admin/security', { intent: 'start' })
    const key = /<code class="key">([A-Z2-7 ]+)</.exec(await (await admin.get('/admin/security')).text())?.[1] ?? ''
    const code = authenticator(key)
    await admin.post('/admin/security', { intent: 'confirm', code: code() })
    const change = (current: string, password: string) =>
      admin.post('/profile', { intent: 'password', current, password })
    expect((await change(password, shortPassword)).status, 'with two-factor authentication, 8 characters suffice').toBe(
      303,
    )

    const rejected = await admin.post('/admin/security', {
      intent: 'off',
      unlock: 'send',
      'unlock-by': 'code',
      'unlock-code': code(),
    })
    expect([rejected.status, await rejected.text()]).toEqual([400, expect.stringContaining(words.longerFirst)])
    expect(await (await admin.get('/admin/security')).text()).toContain(words.on)

    expect((await change(shortPassword, password)).status).toBe(303)
    expect((await admin.post('/admin/security', { intent: 'off' })).status).toBe(303)
    expect(await (await admin.get('/admin/security')).text()).toContain(words.off)
    expect((await admin.get('/admin')).status).toBe(200)
  })

  test('must be long, or have two-factor authentication, before a new admin account opens the dashboard', async () => {
    const first = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    const maya = { email: 'maya@example.com', password: shortPassword }
    const asVisitor = accountHolder(first)
    await asVisitor.signUp(maya)
    await look(first, (db) =>
      db
        .updateTable('users')
        .set({ emailVerified: kind === 'sqlite' ? 1 : true })
        .where('email', '=', maya.email)
        .execute(),
    )
    await first.stop({ keepData: true })
    const site = await siteWith({
      ...first.settings,
      DATA_DIR: first.dataDir,
      ADMIN_EMAIL: maya.email,
      ADMIN_PASSWORD: '',
    })
    const before = accountHolder(site)
    for (const [name, value] of asVisitor.cookies) before.cookies.set(name, value)

    for (const person of [before, accountHolder(site)]) {
      if (person !== before) await person.logIn(maya)
      const led = await person.get('/admin/subscribers')
      expect([led.status, led.headers.get('Location')]).toEqual([303, '/admin/security'])
      const security = await person.get('/admin/security')
      expect([security.status, await security.text()], site.output().slice(-3000)).toEqual([
        200,
        expect.stringContaining(words.shortPassword),
      ])
    }
    const rejected = await before.post('/profile', {
      intent: 'password',
      current: shortPassword,
      password: 'kettle-lamp-2',
    })
    expect(await rejected.text()).toContain('at least 15')
    await before.post('/profile', { intent: 'password', current: shortPassword, password: otherPassword })
    expect((await before.get('/admin/subscribers')).status).toBe(200)
  })

  test('without a stored length is measured at its next sign-in', async () => {
    const site = await siteWith(adminSettings)
    const lengthOf = () =>
      look(site, async (db) => (await db.selectFrom('credentials').select('password').executeTakeFirst())?.password)
    const noted = (await lengthOf()) ?? ''
    expect(noted).toMatch(/\.long$/)
    await look(site, (db) =>
      db
        .updateTable('credentials')
        .set({ password: noted.replace(/\.long$/, '') })
        .execute(),
    )
    const admin = await signInAsAdmin(site)
    expect(await lengthOf()).toBe(noted)
    expect((await admin.get('/admin')).status).toBe(200)
  })

  test('failures are audited with their count, and shown on Today from ten a day', async () => {
    const site = await siteWith(adminSettings)
    const guess = (times: number) =>
      Promise.all(Array.from({ length: times }, () => visitor(site).post('/login', { email, password: goodPassword })))
    const entries = () =>
      look(site, (db) =>
        db
          .selectFrom('auditEntries')
          .select(['act', 'detail', 'who', 'record', 'fromWhere'])
          .where('act', '=', 'admin.sign-in-failed')
          .orderBy('sequence')
          .execute(),
      )
    await visitor(site).post('/login', { email: 'other@example.com', password: goodPassword })
    expect(await entries(), 'not of other accounts').toEqual([])
    await guess(9)
    const guesses = { act: 'admin.sign-in-failed', who: 'program', record: null, fromWhere: 'here' }
    expect(await entries()).toEqual([{ ...guesses, detail: '1 within 24 hours' }])
    const admin = await signInAsAdmin(site)
    const heading = toDo['sign-ins'].heading
    expect(await (await admin.get('/admin')).text()).not.toContain(heading)
    await guess(3)
    expect(await entries()).toEqual([
      { ...guesses, detail: '1 within 24 hours' },
      { ...guesses, detail: '10 within 24 hours' },
    ])
    const today = await (await admin.get('/admin')).text()
    expect(today).toContain(heading)
    expect(today).toContain('12 incorrect passwords')
    expect(await (await admin.get('/admin/audit')).text()).toContain(acts['admin.sign-in-failed'])
    // The warning ends a day after the first guess.
    await look(site, (db) =>
      db
        .updateTable('limits')
        .set({ windowStart: Date.now() - 24 * 60 * 60 * 1000 })
        .where('key', '=', 'failed-sign-ins:admin')
        .execute(),
    )
    expect(await (await admin.get('/admin')).text()).not.toContain(heading)
  })
})
