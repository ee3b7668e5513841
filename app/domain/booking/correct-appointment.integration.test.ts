import { services } from '#tests/support/catalogue.ts'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { findAppointment } from './appointments.server.ts'
import { cancelAppointment, releaseHour, undoMs } from './cancel-appointment.server.ts'
import { correctAppointment, correctPatientEmail } from './correct-appointment.server.ts'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now, renewals } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const patient = { name: 'Patient 1', phone: '(205) 555-1001', email: 'p1@example.com' }

async function booked(database: Database, start: string, n = 1) {
  const made = await bookTestAppointment(database, { start, n })
  if (!made.ok) throw new Error(made.reason)
  return made.appointment.id
}

const isFree = async (database: Database, start: string) =>
  booked(database, start, 99).then(
    () => true,
    () => false,
  )

const acts = ({ db }: Database) => db.selectFrom('auditEntries').select(['act', 'detail']).execute()

test('a correction is stored and audited by field names without values; repeating it does nothing', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const id = await booked(database, '2026-05-07T10:00')
  const correction = { ...patient, name: 'Right Name', note: 'Comes with a walker', id, serviceId: 'general' }
  for (const anyway of [false, true])
    expect(await correctAppointment(deps, admin, { ...correction, anyway, now })).toEqual({ ok: true })
  const right = { name: 'Right Name', note: 'Comes with a walker', linkVersion: 1, revision: 0 }
  expect(await findAppointment(database.db, id)).toMatchObject(right)
  expect(await acts(database)).toEqual([{ act: 'appointment.corrected', detail: 'Changed: name, note.' }])
  const unknown = { ...correction, id: 'other', anyway: false, now }
  expect(await correctAppointment(deps, admin, unknown)).toEqual({ ok: false, reason: 'not-found' })
})

test('the audit trail names the old and the new service, person and room', async () => {
  const database = await openTestDatabase()
  const [one, other] = services
  const booking = {
    ...bookingRules,
    practitioners: ['Anna', 'Ben'].map((name) => ({ id: name.toLowerCase(), name })),
    services: {
      [one!.id]: { practitioners: ['anna'] },
      [other!.id]: { practitioners: ['ben'], byVideo: true as const },
    },
  }
  const made = await bookTestAppointment(database, { booking, serviceId: one!.id })
  const id = made.ok ? made.appointment.id : ''
  const correction = { ...patient, email: 'right@example.com', id, serviceId: other!.id, anyway: false, now }
  expect(await correctAppointment(bookingDeps(database, booking), admin, correction)).toEqual({ ok: true })
  const service = `Service was: ${one!.title}. Now: ${other!.title}.`
  expect(await acts(database)).toEqual([
    {
      act: 'appointment.corrected',
      detail: `Changed: email. Email was: p1@example.com. Now: right@example.com. ${service} Was: Anna, One. Now: Ben, by video.`,
    },
  ])
})

test('another service takes its own duration, and is rejected if that overlaps unless it is squeezed in', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const id = await booked(database, '2026-05-07T10:00')
  const next = await booked(database, '2026-05-07T11:30', 2)
  const longer = { ...patient, id, serviceId: 'long', anyway: false, now }
  expect(await correctAppointment(deps, admin, longer)).toEqual({ ok: false, reason: 'taken' })
  expect(await findAppointment(database.db, id)).toMatchObject({ serviceId: 'general', endsAt: at('2026-05-07T11:00') })

  expect(await correctAppointment(deps, admin, { ...longer, anyway: true })).toEqual({ ok: true })
  const corrected = { serviceId: 'long', endsAt: at('2026-05-07T12:00'), revision: 1 }
  expect(await findAppointment(database.db, id)).toMatchObject(corrected)
  expect(await renewals(database), 'two bookings and the correction').toBe(3)
  const moved = database.db.selectFrom('emails').select('kind').where('ids', 'like', '%"moved"%')
  expect(await moved.execute(), 'its patient is told').toEqual([{ kind: 'appointment' }])
  await cancelAppointment(deps, admin, { id: next, now })
  await releaseHour(deps, next, now + undoMs)
  expect(await isFree(database, '2026-05-07T11:00'), 'what the other gave back falls to it').toBe(false)
  expect(await isFree(database, '2026-05-07T12:30')).toBe(true)
})

