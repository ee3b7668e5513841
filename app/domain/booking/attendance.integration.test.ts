import { expect, test } from 'vitest'

import type { Database } from '#app/database/connection.server.ts'
import { at, bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { canChange, isUpcoming, type AppointmentState } from './appointment.ts'
import { findAppointment, findWithoutOutcome, listAppointments } from './appointments.server.ts'
import { recordAttendance } from './attendance.server.ts'
import { cancelAppointment } from './cancel-appointment.server.ts'
import { clinicFeed } from '#app/domain/booking/calendar/clinic-feed.server.ts'
import { eraseAppointment } from './erase-person.server.ts'
import { moveAppointment } from './move-appointment.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const early = at('2026-05-07T09:50')
const later = at('2026-05-07T10:20')

async function confirmed(database: Database) {
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  if (!booked.ok) throw new Error(booked.reason)
  const { id } = booked.appointment
  const mark = (from: AppointmentState, to: AppointmentState, now = later) =>
    recordAttendance(bookingDeps(database), admin, { id, from, to, now })
  return { id, mark, read: () => findAppointment(database.db, id) }
}

const details = async ({ db }: Database) =>
  (await db.selectFrom('auditEntries').select('detail').where('act', '=', 'appointment.state').execute()).map(
    ({ detail }) => detail,
  )

test('an outcome can be recorded only once the appointment has begun, and can be undone', async () => {
  const database = await openTestDatabase()
  const { id, mark } = await confirmed(database)
  expect(await mark('confirmed', 'completed', dayOne)).toMatchObject({ reason: 'not-yet' })
  expect(await mark('confirmed', 'no-show', early)).toMatchObject({ reason: 'not-yet' })
  expect(await mark('confirmed', 'no-show')).toEqual({ ok: true })
  expect(await mark('confirmed', 'completed')).toMatchObject({ reason: 'changed-meanwhile', state: 'no-show' })
  expect(await mark('no-show', 'confirmed')).toEqual({ ok: true })
  const [listed] = await listAppointments(database.db, 'everything', {
    from: at('2026-05-07T00:00'),
    until: at('2026-05-08T00:00'),
  })
  expect(listed).toMatchObject({ id, state: 'confirmed' })
})

test('a patient is checked in, in session and done, on the day only, and each step can be taken back', async () => {
  const database = await openTestDatabase()
  const { mark, read } = await confirmed(database)
  expect(await mark('confirmed', 'arrived', dayOne)).toEqual({ ok: false, reason: 'not-today' })
  expect(await mark('confirmed', 'in-session')).toMatchObject({ reason: 'changed-meanwhile' })
  const day: [AppointmentState, AppointmentState][] = [
    ['confirmed', 'arrived'],
    ['arrived', 'confirmed'],
    ['confirmed', 'arrived'],
    ['arrived', 'in-session'],
    ['in-session', 'arrived'],
    ['arrived', 'in-session'],
    ['in-session', 'completed'],
    ['completed', 'in-session'],
  ]
  for (const [from, to] of day) expect(await mark(from, to, early), `${from} to ${to}`).toEqual({ ok: true })
  expect(await mark('arrived', 'in-session', early), 'a second press').toEqual({ ok: true })
  expect(await mark('in-session', 'no-show')).toMatchObject({ reason: 'changed-meanwhile', state: 'in-session' })
  expect(await read()).toMatchObject({ state: 'in-session' })
  expect(await details(database)).toEqual(day.map(([from, to]) => `${from} to ${to}`))
})

test('once the patient is there, the appointment keeps its time and can be neither moved nor canceled', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const { id, mark, read } = await confirmed(database)
  await mark('confirmed', 'arrived', early)
  const arrived = (await read())!
  expect([isUpcoming(arrived, early), canChange(arrived, early)]).toEqual([true, false])
  for (const by of ['patient', admin] as const) {
    expect(await cancelAppointment(deps, by, { id, now: early })).toMatchObject({ reason: 'not-upcoming' })
    const move = { id, startsAt: at('2026-05-08T10:00'), now: early }
    expect(await moveAppointment(deps, by, move)).toMatchObject({ reason: 'not-upcoming' })
  }
  expect(await bookTestAppointment(database, { start: '2026-05-07T10:00', n: 2 })).toMatchObject({ ok: false })

  const feed = { name: '', blockTitle: '', titleOf: () => 'AB', appointmentUrl: () => '', now: early }
  expect(await clinicFeed(database, 'everything', feed)).toContain('SUMMARY:AB')
  await mark('arrived', 'in-session', early)
  expect(await clinicFeed(database, 'everything', feed)).toContain('SUMMARY:AB')
})

test('a patient who was there lacks an outcome the next day; an erased one does not', async () => {
  const database = await openTestDatabase()
  const { id, mark, read } = await confirmed(database)
  await mark('confirmed', 'arrived')
  const tomorrow = at('2026-05-08T09:00')
  const open = () => findWithoutOutcome(database.db, 'everything', { before: tomorrow, most: 5 })
  expect(await open()).toMatchObject({ appointments: [{ id, state: 'arrived' }], count: 1 })
  expect(await mark('arrived', 'in-session', tomorrow)).toEqual({ ok: false, reason: 'not-today' })
  await database.transaction((tx) => eraseAppointment(bookingDeps(database), tx, id, later))
  expect(await read()).toMatchObject({ name: '', state: 'arrived' })
  expect(await open()).toMatchObject({ count: 0 })
})
