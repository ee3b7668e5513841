import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { toInitials } from '#app/domain/shared/initials.ts'

import type { Database } from '#app/database/connection.server.ts'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { blockTime } from '#app/domain/booking/blocks/blocks.server.ts'
import { cancelAppointment, undoCancellation } from '#app/domain/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { clinicFeed } from './clinic-feed.server.ts'
import { allResources } from '#app/domain/booking/service-needs.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }

const feedOf = (database: Database, later = 0) =>
  clinicFeed(database, 'everything', {
    name: 'Appointments at Clinic',
    titleOf: (name) => `Appointment: ${toInitials(name)}`,
    blockTitle: 'Blocked time',
    appointmentUrl: (id) => `https://clinic.example/admin/appointments/${id}`,
    now: now + later,
  })

/** Read as a calendar program reads it. */
async function eventsOf(database: Database) {
  const calendar = new ICAL.Component(ICAL.parse(await feedOf(database)))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      sequence: event.sequence,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      status: component.getFirstPropertyValue('status'),
    }
  })
}

test('the feed shows upcoming appointments by initials and blocks, follows moves, and omits canceled and declined ones', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const ids: string[] = []
  for (const [n, serviceId] of ['general', 'asked', 'asked'].entries()) {
    const booked = await bookTestAppointment(database, { start: `2026-05-07T${10 + n * 2}:00`, n, serviceId })
    ids.push(booked.ok ? booked.appointment.id : '')
  }
  const [moved, declined, requested] = ids as [string, string, string]
  await moveAppointment(deps, admin, { id: moved, startsAt: at('2026-05-11T10:00'), now })
  await answerRequest(deps, admin, { id: declined, answer: 'declined', now })
  const blocked = { from: at('2026-05-12T09:00'), until: at('2026-05-14T00:00') }
  await blockTime(deps, admin, {
    ...blocked,
    resources: allResources(bookingRules),
    note: 'Painting',
    anyway: false,
    now,
  })
  const expected = { title: 'Appointment: P0', sequence: 1, status: 'CONFIRMED', uid: `appointment-${moved}` }
  const events = await eventsOf(database)
  expect(events).toContainEqual({ ...expected, start: at('2026-05-11T10:00'), end: at('2026-05-11T11:00') })
  expect(events.find(({ uid }) => uid.includes(requested))).toMatchObject({
    status: 'TENTATIVE',
    title: 'Appointment: P2',
  })
  expect(events.find(({ uid }) => uid.includes(declined))).toBeUndefined()
  expect(events.find(({ title }) => title === 'Blocked time')).toMatchObject({
    start: blocked.from,
    end: blocked.until,
  })
  const text = await feedOf(database)
  expect(await feedOf(database, 3_600_000), 'an hour later, when nothing has changed').toBe(text)
  expect(text).toMatch(/END:VCALENDAR\r\n$/)
  for (const line of text.split('\r\n')) expect(line).not.toMatch(/[\r\n]/)
  for (const secret of ['Patient', 'tired', 'general', 'asked', 'Painting', '(205)', '@example.com'])
    expect(text, secret).not.toContain(secret)

  await cancelAppointment(deps, admin, { id: moved, now })
  expect((await eventsOf(database)).find(({ uid }) => uid.includes(moved))).toBeUndefined()
  await undoCancellation(deps, admin, { id: moved, now })
  expect((await eventsOf(database)).find(({ uid }) => uid.includes(moved))).toMatchObject({ sequence: 3 })
})

test('the feed has each of five thousand appointments once', async () => {
  const database = await openTestDatabase()
  const all = Array.from({ length: 5_000 }, (_, index) => ({
    id: `appointment-${index}`,
    serviceId: 'general',
    state: 'confirmed' as const,
    startsAt: now + index * 5_400_000,
    endsAt: now + index * 5_400_000 + 3_600_000,
    person: 'person:clinic' as const,
    name: `Patient ${index}`,
    email: '',
    phone: '',
    phoneDigits: '',
    healthKept: 0,
    bookedAt: now,
    revision: 0,
    linkVersion: 1,
  }))
  for (let next = 0; next < all.length; next += 500)
    await database.db
      .insertInto('appointments')
      .values(all.slice(next, next + 500))
      .execute()
  const text = await feedOf(database)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(new Set(events.map((event) => event.getFirstPropertyValue('uid'))).size).toBe(5_000)
})
