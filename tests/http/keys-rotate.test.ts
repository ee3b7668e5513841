import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recoverySheetName } from '#content/recovery-sheet.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookAppointmentOn } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/connections.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { runToEnd } from '#tests/support/site.ts'
import { visitor } from '#tests/support/visitor.ts'

test.each(databasesFor(import.meta.url))(
  'the encryption key can be rotated while the site runs, on %s',
  async (kind) => {
    const next = randomBytes(32).toString('base64')
    const nextKey: Record<string, string> = kind === 'postgres' ? { ENCRYPTION_KEY_NEXT: next } : {}
    const site = await startSiteForTest(kind, { ...adminSettings, ...nextKey, ABUSE_LIMITS: 'off' })
    const settings = { DATA_DIR: site.dataDir, PUBLIC_URL: site.url, ...site.settings }
    const sheetFile = join(site.dataDir, recoverySheetName)
    const sheet = () => readFileSync(sheetFile, 'utf8')
    const keyOnSheet = () => /ENCRYPTION_KEY=(.+)/.exec(sheet())![1]!
    const oldKey = keyOnSheet()
    expect(statSync(sheetFile).mode & 0o777).toBe(0o600)
    for (const line of [`PUBLIC_URL=${site.url}`, `DATA_DIR=${site.dataDir}`, 'BACKUP_DIR='])
      expect(sheet()).toContain(line)
    // The operator prints the sheet and deletes it.
    rmSync(sheetFile)
    const patient = { name: 'Maya', email: 'maya@example.com', phone: '(205) 555-0100', health: 'sore knee' }
    const early = visitor(site)
    await early.post(bookingOfAService, patient)
    const appointmentId = await bookAppointmentOn(site)
    expect((await runCommand('backup', [], settings)).code).toBe(0)
    expect(existsSync(sheetFile), 'it is not written again').toBe(false)

    const changed = await runCommand('keys-rotate', [], settings)
    expect(changed).toEqual({ code: 0, said: expect.stringMatching(/^\d+ record keys were rewrapped/) })
    const newKey = keyOnSheet()
    expect(newKey).not.toBe(oldKey)
    if (kind === 'postgres') expect(newKey).toBe(next)
    const bytes = (name: string) => readFileSync(join(site.dataDir, name), 'utf8')
    if (kind === 'sqlite') expect(bytes('encryption-key')).toBe(newKey)

    const shows = async (of: typeof site) =>
      (await (await signInAsAdmin(of)).post(`/admin/appointments/${appointmentId}`, { intent: 'health' })).text()
    expect(await shows(site), 'the running site').toContain('tired')
    expect((await early.get('/booking/widget')).status).toBe(200)
    expect((await visitor(site).post(bookingOfAService, patient)).status).toBe(303)
    const wrappedBy = await look(site, (db) => db.selectFrom('recordKeys').select('wrappedBy').distinct().execute())
    expect(wrappedBy).toHaveLength(1)
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select('act').where('act', '=', 'keys.rotated').execute(),
    )
    expect(acts).toHaveLength(1)

    // A backup made before the rotation opens with the new key alone.
    const folder = join(site.dataDir, 'backups')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.backup'))) {
      const only = { ...settings, ENCRYPTION_KEY: newKey, ENCRYPTION_KEY_NEXT: undefined }
      expect(await runCommand('restore', [join(folder, name), '--check'], only)).toMatchObject({ code: 0 })
    }

    await site.stop({ keepData: true })
    const started = { ...site.settings, DATA_DIR: site.dataDir, ENCRYPTION_KEY_NEXT: '' }
    const rejected = await runToEnd({ ...started, ENCRYPTION_KEY: oldKey, PORT: String(await freePort()) })
    expect(rejected).toEqual({ code: 1, output: expect.stringMatching(/^ENCRYPTION_KEY is not the one[^\n]*\n$/) })
    const again = await startSiteForTest(kind, { ...started, ENCRYPTION_KEY: kind === 'postgres' ? newKey : '' })
    expect(await shows(again), 'the site after a restart').toContain('tired')
  },
)

test('keys:rotate without ENCRYPTION_KEY_NEXT exits with a one-line message', async () => {
  const site = await startSiteForTest('sqlite', { ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  const { code, said } = await runCommand('keys-rotate', [], { DATA_DIR: site.dataDir, ...site.settings })
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^ENCRYPTION_KEY_NEXT: set[^\n]*\n$/) })
})
