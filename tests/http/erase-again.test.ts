import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { waitlistOrder } from '#content/audit.ts'
import { confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { patient, startPaidBookings } from '#tests/support/paid-bookings.ts'
import { runBeside, runCommand } from '#tests/support/run-command.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

const ben = { name: 'Ben', email: 'ben@example.com', phone: '(205) 555-0143' }

test.each(databasesFor(import.meta.url))(
  'who was erased after a backup is erased again when it is restored, and the audit trail proves that all is in order, on %s',
  async (kind) => {
    const { server, site, admin, person, book } = await startPaidBookings(kind, {
      ...{ payAhead: 'deposit', payAheadAmount: '50', cancelFee: '20' },
    })
    const paid = async (start: () => Promise<unknown>) => {
      await start()
      const session = server.newest()!
      server.pay(session.id)
      await person.get(/\/payments\/.*/.exec(session.paidUrl)![0])
    }
    await paid(book)
    await paid(() => person.post('/gift-cards', { intent: 'buy', amount: '5000', email: patient.email }))
    await placeOrderOn(site, { contact: { name: patient.name, email: patient.email, note: 'My knee hurts.' } })
    for (const { name, email, phone } of [patient, ben])
      await visitor(site).post('/waitlist', { name, email, phone, [serviceField('general')]: 'on' })

    const folder = join(site.dataDir, 'backups')
    expect(await runBeside(site, 'backup')).toMatchObject({ code: 0 })
    const { email, phone } = patient
    const erased = await confirmWithPassword(admin, '/admin/system/erase', { intent: 'erase', email, phone })
    expect(await erased.text()).toContain('Erased: 1 appointment, 1 order')
    await until(async () => existsSync(join(folder, 'clinic.erased')) || undefined)
    expect(await runBeside(site, 'audit-verify')).toMatchObject({ code: 0 })

    const dataDir = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const read = (name: string) => readFileSync(join(site.dataDir, name), 'utf8').trim()
    const secrets: Record<string, string> =
      kind === 'sqlite' ? { SESSION_SECRET: read('session-secret'), ENCRYPTION_KEY: read('encryption-key') } : {}
    const empty: Record<string, string> = kind === 'sqlite' ? {} : { DATABASE_URL: await newPostgresDatabase() }
    const settings = { ...site.settings, ...secrets, ...empty, DATA_DIR: dataDir }
    const backup = readdirSync(folder)
      .filter((name) => name.endsWith('.backup'))
      .toSorted()
      .at(-1)!
    const restored = await runCommand('restore', [join(folder, backup)], settings)
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Erased again') })

    const again = await startSiteForTest(kind, settings)
    const found = await look(again, async (db) => ({
      appointments: await db.selectFrom('appointments').select('name').execute(),
      orders: await db.selectFrom('orders').select('name').execute(),
      cards: await db.selectFrom('giftCards').select('email').execute(),
      waiting: await db.selectFrom('waitlistEntries').select(['name', 'state']).orderBy('place').execute(),
    }))
    expect(found).toEqual({
      appointments: [{ name: '' }],
      orders: [{ name: '' }],
      cards: [{ email: '' }],
      waiting: [
        { name: '', state: 'left' },
        { name: ben.name, state: 'waiting' },
      ],
    })
    const desk = await signInAsAdmin(again)
    const path = '/admin/waitlist'
    const [, people = ''] = /<select[^>]*name="person"[^>]*>(.*?)<\/select>/s.exec(await (await desk.get(path)).text())!
    const first = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 2 })
    for (const [, one = ''] of people.matchAll(/value="([^"]*)"/g))
      for (let days = 0; days < 10; days += 1)
        await desk.post(path, { intent: 'offer', day: first.add({ days }).toString(), time: '11:00', person: one })
    const verify = () => runBeside(again, 'audit-verify')
    expect(await verify()).toEqual({ code: 0, said: expect.stringContaining(waitlistOrder.whole(1)) })
    await look(again, (db) =>
      db.updateTable('auditEntries').set({ who: 'patient' }).where('act', '=', 'waitlist.left').execute(),
    )
    expect(await verify()).toMatchObject({
      code: 1,
      said: expect.stringContaining('it was changed after it was written'),
    })
  },
  180_000,
)
