import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { Site } from './site.ts'
import { besideSite, look } from './databases.ts'
import { listSubscribers } from './subscribers.ts'
import { countedItems } from '#app/domain/catalogue/stock.ts'
import { toMovement } from '#app/domain/catalogue/stock.server.ts'
import { products, services } from './catalogue.ts'
import { placeOrderOn } from './shopper.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { sendMessage } from '#app/domain/contact/messages.server.ts'
import { recordFailure, recordFailedTry } from '#app/domain/outbox/emails.server.ts'
import { sealCalendar } from '#app/domain/private-calendars/sealed-calendar.server.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { bookTestAppointment } from './booking.ts'
import { contentClinic, testVault } from './test-deps.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'

type Running = Site & { settings: Record<string, string> }

const hour = 60 * 60_000

/** The longest possible name, without a place to break the line; the website's forms accept it. */
export const unbrokenName = 'W'.repeat(200)

/** Fills every page of the dashboard with short and long records, as after a busy morning. */
export async function fillDashboard(site: Running) {
  const now = Date.now()
  const accountId = randomUUID()
  const maya = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' }
  const robert = { name: 'Robert Bartholomew Ellis-Montgomery', email: 'robert.bartholomew.ellis@a-long-name.example' }
  const { number } = await placeOrderOn(site, { contact: maya, now: now - hour })
  await placeOrderOn(site, { contact: robert, now: now - 3 * hour })
  await placeOrderOn(site, { contact: { name: 'Priya Menon', email: 'priya@example.org' }, now: now - 50 * hour })
  await look(site, async (db) => {
    await db
      .insertInto('messages')
      .values([
        message('Grace Kim', 'Do you offer follow-up visits by telehealth in the evening?', now - hour),
        message(
          'Tom Alvarez',
          'How do I prepare for Shirodhara?\n\nAnd can I drive afterward? '.repeat(4),
          now - 26 * hour,
        ),
        message(unbrokenName, 'Hello', now - 27 * hour),
      ])
      .execute()
    await listSubscribers(db, [
      { email: 'a.whitfield@example.com', subscriptionDate: now - 24 * hour },
      { email: 'a-very-long-address-of-somebody-who-likes-them-long@mail.a-long-name.example' },
      { email: 'bounced@example.net', state: 'bounced' },
      { email: 'left@example.net', state: 'unsubscribed', subscriptionDate: now - 99 * hour },
      ...Array.from({ length: 60 }, (_, index) => ({ email: `reader-${index}@example.org` })),
    ])
    const counted = countedItems(products).at(-1)!.id
    await db.insertInto('stock').values({ saleItem: counted, count: 2, changedAt: now }).execute()
    await db.insertInto('stockMovements').values(movementsOf(counted, now)).execute()
    await db
      .insertInto('privateCalendars')
      .values([
        privateCalendar({
          host: 'calendar.example',
          readAt: now - hour,
          checkedAt: now - hour,
          oddities: 'unknown-zone',
        }),
        privateCalendar({ host: `${'a-long-name.'.repeat(6)}example`, checkedAt: now - hour, failure: 'sign-in' }),
        privateCalendar({ id: accountId, host: 'dav.example', readAt: now - hour, checkedAt: now - hour }),
      ])
      .execute()
    await db
      .updateTable('emails')
      .set({ state: 'failed', trouble: 'email', lastError: '550 5.1.1 no such mailbox' })
      .where('recipient', '=', maya.email)
      .execute()
  })
  await putWaitlist(site, now)
  await readAccountOn(site, accountId, ['Lessons', unbrokenName])
  await recordActs(site, [{ act: 'order.changed', record: `order:${number}`, detail: 'new to confirmed' }])
  await recordActs(site, [{ act: 'subscriber.added', record: 'subscriber:1' }])
}

const message = (name: string, text: string, sentAt: number) => ({
  id: randomUUID(),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  text,
  sentAt,
  handledAt: null,
})

/** Its address does not open, so it stays as it is. */
const privateCalendar = (more: Partial<Insertable<Tables['privateCalendars']>> & { host: string }) => ({
  id: randomUUID(),
  person: 'person:clinic' as const,
  source: Buffer.from('sealed'),
  addedAt: Date.now() - 48 * hour,
  readAt: null,
  oddities: '',
  failure: null,
  ...more,
})

/** As after a check that found these calendars in a CalDAV account; the last is not read. */
export const readAccountOn = (site: AnySite, id: string, names: string[]) =>
  besideSite(site, (database) =>
    database.transaction(async (tx) => {
      // Which nobody asks: it is private.
      const url = 'https://127.0.0.1/'
      const calendars = names.map((name, index) => ({ url: `${url}${index}/`, name, isRead: index < names.length - 1 }))
      const account = { source: { kind: 'caldav' as const, url }, choice: { calendars, readsNew: true } }
      const source = await sealCalendar(testVault(database, encryptionKeyOf(site)), tx, id, account)
      await tx.updateTable('privateCalendars').set({ source }).where('id', '=', id).execute()
    }),
  )

const encryptionKeyOf = ({ settings, dataDir }: AnySite) =>
  settings?.ENCRYPTION_KEY ?? readFileSync(join(dataDir, 'encryption-key'), 'utf8').trim()

type AnySite = { dataDir: string; settings?: Record<string, string> }

