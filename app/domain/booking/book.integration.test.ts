import { withoutEntry } from '#tests/support/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { mergePatients } from '#app/domain/patients/change-person.server.ts'
import { at, bookingDeps, bookingRules, dayOne } from '#tests/support/booking.ts'
import { desk, putConfirmedAccount, recordOf } from '#tests/support/patients.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { bookAppointment } from './book.server.ts'
import type { BookingContent } from './booking-content.ts'
import { findDraft, submitDraft } from './drafts.server.ts'

const now = dayOne
const rules = bookingRules
const deps = bookingDeps
const two = [
  { id: 'anna', name: 'Anna' },
  { id: 'ravi', name: 'Ravi' },
]

type Wish = {
  n?: number
  email?: string
  phone?: string
  serviceId?: string
  start?: string
  personId?: string
  booking?: BookingContent
}

async function draftOf(
  database: Database,
  { n = 1, email = `p${n}@example.com`, phone = `(205) 555-${1000 + n}`, serviceId = 'general' }: Wish = {},
) {
  const patient = { name: `Patient ${n}`, email, phone, health: 'tired in the evening' }
  const saved = await submitDraft(deps(database), { serviceId, patient }, { now })
  const id = saved.ok ? saved.id : ''
  const draft = await findDraft({ ...deps(database), db: database.db }, id, now)
  if (!draft) throw new Error('the draft is gone')
  return draft
}

async function book(database: Database, wish: Wish = {}) {
  const draft = await draftOf(database, wish)
  const { start = '2026-05-05T10:00', personId, booking } = wish
  return bookAppointment(deps(database, booking), { draft, startsAt: at(start), personId, now })
}

const timeZone = 'America/Chicago'
const clock = (epochMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16)