test('a squeezed-in appointment keeps its practitioner', async () => {
  const database = await openTestDatabase()
  const practitioners = ['anna', 'ben'].map((id) => ({ id, name: id }))
  const booking = { ...bookingRules, practitioners }
  const deps = bookingDeps(database, booking)
  const [first, next] = [
    await bookTestAppointment(database, { booking, start: '2026-05-07T10:00', n: 1, personId: 'ben' }),
    await bookTestAppointment(database, { booking, start: '2026-05-07T11:30', n: 2, personId: 'ben' }),
  ]
  const id = first.ok && next.ok ? first.appointment.id : ''
  const longer = { ...patient, id, serviceId: 'long', anyway: true, now }
  expect(await correctAppointment(deps, admin, longer)).toEqual({ ok: true })
  expect(await findAppointment(database.db, id)).toMatchObject({ serviceId: 'long', person: 'person:ben' })
})

test('a change to a service without a room releases the room', async () => {
  const database = await openTestDatabase()
  const practitioners = ['anna', 'ben'].map((id) => ({ id, name: id }))
  const deps = bookingDeps(database, { ...bookingRules, practitioners })
  const made = await bookTestAppointment(database, { booking: { ...bookingRules, practitioners } })
  const id = made.ok ? made.appointment.id : ''
  const before = await findAppointment(database.db, id)
  expect(await correctAppointment(deps, admin, { ...patient, id, serviceId: 'far', anyway: false, now })).toEqual({
    ok: true,
  })
  expect(await findAppointment(database.db, id)).toMatchObject({ room: undefined, person: before?.person })
})

test('the link at a wrong address is revoked, and undelivered emails go to the right one', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const id = await booked(database, '2026-05-07T10:00')
  const toPatient = () =>
    database.db.selectFrom('emails').select(['recipient', 'state']).where('kind', '=', 'appointment').execute()
  await database.db.updateTable('emails').set({ state: 'failed' }).where('kind', '=', 'appointment').execute()
  const right = { ...patient, email: 'right@example.com', id, serviceId: 'general', anyway: false, now }
  await correctAppointment(deps, admin, right)
  expect(await findAppointment(database.db, id)).toMatchObject({ email: 'right@example.com', linkVersion: 2 })
  expect(await toPatient()).toEqual([{ recipient: 'right@example.com', state: 'waiting' }])

  await database.db.updateTable('emails').set({ state: 'sent' }).where('kind', '=', 'appointment').execute()
  await correctAppointment(deps, admin, { ...right, email: 'new@example.com' })
  expect(await toPatient()).toContainEqual({ recipient: 'new@example.com', state: 'waiting' })
  await correctAppointment(deps, admin, { ...right, email: undefined })
  expect((await toPatient()).some(({ state }) => state === 'waiting')).toBe(false)
})

test('the clinic gets no email when it corrects the address of a request', async () => {
  const database = await openTestDatabase()
  const id = await booked(database, '2026-05-07T10:00')
  await database.db.updateTable('appointments').set({ state: 'requested' }).execute()
  await database.db.updateTable('emails').set({ state: 'sent' }).execute()
  const right = { ...patient, email: 'right@example.com', id, serviceId: 'general', anyway: false, now }
  await correctAppointment(bookingDeps(database), admin, right)
  const waiting = database.db.selectFrom('emails').select(['kind', 'recipient']).where('state', '=', 'waiting')
  expect(await waiting.orderBy('kind', 'desc').execute()).toEqual([
    { kind: 'appointment', recipient: 'right@example.com' },
    { kind: 'address-replaced', recipient: 'p1@example.com' },
  ])
})

test('an address is corrected from the email that failed, while it counts as failed', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const deps = bookingDeps(database)
  const id = await booked(database, '2026-05-07T10:00')
  const email = db.selectFrom('emails').select('id').where('recipient', '=', 'p1@example.com')
  const { id: emailId } = await email.executeTakeFirstOrThrow()
  const correct = (appointmentId = id) =>
    correctPatientEmail(deps, admin, { emailId, appointmentId, email: 'right@example.com', now })
  expect(await correct()).toBe(false)
  expect(await findAppointment(db, id)).toMatchObject({ email: 'p1@example.com', linkVersion: 1 })
  await db.updateTable('emails').set({ state: 'failed' }).where('id', '=', emailId).execute()
  expect(await correct('gone')).toBe(false)
  expect(await correct()).toBe(true)
  expect(await findAppointment(db, id)).toMatchObject({ email: 'right@example.com', linkVersion: 2 })
})
