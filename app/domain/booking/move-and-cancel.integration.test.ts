import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { leaseJobs } from '#app/queue/leases.server.ts'
import { findAppointment } from './appointments.server.ts'
import { calendarFile } from '#app/domain/booking/calendar/calendar-entry.server.ts'
import { cancelAppointment, releaseHour, undoCancellation, undoMs } from './cancel-appointment.server.ts'
import { moveAppointment } from './move-appointment.server.ts'
import { wouldNeedConfirmation } from './needs-confirmation.server.ts'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now, renewals } from '#tests/support/booking.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'

const hour = 3_600_000
const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }

async function booked(database: Database, start = '2026-05-07T10:00', n = 1) {
  const made = await bookTestAppointment(database, { start, n })
  if (!made.ok) throw new Error(made.reason)
  return made.appointment.id
}

const isTaken = async (database: Database, start: string) =>
  booked(database, start, 99).then(
    () => false,
    (error: Error) => error.message === 'taken',
  )

async function emails({ db }: Database) {
  const rows = await db.selectFrom('emails').select(['kind', 'ids']).orderBy('id').execute()
  return rows.map(({ kind, ids }) => `${kind} ${JSON.parse(ids).about}`).sort()
}

describe('moving an appointment', () => {
  test('reserves the new time and releases the old one, also if they overlap', async () => {
    const database = await openTestDatabase()
    const id = await booked(database)
    expect(
      await moveAppointment(bookingDeps(database), 'patient', { id, startsAt: at('2026-05-07T10:30'), now }),
    ).toMatchObject({ ok: true })
    expect(await findAppointment(database.db, id)).toMatchObject({
      startsAt: at('2026-05-07T10:30'),
      endsAt: at('2026-05-07T11:30'),
      revision: 1,
    })
    expect(await isTaken(database, '2026-05-07T10:00')).toBe(true)
    expect(await isTaken(database, '2026-05-07T09:00')).toBe(false)
  })

  test('to a taken or impossible time changes nothing and names the nearest ones', async () => {
    const database = await openTestDatabase()
    const id = await booked(database)
    await booked(database, '2026-05-08T10:00', 2)
    const deps = bookingDeps(database)
    for (const [start, reason] of [
      ['2026-05-08T10:00', 'taken'],
      ['2026-05-08T20:00', 'not-offered'],
      ['2026-05-08T09:05', 'not-offered'],
    ] as const) {
      const rejected = await moveAppointment(deps, 'patient', { id, startsAt: at(start), now })
      expect(rejected).toMatchObject({ ok: false, reason })
      expect('nearest' in rejected && rejected.nearest).toHaveLength(3)
    }
    expect(await moveAppointment(deps, 'patient', { id, startsAt: 8.64e15, now })).toMatchObject({
      reason: 'not-offered',
    })
    expect(await findAppointment(database.db, id)).toMatchObject({ startsAt: at('2026-05-07T10:00'), revision: 0 })
    expect(await emails(database)).not.toContain('appointment moved')
  })

  test('to a time between the bookable ones is for the clinic', async () => {
    const database = await openTestDatabase()
    const id = await booked(database)
    const moved = await moveAppointment(bookingDeps(database), admin, { id, startsAt: at('2026-05-08T09:05'), now })
    expect(moved).toMatchObject({ ok: true, is: { startsAt: at('2026-05-08T09:05') } })
  })

  test('to the time that it has changes nothing and tells nobody, nor does one that was seen elsewhere', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    const before = { appointment: await findAppointment(database.db, id), emails: await emails(database) }
    const there = { id, startsAt: at('2026-05-07T10:00'), now }
    expect(await moveAppointment(deps, admin, there)).toMatchObject({ ok: true, replaced: false })
    expect(await moveAppointment(deps, 'patient', there)).toMatchObject({ ok: true, replaced: false })
    const seen = { startsAt: at('2026-05-07T11:00'), person: before.appointment!.person }
    const elsewhere = { ...there, startsAt: at('2026-05-07T13:00'), from: seen }
    expect(await moveAppointment(deps, admin, elsewhere)).toEqual({ ok: false, reason: 'moved-meanwhile' })
    const after = { appointment: await findAppointment(database.db, id), emails: await emails(database) }
    expect(after).toEqual(before)
    expect(await database.db.selectFrom('auditEntries').select('act').execute()).toEqual([])
  })

  test('is rejected for a patient within the cut-off, and audited when the clinic does it', async () => {
    const database = await openTestDatabase()
    const id = await booked(database)
    const late = at('2026-05-06T10:30')
    const to = at('2026-05-11T10:00')
    const deps = bookingDeps(database)
    expect(await moveAppointment(deps, 'patient', { id, startsAt: to, now: late })).toEqual({
      ok: false,
      reason: 'too-late',
    })
    expect(await moveAppointment(deps, admin, { id, startsAt: to, now: late })).toMatchObject({ ok: true })
    expect(await database.db.selectFrom('auditEntries').select(['act', 'record']).execute()).toEqual([
      { act: 'appointment.moved', record: `appointment:${id}` },
    ])
  })

  test('tells from when it was moved, unless the patient never heard of that time', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const told = async () => {
      const rows = await database.db
        .selectFrom('emails')
        .select(['ids', 'createdAt'])
        .where('kind', '=', 'appointment')
        .execute()
      return rows
        .map(({ ids }) => JSON.parse(ids))
        .flatMap(({ about, movedFrom }) => (about === 'moved' ? [movedFrom] : []))
    }
    const [id, other] = [await booked(database), await booked(database, '2026-05-08T10:00', 2)]
    await moveAppointment(deps, 'patient', { id, startsAt: at('2026-05-07T14:00'), now })
    expect(await told()).toEqual([at('2026-05-07T10:00')])
    await moveAppointment(deps, admin, { id: other, startsAt: at('2026-05-08T14:00'), now })
    expect((await told()).toSorted()).toEqual([at('2026-05-07T10:00'), at('2026-05-08T10:00')])
    await moveAppointment(deps, admin, { id: other, startsAt: at('2026-05-08T16:00'), now })
    expect(await told()).toEqual(expect.arrayContaining([at('2026-05-07T10:00'), undefined]))
  })

  test('is audited by names, with only the changed values', async () => {
    const database = await openTestDatabase()
    const practitioners = ['Anna', 'Ben'].map((name) => ({ id: name.toLowerCase(), name }))
    const booking = { ...bookingRules, practitioners, rooms: [{ id: 'one', name: 'Sun room' }] }
    const deps = bookingDeps(database, booking)
    const made = await bookTestAppointment(database, { booking, start: '2026-05-07T10:00', personId: 'anna' })
    const id = made.ok ? made.appointment.id : ''
    for (const [start, personId] of [
      ['2026-05-07T13:00', 'anna'],
      ['2026-05-07T13:00', 'ben'],
      ['2026-05-11T10:00', 'anna'],
    ] as const)
      expect(await moveAppointment(deps, admin, { id, startsAt: at(start), personId, now })).toMatchObject({ ok: true })
    const entries = await database.db.selectFrom('auditEntries').select('detail').orderBy('sequence').execute()
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Was: May 7, 2026, 10:00 am. Now: May 7, 2026, 1:00 pm.',
      'Was: Anna. Now: Ben.',
      'Was: May 7, 2026, 1:00 pm, Ben. Now: May 11, 2026, 10:00 am, Anna.',
    ])
  })

  test('to another room keeps its time and person, if that room is free', async () => {
    const database = await openTestDatabase()
    const practitioners = ['Anna', 'Ben'].map((name) => ({ id: name.toLowerCase(), name }))
    const rooms = ['Sun room', 'Moon room'].map((name, index) => ({ id: `${index + 1}`, name }))
    const booking = { ...bookingRules, practitioners, rooms }
    const deps = bookingDeps(database, booking)
    const start = '2026-05-07T10:00'
    const [made, other] = await Promise.all(
      ['anna', 'ben'].map((personId, n) => bookTestAppointment(database, { booking, start, personId, n })),
    )
    const [id = '', otherId = ''] = [made, other].map((each) => (each?.ok ? each.appointment.id : ''))
    const roomId = (await findAppointment(database.db, otherId))?.room?.slice('room:'.length)
    const move = { id, startsAt: at(start), personId: 'anna', roomId, now }
    expect(await moveAppointment(deps, admin, move)).toMatchObject({ ok: false, reason: 'taken' })
    await moveAppointment(deps, admin, { id: otherId, startsAt: at('2026-05-08T10:00'), now })
    expect(await moveAppointment(deps, admin, move)).toMatchObject({ ok: true, is: { startsAt: at(start) } })
    expect(await findAppointment(database.db, id)).toMatchObject({ person: 'person:anna', room: `room:${roomId}` })
    expect(await moveAppointment(deps, admin, { ...move, roomId: 'none' })).toMatchObject({ reason: 'not-offered' })
  })

  test('is allowed for a patient within an hour of booking, however soon the appointment is', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    // Booked at 8 am for 1 pm of the same day.
    const id = await booked(database, '2026-05-04T13:00')
    const startsAt = at('2026-05-11T10:00')
    expect(await moveAppointment(deps, 'patient', { id, startsAt, now: now + hour })).toMatchObject({
      reason: 'too-late',
    })
    expect(await moveAppointment(deps, 'patient', { id, startsAt, now: now + hour - 1 })).toMatchObject({ ok: true })
  })

  test('is allowed for a patient until the start if the clinic closed at that time', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    const closure = { id: 'fair', firstDay: '2026-05-07', lastDay: '2026-05-07', text: '' }
    const clinic = { facts: (moment: number) => ({ ...deps.clinic.facts(moment), closures: [closure] }) }
    const late = { id, startsAt: at('2026-05-11T10:00'), now: at('2026-05-07T09:59') }
    expect(await moveAppointment(deps, 'patient', late)).toMatchObject({ reason: 'too-late' })
    expect(await moveAppointment({ ...deps, clinic }, 'patient', late)).toMatchObject({ ok: true })
  })

  test('to one time from two appointments at once succeeds for one of them', async () => {
    const [one, other] = await openTwice()
    const ids = [await booked(one, '2026-05-07T10:00', 1), await booked(one, '2026-05-07T13:00', 2)]
    const startsAt = at('2026-05-08T10:00')
    const moved = await Promise.all(
      [one, other].map((database, index) =>
        moveAppointment(bookingDeps(database), 'patient', { id: ids[index]!, startsAt, now }),
      ),
    )
    expect(moved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(moved.find(({ ok }) => !ok)).toMatchObject({ reason: 'taken' })
  })
})