describe('booking a time', () => {
  test('stores it with the sealed health answer and deletes the draft', async () => {
    const database = await openTestDatabase()
    expect(await book(database)).toMatchObject({ ok: true, appointment: { state: 'confirmed' } })
    const [row] = await database.db.selectFrom('appointments').selectAll().execute()
    expect(row).toMatchObject({
      startsAt: at('2026-05-05T10:00'),
      endsAt: at('2026-05-05T11:00'),
      person: 'person:clinic',
      room: 'room:one',
    })
    expect(Buffer.from(row?.health ?? []).toString('latin1')).not.toContain('tired')
    const opened = await testVault(database).open(
      database.db,
      { purpose: 'appointment health', id: row?.id ?? '' },
      row?.health ?? new Uint8Array(),
    )
    expect(opened?.toString()).toBe('tired in the evening')
    expect(await database.db.selectFrom('bookingDrafts').selectAll().execute()).toEqual([])
  })

  test('with the same draft twice, at once or later, returns the same appointment', async () => {
    const database = await openTestDatabase()
    const draft = await draftOf(database)
    const confirm = (start: string) => bookAppointment(deps(database), { draft, startsAt: at(start), now })
    const both = await Promise.all([confirm('2026-05-05T10:00'), confirm('2026-05-05T10:00')])
    expect(new Set(both.map((booked) => booked.ok && booked.appointment.id)).size).toBe(1)
    expect(await confirm('2026-05-06T10:00')).toMatchObject({
      ok: true,
      appointment: { startsAt: at('2026-05-05T10:00') },
    })
    expect(await database.db.selectFrom('appointments').select('id').execute()).toHaveLength(1)
  })

  test('a taken time, or one that overlaps it with its buffer, is rejected with the three nearest free times', async () => {
    const database = await openTestDatabase()
    await book(database, { n: 1 })
    for (const start of ['2026-05-05T10:00', '2026-05-05T09:00', '2026-05-05T11:00']) {
      const second = await book(database, { n: 2, start })
      expect(second, start).toMatchObject({ ok: false, reason: 'taken' })
      expect(!second.ok && 'nearest' in second && second.nearest.map(({ startsAt }) => clock(startsAt))).toHaveLength(3)
    }
    const rejected = await book(database, { n: 3 })
    expect(!rejected.ok && 'nearest' in rejected && rejected.nearest.map(({ startsAt }) => clock(startsAt))).toEqual([
      '2026-05-05T11:30',
      '2026-05-05T12:00',
      '2026-05-05T12:30',
    ])
  })

  test.each([
    ['in the past', '2026-05-03T10:00'],
    ['too soon', '2026-05-04T10:00'],
    ['before opening', '2026-05-05T08:00'],
    ['ending after closing', '2026-05-05T16:30'],
    ['between two steps', '2026-05-05T10:10'],
    ['beyond the horizon', '2026-07-20T10:00'],
    ['in another century', '2199-01-01T10:00'],
  ])('a time %s is not available', async (_, start) => {
    const database = await openTestDatabase()
    const rejected = await book(database, { start })
    expect(rejected).toMatchObject({ ok: false, reason: 'not-offered' })
    expect(!rejected.ok && 'nearest' in rejected && rejected.nearest).toHaveLength(3)
    expect(await database.db.selectFrom('bookingDrafts').selectAll().execute(), 'nothing typed is lost').toHaveLength(1)
  })

  test('picks the practitioner with the fewest appointments that day, then the first; or the requested one', async () => {
    const database = await openTestDatabase()
    const booking = { ...rules, practitioners: two, rooms: [...rules.rooms, { id: 'two', name: 'Two' }] }
    const starts = ['2026-05-05T09:00', '2026-05-05T09:00', '2026-05-05T13:00', '2026-05-06T09:00']
    for (const [index, start] of starts.entries()) await book(database, { n: index, start, booking })
    await book(database, { n: 9, start: '2026-05-05T15:00', personId: 'anna', booking })
    const rows = await database.db
      .selectFrom('appointments')
      .select(['person', 'room'])
      .orderBy('startsAt')
      .orderBy('person')
      .execute()
    expect(rows.map(({ person }) => person)).toEqual([
      'person:anna',
      'person:ravi',
      'person:anna',
      'person:anna',
      'person:anna',
    ])
    expect(new Set(rows.slice(0, 2).map(({ room }) => room)).size).toBe(2)
  })

  test('an appointment by video needs no room, and one that the clinic confirms is a request', async () => {
    const database = await openTestDatabase()
    const booking = { ...rules, practitioners: two }
    expect(await book(database, { n: 1, booking })).toMatchObject({ ok: true })
    expect(await book(database, { n: 2, serviceId: 'asked', booking })).toMatchObject({ ok: false, reason: 'taken' })
    expect(await book(database, { n: 3, serviceId: 'far', booking })).toMatchObject({ ok: true })
    expect(await book(database, { n: 4, serviceId: 'asked', start: '2026-05-06T10:00', booking })).toMatchObject({
      ok: true,
      appointment: { state: 'requested' },
    })
    expect(await book(database, { n: 5, start: '2026-05-06T10:00' })).toMatchObject({ ok: false })
  })

  test('a service that became unavailable is rejected, and the draft stays', async () => {
    const database = await openTestDatabase()
    const draft = await draftOf(database)
    const here = deps(database)
    const content = withoutEntry('services', 'general')
    const wish = { draft, startsAt: at('2026-05-05T10:00'), now }
    expect(await bookAppointment({ ...here, content }, wish)).toEqual({ ok: false, reason: 'not-available' })
    expect(await bookAppointment(here, wish)).toMatchObject({ ok: true })
  })

  const stateOf = (booked: Awaited<ReturnType<typeof book>>) => (booked.ok ? booked.appointment.state : booked.reason)
  const days = ['05', '06', '07', '08', '09']

  test('at most three upcoming appointments per person are confirmed, even if requested simultaneously', async () => {
    const both = await openTwice()
    const same = { email: 'maya@example.com', phone: '(205) 555-0100' }
    const phones = [same.phone, '205.555.0100', '+1 205 555 0100', '2055550100', '205 555 0100']
    const booked = await Promise.all(
      days.map((day, n) => book(both[n % 2]!, { ...same, phone: phones[n]!, n, start: `2026-05-${day}T10:00` })),
    )
    expect(booked.map(stateOf).sort()).toEqual(['confirmed', 'confirmed', 'confirmed', 'requested', 'requested'])
  })

  test('the limit counts what was booked by everyone who was merged into the person', async () => {
    const database = await openTestDatabase()
    await putConfirmedAccount(database, 'maya@example.com')
    const own = { n: 1, email: 'maya@example.com' }
    const former = { n: 2, email: 'maya@example.org', phone: '(205) 555-0199' }
    const recordIn = async (booked: Awaited<ReturnType<typeof book>>) =>
      recordOf(database.db, booked.ok ? booked.appointment.id : '')
    const id = await recordIn(await book(database, { ...own, start: '2026-05-05T10:00' }))
    for (const day of ['06', '07']) {
      const wish = { ...former, phone: `(205) 555-01${day}`, start: `2026-05-${day}T10:00` }
      const other = await recordIn(await book(database, wish))
      const merged = await mergePatients(deps(database), desk, { id, others: [other], now })
      expect(merged).toMatchObject({ ok: true })
    }
    // From another phone, so that no earlier appointment has the same address and phone.
    const booked = await book(database, { ...own, phone: '(205) 555-0155', start: '2026-05-08T10:00' })
    expect(stateOf(booked)).toBe('requested')
    const elsewhere = await book(database, { ...former, n: 3, start: '2026-05-11T10:00' })
    expect(stateOf(elsewhere), 'whose address nobody verified').toBe('confirmed')
  })

  test('the phone or address of another patient alone does not reveal appointments', async () => {
    const database = await openTestDatabase()
    for (const [n, day] of days.entries())
      await book(database, { n, email: 'maya@example.com', phone: '(205) 555-0100', start: `2026-05-${day}T10:00` })
    const byPhone = { n: 8, phone: '(205) 555-0100', start: '2026-05-11T10:00' }
    const byEmail = { n: 9, email: 'maya@example.com', start: '2026-05-12T10:00' }
    for (const wish of [byPhone, byEmail]) expect(stateOf(await book(database, wish))).toBe('confirmed')
  })

  test('bookings above the hourly limit become requests, even simultaneous ones; an hour later they are confirmed again', async () => {
    const both = await openTwice()
    const booking = { ...rules, mostOnlinePerHour: 5 }
    const drafts = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map((n) => draftOf(both[0], { n, serviceId: n === 6 ? 'asked' : 'general' })),
    )
    const confirm = (n: number, at: number) => {
      const sender = { network: `network ${n}`, address: `address ${n}` }
      return bookAppointment(deps(both[n % 2]!, booking), { draft: drafts[n]!, startsAt: starts[n]!, now: at, sender })
    }
    const starts = [5, 6, 7, 8, 9, 10, 11].map((day) => at(`2026-05-${String(day).padStart(2, '0')}T10:00`))
    const requested = await confirm(6, now)
    expect(stateOf(requested)).toBe('requested')
    const booked = await Promise.all([0, 1, 2, 3, 4].map((n) => confirm(n, now)))
    expect(booked.map(stateOf).sort()).toEqual([...Array<string>(4).fill('confirmed'), 'requested'])
    expect(stateOf(await confirm(5, now + 3_600_001))).toBe('confirmed')
  })
})

test('many simultaneous bookings of overlapping times, through two processes, never overlap', async () => {
  const both = await openTwice()
  const starts = ['10:00', '10:30', '11:00', '09:30', '11:30']
  const booking = { ...rules, practitioners: two, rooms: [...rules.rooms, { id: 'two', name: 'Two' }] }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const [database, serviceId] = [both[n % 2]!, n % 3 ? 'general' : 'long']
      return book(database, { n, serviceId, start: `2026-05-05T${starts[n % starts.length]}`, booking })
    }),
  )
  expect(answers.every((booked) => booked.ok || booked.reason === 'taken')).toBe(true)
  const rows = await both[0].db.selectFrom('appointments').selectAll().execute()
  expect(rows.length).toBe(answers.filter(({ ok }) => ok).length)
  expect(rows.length).toBeGreaterThanOrEqual(2)
  const bufferMs = rules.bufferMinutes * 60_000
  for (const one of rows)
    for (const other of rows.filter(({ id }) => id !== one.id))
      if (one.person === other.person || one.room === other.room)
        expect(one.endsAt + bufferMs <= other.startsAt || other.endsAt + bufferMs <= one.startsAt).toBe(true)
})
