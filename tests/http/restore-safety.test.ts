import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { feedPath, feedPurpose, feedLinkPayload } from '#app/domain/booking/calendar/clinic-feed.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { bookTestAppointment } from '#tests/support/booking.ts'
import {
  besideSite,
  databasesFor,
  look,
  settingsFor,
  startSiteForTest,
  type startSiteOn,
} from '#tests/support/databases.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

const readSecrets = ({ dataDir, settings }: Site) => ({
  SESSION_SECRET: settings.SESSION_SECRET ?? readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY ?? readFileSync(join(dataDir, 'encryption-key'), 'utf8').trim(),
})

const backUp = async (site: Site) => {
  const settings = { DATA_DIR: site.dataDir, PUBLIC_URL: site.url, ...site.settings }
  expect(await runCommand('backup', [], settings)).toMatchObject({ code: 0 })
  const folder = join(site.dataDir, 'backups')
  const names = readdirSync(folder).filter((name) => name.endsWith('.backup'))
  return join(folder, names.toSorted().at(-1)!)
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test.each(databasesFor(import.meta.url))(
  'a restore ends all access, and erases again every person erased since the backup, on %s',
  async (kind) => {
    const site = await startSiteForTest(kind, adminSettings)
    const secrets = readSecrets(site)
    const booked = await besideSite(site, (database) =>
      bookTestAppointment(database, { n: 1, encryptionKey: secrets.ENCRYPTION_KEY }),
    )
    if (!booked.ok) throw new Error('the booking failed')
    await placeOrderOn(site, { contact: { name: 'Patient 1', email: 'p1@example.com' } })
    await placeOrderOn(site, { contact: { name: 'Patient 1', email: 'same.phone@example.com', phone: '205-555-1001' } })
    await placeOrderOn(site, { contact: { name: 'Patient 2', email: 'p2@example.com', phone: '205-555-1002' } })
    const admin = await signInAsAdmin(site)
    await admin.post('/login/forgot', { email: adminSettings.ADMIN_EMAIL })
    const signer = createSigner(secrets.SESSION_SECRET)
    const feed = feedPath(signer.sign(feedPurpose, await besideSite(site, (database) => feedLinkPayload(database))))
    expect((await fetch(site.url + feed)).status).toBe(200)
    expect(await look(site, (db) => db.selectFrom('verifications').select('id').execute())).toHaveLength(1)
    const file = await backUp(site)

    const phone = '(205) 555-1001'
    const erased = await confirmWithPassword(admin, '/admin/system/erase', {
      intent: 'erase',
      email: 'p1@example.com',
      phone,
    })
    expect(erased.status).toBe(200)
    await until(async () => existsSync(join(site.dataDir, 'backups', 'clinic.erased')) || undefined)

    const settings = { ...adminSettings, ...(await settingsFor(kind)), ...secrets, DATA_DIR: newFolder() }
    const restored = await runCommand('restore', [file], settings)
    expect(restored).toEqual({
      code: 0,
      said: expect.stringMatching(
        /Erased again \(first erased [^)]+ [ap]m\): 1 appointment, 2 orders, \d+ stored emails/,
      ),
    })
    expect(restored.said).toMatch(/Signed out 1 session and canceled all password links and codes/)
    expect(restored.said).toContain('The calendar feed has a new link')

    const again = await startSiteForTest(kind, settings)
    const left = await look(again, async (db) => ({
      orders: (await db.selectFrom('orders').select('email').execute()).map(({ email }) => email).toSorted(),
      appointments: await db.selectFrom('appointments').select(['name', 'email', 'health']).execute(),
      keys: await db.selectFrom('recordKeys').select('id').where('id', '=', booked.appointment.id).execute(),
      emails: await db.selectFrom('emails').select('id').where('recipient', '=', 'p1@example.com').execute(),
      access: [
        ...(await db.selectFrom('sessions').select('id').execute()),
        ...(await db.selectFrom('verifications').select('id').execute()),
      ],
      acts: (await db.selectFrom('auditEntries').select('act').orderBy('sequence').execute()).map(({ act }) => act),
    }))
    expect(left).toMatchObject({
      orders: ['', '', 'p2@example.com'],
      appointments: [{ name: '', email: '', health: null }],
      keys: [],
      emails: [],
      access: [],
    })
    expect(left.acts.slice(-2)).toEqual(['person.erased', 'backup.restored'])
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const dashboard = await fetch(`${again.url}/admin`, { headers: { cookie }, redirect: 'manual' })
    expect(dashboard.headers.get('Location'), 'the old session no longer works').toBe('/')
    expect((await fetch(again.url + feed)).status).toBe(404)
    expect(await runCommand('audit-verify', [], { ...settings, PUBLIC_URL: again.url })).toMatchObject({
      code: 0,
      said: expect.stringContaining('is intact'),
    })
  },
)