const telehealthQuestion = {
  name: 'Grace Kim',
  email: 'grace@example.com',
  message: 'Do you see people by telehealth?',
}

let lastSentAt = 0

/** Adds a message to the database of a running site; returns its id. */
export const sendMessageOn = (site: AnySite, more: Partial<typeof telehealthQuestion> = {}) =>
  besideSite(site, async (database) => {
    const secret = site.settings?.SESSION_SECRET ?? readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim()
    const deps = { database, queue: createQueue(database), clinic: contentClinic, mailDomain: 'clinic.example' }
    // Lists are in the order of time, which two in one millisecond would not have.
    lastSentAt = Math.max(Date.now(), lastSentAt + 1)
    const sent = { message: { ...telehealthQuestion, ...more }, sender: undefined, now: lastSentAt }
    await sendMessage({ ...deps, signer: createSigner(secret) }, sent)
    const row = database.db.selectFrom('messages').select('id').orderBy('sentAt', 'desc').limit(1)
    return (await row.executeTakeFirstOrThrow()).id
  })

let booked = 0

/** Books an appointment that began a minute ago in the database of a running site; returns its id. */
export const bookAppointmentOn = (site: AnySite) =>
  besideSite(site, async (database) => {
    const encryptionKey = encryptionKeyOf(site)
    // Each at a time of its own, which it keeps although it is moved.
    booked += 1
    const start = `2026-05-${11 + (booked % 5)}T${10 + (Math.floor(booked / 5) % 6)}:00`
    const outcome = await bookTestAppointment(database, { encryptionKey, start })
    if (!outcome.ok) throw new Error(`the booking failed: ${outcome.reason}`)
    const { id } = outcome.appointment
    const now = Date.now()
    const { from } = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
    const times = { startsAt: Math.max(from, now - 60_000), endsAt: now + 3_600_000 }
    await database.db.updateTable('appointments').set(times).where('id', '=', id).execute()
    return id
  })

/** Bounces the emails of a kind, as a mail server may after accepting them; returns their ids. */
export const bounceEmails = (site: AnySite, kind: string, detail = '550 no such mailbox') =>
  besideSite(site, async (database) => {
    const emails = await database.db.selectFrom('emails').select('id').where('kind', '=', kind).execute()
    const ids = emails.map(({ id }) => id)
    await database.transaction(async (tx) => {
      await tx.deleteFrom('jobs').where('id', 'in', ids).execute()
      await tx
        .updateTable('emails')
        .set({ state: 'waiting', raw: null, sentAt: null, handledAt: null })
        .where('id', 'in', ids)
        .execute()
      for (const id of ids) {
        await recordFailedTry(tx, id, { scope: 'email', detail })
        await recordFailure(tx, id)
      }
    })
    return ids
  })

/** Records acts in the database of a running site with the site's secrets, as a command does. */
export async function recordActs(
  site: Pick<Site, 'dataDir'> & { settings: Record<string, string> },
  acts: Act[],
  actor: Actor = { who: 'operator', from: 'here' },
) {
  await besideSite(site, async (database) => {
    const vault = testVault(database, encryptionKeyOf(site))
    for (const act of acts) await database.transaction((tx) => recordAct({ tx, vault }, actor, act))
  })
}

/** How a count became 2. */
const movementsOf = (saleItem: string, now: number) => [
  toMovement({ saleItem, kind: 'counted', before: null, after: 6, who: 'somebody', now: now - 30 * hour }),
  toMovement({ saleItem, kind: 'ordered', before: 6, after: 3, orderNumber: 'K7F-29Q', now: now - 3 * hour }),
  toMovement({
    saleItem,
    kind: 'corrected',
    before: 3,
    after: 2,
    reason: 'Broken jar',
    who: 'somebody',
    now: now - hour,
  }),
]

/** Two people wait, and the first has an offer. */
const putWaitlist = (site: AnySite, now: number) =>
  look(site, async (db) => {
    const waiting = {
      phoneDigits: '',
      person: null,
      fromTime: null,
      untilTime: '12:00',
      lastDay: '2199-12-31',
      silent: 0,
    }
    const wishes = {
      serviceIds: JSON.stringify([services[0]!.id]),
      weekdays: '[2,4]',
      state: 'waiting',
      joinedAt: now,
    } as const
    await db
      .insertInto('waitlistEntries')
      .values([
        {
          ...waiting,
          ...wishes,
          id: 'first',
          place: 1,
          firstPlace: 1,
          name: 'Anjali Deshpande',
          email: 'anjali@example.com',
          phone: '(205) 555-0133',
        },
        {
          ...waiting,
          ...wishes,
          id: 'second',
          place: 2,
          firstPlace: 2,
          name: unbrokenName,
          email: 'long@example.com',
          phone: '(205) 555-0134',
        },
      ])
      .execute()
    await db
      .insertInto('waitlistOffers')
      .values({
        ...{
          id: 'offer',
          entryId: 'second',
          serviceId: services[0]!.id,
          person: 'person:clinic',
          room: null,
          byClinic: 0,
        },
        ...{ startsAt: now + 50 * hour, endsAt: now + 51 * hour, offeredAt: now, until: now + 4 * hour, state: 'open' },
        passed: JSON.stringify([{ reason: 'day', places: [1] }]),
      })
      .execute()
  })