describe('canceling an appointment', () => {
  test('can be undone for three minutes, in which its time stays reserved', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    expect(await cancelAppointment(deps, 'patient', { id, now })).toMatchObject({ ok: true })
    expect(await isTaken(database, '2026-05-07T10:00')).toBe(true)
    await releaseHour(deps, id, now + undoMs - 1)
    expect(await undoCancellation(deps, 'patient', { id, now: now + undoMs - 1 })).toMatchObject({ ok: true })
    expect(await undoCancellation(deps, 'patient', { id, now: now + undoMs })).toMatchObject({ ok: true })
    expect(await findAppointment(database.db, id)).toMatchObject({ state: 'confirmed', undoUntil: undefined })
    await releaseHour(deps, id, now + undoMs)
    expect(await isTaken(database, '2026-05-07T10:00')).toBe(true)
  })

  test('releases its time later if the clock was set back, or if it was undone and canceled again', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    await cancelAppointment(deps, 'patient', { id, now })
    expect(await releaseHour(deps, id, now + undoMs - hour)).toBe(now + undoMs)
    expect(await isTaken(database, '2026-05-07T10:00')).toBe(true)
    await undoCancellation(deps, 'patient', { id, now })
    expect(await releaseHour(deps, id, now + undoMs)).toBeUndefined()
    await cancelAppointment(deps, 'patient', { id, now: now + 1_000 })
    expect(await releaseHour(deps, id, now + undoMs)).toBe(now + 1_000 + undoMs)
    expect(await releaseHour(deps, id, now + 1_000 + undoMs)).toBeUndefined()
    expect(await isTaken(database, '2026-05-07T10:00')).toBe(false)
    expect(await releaseHour(deps, id, now)).toBeUndefined()
  })

  test('releases its time after that', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    await cancelAppointment(deps, 'patient', { id, now })
    expect(await cancelAppointment(deps, 'patient', { id, now })).toEqual({ ok: false, reason: 'not-upcoming' })
    const one = bookingDeps(database, { ...bookingRules, mostUpcoming: 1 })
    const patient = { name: 'Patient 1', email: 'p1@example.com', phone: '(205) 555-1001' }
    const asksFirst = () => wouldNeedConfirmation(one, { serviceIds: ['general'], patient, now })
    expect(await asksFirst(), 'it may come back').toBe(true)
    await releaseHour(deps, id, now + undoMs)
    expect(await asksFirst()).toBe(false)
    expect(await renewals(database), 'the booking, the cancellation, and its end').toBe(3)
    expect(await undoCancellation(deps, 'patient', { id, now: now + undoMs })).toEqual({
      ok: false,
      reason: 'too-late',
    })
    expect(await isTaken(database, '2026-05-07T10:00')).toBe(false)
    expect(await emails(database)).toEqual([
      'appointment booked',
      'appointment booked',
      'appointment cancelled',
      'appointment-notice booked',
      'appointment-notice booked',
      'appointment-notice cancelled',
    ])
  })

  test('is allowed for a patient until the start, and marked if it was too late to move', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const [early, late] = [await booked(database), await booked(database, '2026-05-07T13:00', 2)]
    expect(await cancelAppointment(deps, 'patient', { id: early, now: at('2026-05-06T09:59') })).toMatchObject({
      ok: true,
    })
    expect(await findAppointment(database.db, early)).toMatchObject({ state: 'cancelled', cancelledLate: false })
    expect(await cancelAppointment(deps, 'patient', { id: late, now: at('2026-05-07T13:00') })).toEqual({
      ok: false,
      reason: 'not-upcoming',
    })
    expect(await cancelAppointment(deps, 'patient', { id: late, now: at('2026-05-07T12:59') })).toMatchObject({
      ok: true,
    })
    expect(await findAppointment(database.db, late)).toMatchObject({ state: 'cancelled', cancelledLate: true })
    await undoCancellation(deps, 'patient', { id: late, now: at('2026-05-07T12:59') })
    expect(await findAppointment(database.db, late)).toMatchObject({ state: 'confirmed', cancelledLate: false })
    await cancelAppointment(deps, admin, { id: late, now: at('2026-05-07T12:59') })
    expect(await findAppointment(database.db, late), 'by the clinic').toMatchObject({ cancelledLate: false })
  })

  test('by the clinic is emailed to the patient ten seconds later, unless it was undone or the email was declined', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const toPatient = async () => (await emails(database)).filter((email) => /^appointment (?!booked)/.test(email))
    const [notified, other] = [await booked(database), await booked(database, '2026-05-07T13:00', 2)]
    await cancelAppointment(deps, admin, { id: notified, now })
    const job = await database.db
      .selectFrom('jobs')
      .select('runAt')
      .where('runAt', '=', now + 10_000)
      .execute()
    expect(job, 'due ten seconds later').toHaveLength(1)
    expect(await toPatient()).toEqual(['appointment cancelled'])
    await undoCancellation(deps, admin, { id: notified, now: now + 9_999 })
    expect(await toPatient(), 'undone unseen').toEqual([])

    await cancelAppointment(deps, admin, { id: other, notify: false, now })
    await undoCancellation(deps, admin, { id: other, now: now + 20_000 })
    expect(await toPatient()).toEqual([])

    await cancelAppointment(deps, admin, { id: notified, now })
    await leaseJobs(database, ['send-email'], () => 9, { now: now + 10_000 })
    await undoCancellation(deps, admin, { id: notified, now: now - hour })
    expect(await toPatient(), 'undone too late, with the clock set back').toEqual([
      'appointment cancelled',
      'appointment restored',
    ])
  })

  test('by the clinic and undone while a worker takes the email is emailed twice or not at all', async () => {
    const [one, other] = await openTwice()
    for (let round = 0; round < 10; round += 1) {
      const id = await booked(one, `2026-05-${String(6 + round).padStart(2, '0')}T10:00`, round)
      for (const table of ['jobs', 'emails'] as const) await one.db.deleteFrom(table).execute()
      await cancelAppointment(bookingDeps(one), admin, { id, now })
      const [jobs] = await Promise.all([
        leaseJobs(other, ['send-email'], () => 9, { now: now + 10_000 }),
        undoCancellation(bookingDeps(one), admin, { id, now }),
      ])
      const news = ['cancelled', 'restored'].map((about) => `appointment ${about}`)
      expect((await emails(one)).filter((email) => news.includes(email))).toEqual(jobs.length > 0 ? news : [])
    }
  })

  test('and any other change by the clinic sends no email to the clinic itself', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    await moveAppointment(deps, admin, { id, startsAt: at('2026-05-12T10:00'), now })
    await cancelAppointment(deps, admin, { id, now })
    await undoCancellation(deps, admin, { id, now })
    const toClinic = async () => (await emails(database)).filter((email) => email.startsWith('appointment-notice'))
    expect(await toClinic()).toEqual(['appointment-notice booked'])
    await cancelAppointment(deps, 'patient', { id, now })
    expect(await toClinic()).toEqual(['appointment-notice booked', 'appointment-notice cancelled'])
  })

  test('says in the audit trail from which state it was canceled, and to which it came back', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    await cancelAppointment(deps, admin, { id, now })
    await undoCancellation(deps, admin, { id, now })
    expect(
      await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute(),
    ).toEqual([
      { act: 'appointment.cancelled', detail: 'confirmed to canceled' },
      { act: 'appointment.restored', detail: 'canceled to confirmed' },
    ])
  })

  test('is rejected for a past or unknown appointment', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await booked(database)
    expect(await cancelAppointment(deps, admin, { id, now: at('2026-05-07T10:00') })).toEqual({
      ok: false,
      reason: 'not-upcoming',
    })
    expect(await cancelAppointment(deps, admin, { id: 'other', now })).toEqual({ ok: false, reason: 'not-found' })
  })
})