test('a restore says that it cannot know who was erased without a list, and with it, after a rotation of SESSION_SECRET erases the same people again with the previous secret, or reports how many are back', async () => {
  const site = await startSiteForTest('sqlite', adminSettings)
  await placeOrderOn(site, { contact: { name: 'Patient 1', email: 'p1@example.com' } })
  const file = await backUp(site)
  expect(await runCommand('restore', [file], { ...readSecrets(site), DATA_DIR: newFolder() })).toEqual({
    code: 0,
    said: expect.stringContaining('it isn’t known whether anyone was erased since this backup'),
  })
  const admin = await signInAsAdmin(site)
  await confirmWithPassword(admin, '/admin/system/erase', { intent: 'erase', email: 'p1@example.com' })
  await until(async () => existsSync(join(site.dataDir, 'backups', 'clinic.erased')) || undefined)
  const { ENCRYPTION_KEY, SESSION_SECRET } = readSecrets(site)
  const rotated = { SESSION_SECRET: randomBytes(32).toString('hex'), SESSION_SECRET_PREVIOUS: SESSION_SECRET }
  expect(await runCommand('restore', [file], { ENCRYPTION_KEY, DATA_DIR: newFolder(), ...rotated })).toEqual({
    code: 0,
    said: expect.stringMatching(/Erased again \(first erased [^)]+ [ap]m\): 1 order/),
  })
  const DATA_DIR = newFolder()
  for (const options of [[file], [file, '--check']]) {
    const { code, said } = await runCommand('restore', options, { ENCRYPTION_KEY, DATA_DIR })
    expect([code, said]).toEqual([
      options.length - 1 ? 0 : 1,
      expect.stringContaining('SESSION_SECRET is not set. Set'),
    ])
  }
  expect(await runCommand('restore', [file, '--force'], { ENCRYPTION_KEY, DATA_DIR })).toEqual({
    code: 0,
    said: expect.stringContaining('1 person was erased since this backup was made'),
  })
})

test('a restore refuses a mistyped SESSION_SECRET, says that a list of erased people is damaged, and hands it on', async () => {
  const site = await startSiteForTest('sqlite', adminSettings)
  await placeOrderOn(site, { contact: { name: 'Patient 1', email: 'p1@example.com' } })
  const file = await backUp(site)
  const admin = await signInAsAdmin(site)
  await confirmWithPassword(admin, '/admin/system/erase', { intent: 'erase', email: 'p1@example.com' })
  const list = join(site.dataDir, 'backups', 'clinic.erased')
  await until(async () => existsSync(list) || undefined)
  const secrets = readSecrets(site)
  const mistyped = {
    ...secrets,
    SESSION_SECRET: secrets.SESSION_SECRET.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  }
  const DATA_DIR = newFolder()
  expect(await runCommand('restore', [file], { ...mistyped, DATA_DIR })).toEqual({
    code: 1,
    said: expect.stringMatching(/^SESSION_SECRET is not the one of this backup[^\n]*letter by letter[^\n]*\n$/),
  })
  expect(await runCommand('restore', [file, '--check'], { ...mistyped, DATA_DIR })).toEqual({
    code: 0,
    said: expect.stringMatching(/^The backup is complete[^\n]*\nSESSION_SECRET is not the one of this backup[^\n]*\n$/),
  })
  expect(await runCommand('restore', [file, '--force'], { ...mistyped, DATA_DIR: newFolder() })).toEqual({
    code: 0,
    said: expect.stringContaining('can’t be found with this SESSION_SECRET, and may be back'),
  })
  expect(await runCommand('restore', [file], { ...secrets, DATA_DIR })).toMatchObject({ code: 0 })
  // The backups of the new machine need it too.
  expect(readFileSync(join(DATA_DIR, 'backups', 'clinic.erased'), 'utf8').trim()).toBe(
    readFileSync(list, 'utf8').trim(),
  )
  const noFolder = join(newFolder(), 'file')
  writeFileSync(noFolder, '')
  for (const [unusable, says] of [
    [{ DATA_DIR: noFolder, BACKUP_DIR: newFolder() }, /^DATA_DIR: .+: a file is where its folder should be\.\n$/],
    [{ BACKUP_DIR: noFolder }, /clinic\.erased can’t be read \(ENOTDIR\)\.\n$/],
    [{ DATABASE_URL: 'postgres://clinic@127.0.0.1:1/clinic' }, /^DATABASE_URL: no server answers there\.\n$/],
  ] as const)
    expect(await runCommand('restore', [file], { ...secrets, DATA_DIR: newFolder(), ...unusable })).toEqual({
      code: 1,
      said: expect.stringMatching(says),
    })
  for (const damaged of ['', readFileSync(list, 'utf8').slice(0, 40)]) {
    writeFileSync(list, damaged)
    expect(await runCommand('restore', [file], { ...secrets, DATA_DIR: newFolder() })).toEqual({
      code: 0,
      said: expect.stringContaining('clinic.erased is damaged or empty'),
    })
    expect(await runCommand('restore', [file, '--check'], { ...secrets, DATA_DIR: newFolder() })).toEqual({
      code: 0,
      said: expect.stringContaining('clinic.erased is damaged or empty'),
    })
  }
})
