import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getSubscriberTotals } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { admin as adminWords } from '#content/pages/admin.ts'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookAppointmentOn, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import {
  keepSending,
  move,
  newFolder,
  newTarget,
  readiness,
  refusesToStartWith,
  commandSettings,
  startMovable,
} from './moving.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { readStored } from '#tests/support/stored.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

const other = { sqlite: 'postgres', postgres: 'sqlite' } as const
test.each(databasesFor(import.meta.filename))(
  'a site moves to the other database without losing an accepted form, and rejected forms preserve their input, from %s',
  async (kind) => {
    const site = await startMovable(kind)
    const order = await placeOrderOn(site)
    const appointmentId = await bookAppointmentOn(site)
    const messageId = await sendMessageOn(site)
    const admin = await signInAsAdmin(site)
    const member = accountHolder(site)
    await member.signUp({ name: 'Grace Kim', email: 'grace@example.com', password: goodPassword })
    const target = await newTarget(site, other[kind])
    const sending = keepSending(site)
    await until(async () => sending.sent.length > 10 || undefined)

    const { code, said } = await move(site, '--to', target.to)
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('identical on both sides') })
    const moved = sending.sent.length
    await until(async () => sending.sent.length > moved + 10 || undefined)
    await sending.stop()

    expect(said).toMatch(/^subscribers +\d+ rows [0-9a-f]{16}$/m)
    expect(said).toContain(kind === 'sqlite' ? 'set DATABASE_URL=postgres://postgres@' : 'set DATA_DIR=')
    expect(said).not.toContain(':postgres@')
    const accepted = sending.sent.filter(({ status }) => status === 303)
    const rejected = sending.sent.filter(({ status }) => status !== 303)
    expect(accepted.length).toBeGreaterThan(0)
    expect(rejected.length).toBeGreaterThan(10)
    for (const { status, html, typed, failure, form } of rejected) {
      expect(status, form).toBe(503)
      expect(html, form).toContain(failure)
      for (const text of typed) expect(html, form).toContain(text)
    }

    // The old site still serves pages, but accepts no writes.
    expect(await readiness(site)).toBe(503)
    for (const path of ['/', '/products', order.path]) expect((await fetch(site.url + path)).status, path).toBe(200)
    expect((await admin.get(`/admin/messages/${messageId}`)).status).toBe(200)
    const acted = await admin.post(`/admin/messages/${messageId}`, { handled: 'yes' })
    expect([acted.status, (await acted.text()).includes(adminWords.notStored)]).toEqual([503, true])
    expect((await visitor(site).post('/login', adminSettingsLogin)).status).toBe(503)
    const stays = await member.logOut()
    expect([stays.status, await member.isSignedIn()]).toEqual([503, true])
    expect(await stays.text()).toContain('<h1')
    await site.stop({ keepData: true })
    const refusesToStart = refusesToStartWith({ ...site.settings, DATA_DIR: site.dataDir })
    await refusesToStart(
      /^(DATA_DIR: |DATABASE_URL: )?The database was moved to \S+ at [^:]+:[^\n]+set DATABASE_URL or DATA_DIR/,
    )

    const there = await startMovable(other[kind], target.settings)
    const { stored, badSums } = await look(there, (db) => readStored({ db }))
    const addresses = new Set(stored.map(({ email }) => email))
    expect(accepted.filter(({ email }) => !addresses.has(email))).toEqual([])
    expect(rejected.filter(({ email }) => addresses.has(email))).toEqual([])
    expect(badSums).toEqual([])
    // Jobs that the old site was running when it closed are retried when their leases expire.
    const emails = () => look(there, (db) => db.selectFrom('emails').select('state').execute())
    await until(async () => (await emails()).every(({ state }) => state === 'kept') || undefined)
    const page = await fetch(there.url + order.path)
    expect([page.status, (await page.text()).includes(order.number)]).toEqual([200, true])
    // The admin's session still works.
    const stillAdmin = visitor(there)
    for (const [name, value] of admin.cookies) stillAdmin.cookies.set(name, value)
    expect((await stillAdmin.post(`/admin/messages/${messageId}`, { handled: 'yes' })).status).toBe(303)
    const health = await (await signInAsAdmin(there)).post(`/admin/appointments/${appointmentId}`, { intent: 'health' })
    expect(await health.text()).toContain('tired')
    const { code: whole } = await runCommand('audit-verify', [], commandSettings(there))
    expect(whole).toBe(0)
    const totals = await look(there, (db) => getSubscriberTotals({ db }))
    const rows = await look(there, (db) => db.selectFrom('subscribers').select('state').execute())
    expect(totals.subscribed).toBe(rows.filter(({ state }) => state === 'subscribed').length)
    expect((await visitor(there).post('/', { email: 'later@example.com' })).status).toBe(303)
  },
)

const adminSettingsLogin = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }

test('an impossible move exits with one line that contains no password, and the site still accepts writes', async () => {
  const site = await startMovable('sqlite')
  const url = new URL(await newPostgresDatabase())
  url.password = 's3cret'
  const expectError = async (options: string[], line: RegExp, settings: Record<string, string> = {}) => {
    const { code, said } = await runCommand('restore', options, { ...commandSettings(site), ...settings })
    expect({ code, lines: said.trim().split('\n').length, said }).toEqual({
      code: 1,
      lines: 1,
      said: expect.stringMatching(line),
    })
    expect(said).not.toContain('s3cret')
  }
  await expectError(['--to', url.href, '--reopen'], /^npm run restore -- FILE/)
  await expectError(['--to', url.href], /^postgres:\S+: the password is wrong\./)
  const empty = join(newFolder(), 'clinic.db')
  await expectError(['--to', empty], /made with a different ENCRYPTION_KEY/, {
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  })
  expect(existsSync(empty)).toBe(false)
  expect(await readiness(site)).toBe(200)
})
