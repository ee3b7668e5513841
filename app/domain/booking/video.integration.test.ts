import { expect, test } from 'vitest'
import { findAppointment } from './appointments.server.ts'
import { bookByTelephone } from './book-by-telephone.server.ts'
import { viewCalendar } from '#app/domain/booking/calendar/calendar-view.server.ts'
import { moveAppointment } from './move-appointment.server.ts'
import { readChoice } from './choice.ts'
import { getVideo } from './service-needs.ts'
import { at, bookingDeps, bookingRules, dayOne as now } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const practitioners = [
  { id: 'anna', name: 'Anna', videoUrl: 'https://video.example/anna' },
  { id: 'ben', name: 'Ben' },
]
/** Two people and one room. */
const booking = { ...bookingRules, practitioners }
const startsAt = at('2026-05-07T10:00')

function caller(n: number, more: { serviceId?: string; byVideo?: boolean; personId?: string } = {}) {
  const patient = { name: `Caller ${n}`, phone: `(205) 555-200${n}`, email: `c${n}@example.com`, health: undefined }
  return { serviceId: 'either', startsAt, patient, now, ...more }
}

test('by video takes no room, stays by video when it is moved, and has the practitioner’s link', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database, booking)
  const inPerson = await bookByTelephone(deps, admin, caller(1, { personId: 'ben' }))
  expect(inPerson.ok).toBe(true)
  expect(await bookByTelephone(deps, admin, caller(2)), 'the room is taken').toMatchObject({ reason: 'taken' })
  const video = await bookByTelephone(deps, admin, caller(3, { byVideo: true }))
  const id = video.ok ? video.id : ''
  const booked = (await findAppointment(database.db, id))!
  expect(booked).toMatchObject({ room: undefined, person: 'person:anna' })
  expect(getVideo(booking, booked)).toEqual({ url: 'https://video.example/anna' })
  expect(getVideo(booking, { ...booked, person: 'person:ben' }), 'the clinic sends it').toEqual({ url: undefined })
  const moved = { id, startsAt: at('2026-05-07T13:00'), now }
  expect(await moveAppointment(deps, 'patient', moved)).toMatchObject({ ok: true })
  expect(await findAppointment(database.db, id)).toMatchObject({ room: undefined, startsAt: moved.startsAt })
})

test('a service without video is in person, whatever was requested', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database, booking)
  for (const serviceId of ['general', 'constructor']) {
    const at9 = { ...caller(1, { serviceId, byVideo: true }), startsAt: at('2026-05-08T09:00') }
    const made = await bookByTelephone(deps, admin, serviceId === 'general' ? at9 : { ...at9, startsAt })
    const appointment = await findAppointment(database.db, made.ok ? made.id : '')
    expect(appointment?.room, serviceId).toBe('room:one')
    expect(getVideo(booking, appointment!)).toBeUndefined()
  }
})

test('the calendar offers both formats where both are available, with the times of the chosen one', async () => {
  const database = await openTestDatabase()
  const deps = { ...bookingDeps(database, booking), db: database.db }
  await bookByTelephone(deps, admin, caller(1, { personId: 'ben' }))
  const times = async (query: string, serviceId = 'either') => {
    const choice = readChoice(new URLSearchParams(`day=2026-05-07&${query}`))
    const { day, ways } = await viewCalendar(deps, { serviceId, choice, now })
    return { clocks: day?.times.map(({ clock }) => clock), ways, first: day?.times[0]?.query }
  }
  const [person, video] = [await times(''), await times('how=video')]
  expect(person.clocks).not.toContain('10 am')
  expect(video.clocks).toContain('10 am')
  expect(video.first).toContain('how=video')
  expect([person.ways?.video.chosen, video.ways?.video.chosen]).toEqual([false, true])
  expect((await times('how=video', 'general')).ways).toBeUndefined()
})
