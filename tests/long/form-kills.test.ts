import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { verifyTrail } from '#app/domain/audit/verify-trail.server.ts'
import { verifyForms } from '#app/domain/forms/verify-forms.server.ts'
import type { Signing } from '#tests/processes/sign-form.ts'
import { bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { killCases } from '#tests/support/databases.ts'
import { runCommand, runKilled } from '#tests/support/run-command.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'

test.each(killCases)(
  'a form whose signing is killed $when any of its statements is there with its proof, or not at all, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-form-kills-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const url = kind === 'postgres' ? await newPostgresDatabase() : undefined
    const location = url ? { url } : { file: join(folder, 'clinic.db') }
    const database = openDatabase(location)
    onTestFinished(() => database.close())
    await migrate(database, migrations)
    const encryptionKey = randomBytes(32).toString('base64')
    const booked = await bookTestAppointment(database, { encryptionKey })
    const appointmentId = booked.ok ? booked.appointment.id : ''
    const deps = { database, vault: testVault(database, encryptionKey) }
    const count = async () => {
      const { db } = database
      const found = await Promise.all([
        db.selectFrom('signedForms').select('id').where('sealed', 'is not', null).execute(),
        db.selectFrom('formTexts').select('hash').execute(),
        db.selectFrom('recordKeys').select('id').where('purpose', '=', 'signed form').execute(),
        db.selectFrom('auditEntries').select('act').where('act', '=', 'form.signed').execute(),
      ])
      return found.map((rows) => rows.length)
    }
    let kills = 0
    for (let at = 1; ; at += 1) {
      const signing: Signing = { location, encryptionKey, appointmentId, now: dayOne, kill: { at, when } }
      const { wasKilled, said } = await runKilled('sign-form', signing)
      const there = await count()
      expect(
        [
          [0, 0, 0, 0],
          [1, 1, 1, 1],
        ],
        `killed ${when} statement ${at}`,
      ).toContainEqual(there)
      expect((await verifyTrail(deps)).ok).toBe(true)
      expect(await verifyForms(deps)).toEqual({ whole: there[0], ended: 0, faults: [] })
      if (!wasKilled) {
        expect([said, ...there]).toEqual(['signed', 1, 1, 1, 1])
        break
      }
      kills += 1
    }
    expect(kills).toBeGreaterThan(8)
    const settings = { ENCRYPTION_KEY: encryptionKey, SESSION_SECRET: randomBytes(32).toString('hex') }
    const place = { DATA_DIR: folder, PUBLIC_URL: 'http://localhost', ...(url && { DATABASE_URL: url }) }
    expect(await runCommand('audit-verify', [], { ...settings, ...place })).toMatchObject({ code: 0 })
  },
)
