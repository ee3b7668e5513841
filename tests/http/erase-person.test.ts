import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#app/database/tables.ts'
import { submitDraft } from '#app/domain/booking/drafts.server.ts'
import { sendMessage } from '#app/domain/contact/messages.server.ts'
import { findSuppressedSince } from '#app/domain/newsletter/suppressions.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { erasePage as words } from '#content/pages/admin-erase.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { bookingDeps, bookTestAppointment } from '#tests/support/booking.ts'
import { contentClinic, testVault } from '#tests/support/test-deps.ts'
import { besideSite, databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { until } from '#tests/support/timing.ts'
import { shownOf } from '#tests/support/shown.ts'
import { visitor } from '#tests/support/visitor.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

const path = '/admin/system/erase'
const day = 86_400_000
/** As created by `bookTestAppointment`. */
const maya = { email: 'p7@example.com', phone: '(205) 555-1007' }

const readSecret = ({ dataDir, settings }: Site, name: 'SESSION_SECRET' | 'ENCRYPTION_KEY') =>
  settings[name] ?? readFileSync(join(dataDir, name.toLowerCase().replace('_', '-')), 'utf8').trim()

/** Creates every kind of record about a person. */
async function leaveTraces(site: Site, n: number) {
  const email = `p${n}@example.com`
  const phone = `+1 205.555.${1000 + n}`
  const encryptionKey = readSecret(site, 'ENCRYPTION_KEY')
  const appointments = await besideSite(site, async (database) => {
    const ids: string[] = []
    for (const start of [`2026-05-${10 + n}T10:00`, `2026-05-${10 + n}T13:00`]) {
      const booked = await bookTestAppointment(database, { n, start, encryptionKey })
      if (!booked.ok) throw new Error(`it was not booked: ${booked.reason}`)
      ids.push(booked.appointment.id)
    }
    // The first one is past, the other one is upcoming.
    const hour = 3_600_000
    const set = (id: string | undefined, startsAt: number, state: 'completed' | 'confirmed') =>
      database.db
        .updateTable('appointments')
        .set({ startsAt, endsAt: startsAt + hour, state })
        .where('id', '=', id!)
        .execute()
    await set(ids[0], Date.now() - 9 * day, 'completed')
    await set(ids[1], Date.now() + 9 * day, 'confirmed')
    const deps = {
      ...bookingDeps(database),
      vault: testVault(database, encryptionKey),
      signer: createSigner(readSecret(site, 'SESSION_SECRET')),
      clinic: contentClinic,
    }
    const patient = { name: `Patient ${n}`, email: `other${n}@example.com`, phone, health: 'tired' }
    await submitDraft(deps, { serviceId: 'general', patient }, { now: Date.now() })
    const message = { name: `Patient ${n}`, email, message: 'May I bring my dog?' }
    await sendMessage(deps, { message, sender: undefined, now: Date.now() })
    const about = { kind: 'appointment-links', ids: { email }, recipient: email, limitedAs: undefined } as const
    await database.transaction((tx) => sendEmail({ tx, ...deps }, about))
    return ids
  })
  const byEmail = await placeOrderOn(site, { contact: { name: `Patient ${n}`, email, note: 'My knee hurts.' } })
  const contact = { name: `Patient ${n}`, email: `second${n}@example.com`, phone }
  const byPhone = await placeOrderOn(site, { contact })
  expect((await visitor(site).post('/', { email })).status).toBe(303)
  expect((await visitor(site).post('/login?mode=sign-up', { email, password: 'a quiet river in spring' })).status).toBe(
    303,
  )
  await look(site, async (db) => {
    const message = await db.selectFrom('messages').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const reply = { messageId: message.id, text: `Hello Patient ${n}`, emailId: 'gone', sentBy: 'account', sentAt: 1 }
    await db
      .insertInto('messageReplies')
      .values({ id: randomUUID(), ...reply })
      .execute()
    const { id } = await db.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const campaign = { id: randomUUID(), url: 'https://blog.example/a', state: 'done', createdAt: 1 } as const
    await db
      .insertInto('campaigns')
      .values({ ...campaign, endedAt: Date.now() })
      .execute()
    const sent = {
      id: randomUUID(),
      kind: 'newsletter',
      ids: '{}',
      state: 'sent',
      messageId: `<${id}@clinic.example>`,
      createdAt: 1,
    } as const
    await db
      .insertInto('emails')
      .values({ campaignId: campaign.id, subscriberId: id, recipient: email, ...sent })
      .execute()
    const file = { id: randomUUID(), state: 'done', throughLine: 1, lastLine: 1, createdAt: Date.now() } as const
    await db.insertInto('subscriberImports').values(file).execute()
    await db
      .insertInto('subscriberImportLines')
      .values({ importId: file.id, position: 1, line: 1, address: email, outcome: 'known' })
      .execute()
  })
  return { appointments, orders: [byEmail, byPhone] }
}

/** Every row of the database that still contains a name, by table. */
const rowsWith = (site: Site, names: RegExp) =>
  besideSite(site, async ({ kind, db }) => {
    const { readShapes } = await import('#app/database/backups/table-shapes.server.ts')
    const found: Record<string, number> = {}
    for (const { name } of await readShapes(kind, db)) {
      const rows = await db
        .selectFrom(name as 'jobs')
        .selectAll()
        .execute()
      const text = (row: object) =>
        Object.values(row)
          .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
          .join('\n')
      const naming = rows.filter((row) => names.test(text(row)))
      if (naming.length > 0) found[name] = naming.length
    }
    return found
  })

describe.each(databasesFor(import.meta.url))('erasing a person on %s', (kind) => {
  let site: Site
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let traces: Awaited<ReturnType<typeof leaveTraces>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    traces = await leaveTraces(site, 7)
    await leaveTraces(site, 8)
    admin = await signInAsAdmin(site)
  }, 60_000)
  afterAll(() => site.stop())

  const ofPerson = /Patient 7|p7@example|second7@|other7@|555\D*1007/

  test('shows first what will be erased, and puts no personal data into a URL', async () => {
    const answer = await admin.post(path, { intent: 'find', ...maya })
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toContain('no-store')
    for (const { number } of traces.orders) expect(html).toContain(number)
    for (const id of traces.appointments) expect(html).toContain(id)
    const { upcoming, past, order, messages, drafts, newsletters, importLines, subscription, waitlist } = words.found
    const found = [upcoming, past, order, messages(1), drafts(1), newsletters(1), importLines(1), subscription]
    expect(shownOf(html, [...found, words.account, waitlist(0), words.found.giftCards(0), words.keptLink])).toEqual([
      ...[...found, words.account],
    ])
    const [row = ''] = html.split(`appointments/${traces.appointments[0]}"`)[1]!.split('</li>')
    expect(shownOf(row, [upcoming, past])).toEqual([past])
    expect(html).not.toContain('Patient 8')
    expect(await rowsWith(site, ofPerson)).toMatchObject({ appointments: 2, orders: 2, messages: 1, users: 1 })
  })

  test.each([
    ['neither address nor number', {}, words.needed],
    ['an address that is none', { email: 'p7@' }, 'Enter an email address in the form'],
    ['a number that is none', { phone: '12' }, 'Enter a phone number such as'],
  ])('says what is wrong with %s', async (_, fields, says) => {
    const answer = await admin.post(path, { intent: 'find', ...fields } as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(says)
  })

  test('reports when no data matches', async () => {
    const answer = await admin.post(path, { intent: 'find', email: 'unknown@example.com' })
    const parts = [words.found.nothing, words.found.heading, words.button]
    expect(shownOf(await answer.text(), parts)).toEqual(parts.slice(0, 1))
  })

  test('asks for the password first', async () => {
    expect((await admin.post(path, { intent: 'erase', ...maya })).status).toBe(403)
    expect(await rowsWith(site, ofPerson)).toMatchObject({ appointments: 2, orders: 2, messages: 1 })
  })

  test('does not erase the clinic’s own address, nor a person with a health answer under a retention hold', async () => {
    const own = await confirmWithPassword(admin, path, { intent: 'erase', email: adminSettings.ADMIN_EMAIL })
    expect([own.status, (await own.text()).includes(words.ownAddress)]).toEqual([409, true])
    const [id = ''] = traces.appointments
    const keep = (healthKept: number) =>
      look(site, (db) => db.updateTable('appointments').set({ healthKept }).where('id', '=', id).execute())
    await keep(1)
    const conflict = await confirmWithPassword(admin, path, { intent: 'erase', ...maya })
    expect([conflict.status, (await conflict.text()).includes(`/admin/appointments/${id}`)]).toEqual([409, true])
    expect(await rowsWith(site, ofPerson)).toMatchObject({ appointments: 2, orders: 2, messages: 1 })
    await keep(0)
  })

  test('leaves no row that names the person, frees the time, and preserves the accounting records', async () => {
    const before = await look(site, (db) =>
      db.selectFrom('orders').select(['id', 'totalCents']).orderBy('id').execute(),
    )
    const answer = await confirmWithPassword(admin, path, { intent: 'erase', account: 'on', ...maya })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Erased: 2 appointments, 2 orders, 1 message')
    expect(await rowsWith(site, ofPerson)).toEqual({})

    const [past = '', upcoming = ''] = traces.appointments
    const left = await look(site, async (db) => ({
      orders: await db.selectFrom('orders').select(['id', 'totalCents']).orderBy('id').execute(),
      appointments: await db
        .selectFrom('appointments')
        .select(['id', 'state', 'health', 'name'])
        .where('id', 'in', traces.appointments)
        .execute(),
      keys: await db.selectFrom('recordKeys').select('id').where('id', 'in', traces.appointments).execute(),
      entries: await db.selectFrom('auditEntries').selectAll().where('act', '=', 'person.erased').execute(),
      others: await db.selectFrom('orders').select('id').where('name', '=', 'Patient 8').execute(),
    }))
    expect(left.orders).toEqual(before)
    expect(left.appointments.find(({ id }) => id === past)).toMatchObject({
      state: 'completed',
      health: null,
      name: '',
    })
    expect(left.appointments.find(({ id }) => id === upcoming)).toMatchObject({ state: 'cancelled', health: null })
    expect(left.keys).toEqual([])
    // A job offers the hour to the waitlist first.
    await until(async () => (await look(site, (db) => listHeld(db, upcoming))).length === 0)
    expect(left.entries).toMatchObject([{ record: null, detail: expect.stringContaining('appointments: 2') }])
    expect(left.others).toHaveLength(2)

    const signer = createSigner(readSecret(site, 'SESSION_SECRET'))
    expect(await look(site, (db) => findSuppressedSince({ db, signer }, maya.email))).toBeDefined()
    const again = await confirmWithPassword(admin, path, { intent: 'erase', ...maya })
    expect(await again.text()).toContain(words.nothingDone)
  })

  test('is recorded next to the backups without readable personal data', async () => {
    const file = join(site.dataDir, 'backups', 'clinic.erased')
    const text = await until(async () => {
      try {
        return readFileSync(file, 'utf8').includes('"email"') ? readFileSync(file, 'utf8') : undefined
      } catch {
        return undefined
      }
    })
    expect(text).not.toMatch(ofPerson)
    await until(async () => {
      const jobs = await look(site, (db) => db.selectFrom('jobs').select('kind').execute())
      return jobs.every(({ kind }) => kind !== 'note-erasure') || undefined
    })
  })

  test('preserves the account unless it is selected', async () => {
    const done = await confirmWithPassword(admin, path, { intent: 'erase', email: 'p8@example.com' })
    expect(done.status).toBe(200)
    expect(await rowsWith(site, /p8@example/)).toEqual({ users: 1 })
  })
})

test('only the admin can search for people', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, WORKER: 'off' })
  const stranger = visitor(site)
  expect((await stranger.get(path)).headers.get('Location')).toBe('/')
  expect((await stranger.post(path, { intent: 'find', ...maya })).status).toBe(403)
})

const listHeld = (db: Db, appointmentId: string) =>
  db.selectFrom('heldQuanta').select('holder').where('holder', '=', `appointment:${appointmentId}`).execute()
