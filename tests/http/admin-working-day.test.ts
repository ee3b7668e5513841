import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asDocument } from '#app/http/failed-requests.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'
import { todayPage } from '#app/routes/admin/today/words.ts'

const minute = 60_000
const password = adminSettings.ADMIN_PASSWORD

describe.each(databasesFor(import.meta.url))('the working day on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
  })
  afterAll(() => site?.stop())

  type Times = Partial<Record<'openedAt' | 'lastSeenAt' | 'steppedUpAt', number>>

  /** Signs in the only device and moves its times into the past. */
  async function deviceAfter(ago: Times) {
    await look(site, (db) => db.deleteFrom('sessions').execute())
    const admin = await signInAsAdmin(site)
    // A device is recorded at its first activity.
    await look(site, async (db) => {
      const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
      const now = Date.now()
      await db
        .insertInto('workingDays')
        .values({ sessionId: id, openedAt: now, lastSeenAt: now, steppedUpAt: null })
        .execute()
    })
    if (Object.keys(ago).length > 0) await move(ago)
    return admin
  }
  const move = (ago: Times) =>
    look(site, (db) => {
      const times = Object.entries(ago).map(([name, ms]) => [name, Date.now() - ms])
      return db.updateTable('workingDays').set(Object.fromEntries(times)).execute()
    })
  const subscribers = () => look(site, (db) => db.selectFrom('subscribers').select('email').execute())

  test('stays open in use, and locks after 30 idle minutes', async () => {
    const admin = await deviceAfter({ lastSeenAt: 29 * minute })
    expect((await admin.get('/admin')).status).toBe(200)
    await look(site, async (db) => {
      const { lastSeenAt } = await db.selectFrom('workingDays').selectAll().executeTakeFirstOrThrow()
      expect(Date.now() - lastSeenAt, 'the look itself is a sign of life').toBeLessThan(minute)
    })
    await move({ lastSeenAt: 30 * minute })
    const locked = await admin.get('/admin/subscribers?q=maya')
    expect(locked.status).toBe(403)
    expect(locked.headers.get('Cache-Control')).toBe('no-store')
    const html = await locked.text()
    expect(html).toContain(words.why.idle)
    expect(html, 'nothing of the page behind it is shown').not.toContain('<nav')
    const form = formWith(html, 'unlock-password')
    const opened = await admin.post(form.action, { ...form.fields, 'unlock-password': password })
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, '/admin/subscribers?q=maya'])
    expect((await admin.get('/admin/subscribers?q=maya')).status).toBe(200)
  })

  test('ends twelve hours after the sign-in, even in use', async () => {
    const admin = await deviceAfter({ openedAt: 12 * 60 * minute })
    const locked = await admin.get('/admin')
    expect(locked.status).toBe(403)
    expect(await locked.text()).toContain(words.why.over)
  })

  test('a session that never opened the dashboard locks like any other', async () => {
    const admin = await deviceAfter({})
    const before = new Date(Date.now() - 31 * minute)
    await look(site, async (db) => {
      await db.deleteFrom('workingDays').execute()
      await db
        .updateTable('sessions')
        .set({ createdAt: kind === 'sqlite' ? before.toISOString() : before })
        .execute()
    })
    expect((await admin.get('/admin')).status).toBe(403)
  })

  test('a post to a locked dashboard does nothing, and unlocking completes it with its input', async () => {
    const admin = await deviceAfter({ lastSeenAt: 31 * minute })
    const typed = { intent: 'add', email: `kept-${kind}@example.com` }
    const rejected = await admin.post('/admin/subscribers', typed)
    expect(rejected.status).toBe(403)
    expect(await subscribers()).toEqual([])
    const form = formWith(await rejected.text(), 'unlock-password')
    expect(form.fields).toMatchObject(typed)

    const wrong = await admin.post(form.action, { ...form.fields, 'unlock-password': 'not the password at all' })
    expect(wrong.status).toBe(403)
    const again = await wrong.text()
    expect(again).toContain(words.wrongPassword)
    expect(formWith(again, 'unlock-password').fields).toMatchObject(typed)
    expect(again, 'no password is written into a page').not.toContain('not the password at all')
    expect(await subscribers()).toEqual([])

    const done = await admin.post(form.action, { ...form.fields, 'unlock-password': password })
    expect(done.status).toBeLessThan(400)
    expect(await subscribers()).toEqual([{ email: typed.email }])
  })

  test('a data request to a locked dashboard is rejected, so the page asks for the document', async () => {
    const admin = await deviceAfter({ lastSeenAt: 31 * minute })
    for (const answer of [
      await admin.post('/admin/subscribers.data', { intent: 'add', email: 'a@example.com' }),
      await admin.get('/admin.data'),
    ]) {
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain(asDocument)
    }
  })

  test('exporting personal data asks for confirmation even after a new sign-in, and then not for five minutes', async () => {
    const admin = await deviceAfter({})
    const challenge = await admin.post('/admin/subscribers/export', { state: 'subscribed' })
    expect(challenge.status).toBe(403)
    const html = await challenge.text()
    expect(html).toContain(words.why.fresh)
    const form = formWith(html, 'unlock-password')
    expect(form.fields).toMatchObject({ state: 'subscribed' })
    const file = await admin.post(form.action, { ...form.fields, 'unlock-password': password })
    expect(file.headers.get('Content-Type')).toContain('text/csv')
    await move({ steppedUpAt: 4 * minute })
    expect((await admin.post('/admin/subscribers/export', {})).status).toBe(200)
    await move({ steppedUpAt: 5 * minute })
    expect((await admin.post('/admin/subscribers/export', {})).status).toBe(403)
  })

  test('each device locks separately', async () => {
    const admin = await deviceAfter({ lastSeenAt: 31 * minute })
    const other = await signInAsAdmin(site)
    expect((await other.get('/admin')).status).toBe(200)
    expect((await admin.get('/admin')).status).toBe(403)
  })

  test('only the admin can post the unlock form', async () => {
    const stranger = visitor(site)
    const answer = await confirmWithPassword(stranger, '/admin/subscribers', { intent: 'add', email: 'x@example.com' })
    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('unlock-password')
    expect(await subscribers()).not.toContainEqual({ email: 'x@example.com' })
  })

  test('simultaneous passwords are rate-limited', async () => {
    const admin = await deviceAfter({ lastSeenAt: 31 * minute })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, each) =>
        admin.post('/admin', { unlock: 'open', 'unlock-by': 'password', 'unlock-password': `no ${each}` }),
      ),
    )
    const pages = await Promise.all(answers.map((answer) => answer.text()))
    const tried = pages.filter((page) => page.includes(words.wrongPassword)).length
    expect(tried).toBeGreaterThan(0)
    expect(tried).toBeLessThanOrEqual(10)
    expect(answers.every(({ status }) => status === 403)).toBe(true)
    await look(site, (db) => db.deleteFrom('limits').execute())
  })

  test('each confirmed identity is audited, without naming the session', async () => {
    const admin = await deviceAfter({ lastSeenAt: 31 * minute })
    await confirmWithPassword(admin, '/admin/orders/export')
    await look(site, async (db) => {
      const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
      const entries = await db.selectFrom('auditEntries').selectAll().where('act', '=', 'admin.stepped-up').execute()
      expect(entries.length).toBeGreaterThan(0)
      expect(JSON.stringify(entries)).not.toContain(id)
    })
    expect(await (await admin.get('/admin')).text()).toContain(todayPage.title)
  })
})