test('a reminder is scheduled 48 hours before, rescheduled after a move, and skipped within the last two days', async () => {
  const database = await openTestDatabase()
  const id = await booked(database)
  await moveAppointment(bookingDeps(database), 'patient', { id, startsAt: at('2026-05-12T10:00'), now })
  await booked(database, '2026-05-06T09:00', 2)
  await booked(database, '2026-05-05T16:00', 3)
  // One reminder, however often the appointment is canceled and restored, or moved there and back.
  await cancelAppointment(bookingDeps(database), 'patient', { id, now })
  await undoCancellation(bookingDeps(database), 'patient', { id, now })
  for (const start of ['2026-05-13T10:00', '2026-05-12T10:00'])
    await moveAppointment(bookingDeps(database), 'patient', { id, startsAt: at(start), now })
  // A clinic that reminds nobody.
  const deps = bookingDeps(database)
  const facts = (moment: number) => ({ ...deps.clinic.facts(moment), reminderHours: 0 })
  await moveAppointment({ ...deps, clinic: { facts } }, 'patient', { id, startsAt: at('2026-05-14T10:00'), now })
  const jobs = await database.db
    .selectFrom('jobs')
    .select(['payload', 'runAt'])
    .where('kind', '=', 'remind')
    .orderBy('runAt')
    .execute()
  const times = jobs.map(({ payload, runAt }) => ({ ...JSON.parse(payload), runAt }))
  expect(times).toMatchObject([
    { startsAt: at('2026-05-06T09:00'), runAt: at('2026-05-04T09:00') },
    { appointmentId: id, startsAt: at('2026-05-07T10:00'), runAt: at('2026-05-05T10:00') },
    { appointmentId: id, startsAt: at('2026-05-12T10:00'), runAt: at('2026-05-10T10:00') },
    { appointmentId: id, startsAt: at('2026-05-13T10:00'), runAt: at('2026-05-11T10:00') },
  ])
})

test('the calendar entry keeps its UID when the appointment moves, and is removed when it is canceled', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const id = await booked(database)
  const entry = async () => {
    const appointment = await findAppointment(database.db, id)
    const emails = { general: 'hello@clinic.example', booking: 'book@clinic.example' }
    const text = calendarFile([appointment!], { name: 'Clinic, the', emails }, () => 'Hoover, Alabama')
    const calendar = new ICAL.Component(ICAL.parse(text))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().getTime(),
      summary: event.summary,
      method: calendar.getFirstPropertyValue('method'),
      status: event.component.getFirstPropertyValue('status'),
      organizer: [event.organizer, event.component.getFirstProperty('organizer')?.getParameter('cn')],
      stamp: String(event.component.getFirstPropertyValue('dtstamp')),
      end: text.slice(-15),
    }
  }
  const set = (state: 'requested' | 'declined' | 'confirmed') =>
    database.db.updateTable('appointments').set({ state }).execute()
  await set('requested')
  expect(await entry()).toMatchObject({ status: 'TENTATIVE', method: 'PUBLISH' })
  await set('declined')
  expect(await entry()).toMatchObject({ status: 'CANCELLED', method: 'CANCEL' })
  await set('confirmed')
  const first = await entry()
  expect(first).toEqual({
    uid: `appointment-${id}`,
    sequence: 0,
    start: at('2026-05-07T10:00'),
    summary: 'Appointment at Clinic, the',
    method: 'PUBLISH',
    status: 'CONFIRMED',
    organizer: ['mailto:book@clinic.example', 'Clinic, the'],
    stamp: expect.any(String),
    end: 'END:VCALENDAR\r\n',
  })
  expect(await entry()).toEqual(first)
  await moveAppointment(deps, 'patient', { id, startsAt: at('2026-05-08T13:00'), now })
  const moved = await entry()
  expect(moved).toEqual({ ...first, sequence: 1, start: at('2026-05-08T13:00'), stamp: expect.any(String) })
  expect(moved.stamp > first.stamp).toBe(true)
  await cancelAppointment(deps, 'patient', { id, now })
  expect(await entry()).toMatchObject({
    uid: first.uid,
    sequence: 2,
    method: 'CANCEL',
    status: 'CANCELLED',
    organizer: first.organizer,
  })
  // Mailed before a site's entries had no domain.
  await database.db.updateTable('appointments').set({ uidDomain: 'old.example' }).where('id', '=', id).execute()
  expect((await entry()).uid).toBe(`appointment-${id}@old.example`)
})
