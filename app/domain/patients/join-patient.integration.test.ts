import { expect, test } from 'vitest'
import { correctAppointment } from '#app/domain/booking/correct-appointment.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { joinUnjoined } from '#app/domain/booking/patient-records.server.ts'
import { at, bookingDeps, dayOne } from '#tests/support/booking.ts'
import { bookFor, desk, helen, putConfirmedAccount, recordOf } from '#tests/support/patients.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { joinConfirmed } from './join-verified.server.ts'
import { findPatient, listPatients } from './patients.server.ts'

const otherPhone = '(205) 555-0177'

test('a verified address and the same name are one person', async () => {
  const database = await openTestDatabase()
  await putConfirmedAccount(database, helen.email)
  const first = await bookFor(database, helen, '2026-05-07T10:00')
  const again = await bookFor(database, { ...helen, name: ' hélen  MARSH ', phone: '205 555 0999' }, '2026-05-08T10:00')
  expect(again.recordId).toBe(first.recordId)
  expect(await findPatient(database.db, first.recordId)).toMatchObject({ phone: '205 555 0999' })
})

test('an unverified address, another name and a shared phone join nobody', async () => {
  const database = await openTestDatabase()
  await putConfirmedAccount(database, 'family@example.com')
  const records = [
    await bookFor(database, helen, '2026-05-07T10:00'),
    await bookFor(database, { ...helen, phone: otherPhone }, '2026-05-08T10:00'),
    await bookFor(database, { ...helen, email: 'family@example.com' }, '2026-05-09T10:00'),
    await bookFor(database, { ...helen, email: 'family@example.com', name: 'Iris Marsh' }, '2026-05-10T10:00'),
    await bookFor(database, { name: helen.name, phone: helen.phone }, '2026-05-11T10:00'),
  ]
  expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(records.length)
})

test('a phone number alone joins nobody, nor does an unverified address without one', async () => {
  const database = await openTestDatabase()
  const { name, phone } = helen
  const records = [
    await bookFor(database, { name, phone }, '2026-05-07T10:00'),
    await bookFor(database, { name, phone }, '2026-05-08T10:00'),
    await bookFor(database, { ...helen, phone: '555' }, '2026-05-09T10:00'),
    await bookFor(database, { ...helen, phone: '555' }, '2026-05-10T10:00'),
  ]
  expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(records.length)
})

test('twenty bookings at once of a verified person have one record', async () => {
  const database = await openTestDatabase()
  await putConfirmedAccount(database, helen.email)
  const days = Array.from({ length: 20 }, (_, index) => `2026-05-${String(index + 6).padStart(2, '0')}T10:00`)
  const booked = await Promise.all(days.map((day) => bookFor(database, helen, day)))
  expect(new Set(booked.map(({ recordId }) => recordId)).size).toBe(1)
})

test('records join once their address is confirmed', async () => {
  const database = await openTestDatabase()
  const one = await bookFor(database, helen, '2026-05-07T10:00')
  const other = await bookFor(database, { ...helen, phone: otherPhone }, '2026-05-08T10:00')
  const sister = await bookFor(database, { ...helen, name: 'Iris Marsh' }, '2026-05-09T10:00')
  await joinConfirmed(database)
  expect((await findPatient(database.db, one.recordId))?.records).toHaveLength(1)
  await putConfirmedAccount(database, helen.email)
  await joinConfirmed(database)
  await joinConfirmed(database)
  const person = await findPatient(database.db, one.recordId)
  expect(person?.records.map(({ id }) => id).toSorted()).toEqual([one.recordId, other.recordId].toSorted())
  expect((await findPatient(database.db, sister.recordId))?.records).toHaveLength(1)
  const seen = database.db.selectFrom('patients').select('personSeenAt').distinct().where('personId', '=', person!.id)
  expect(await seen.execute(), 'by each of them').toEqual([{ personSeenAt: at('2026-05-08T10:00') }])
})

test('staff choose the record, unless they change the name', async () => {
  const database = await openTestDatabase()
  const { recordId } = await bookFor(database, helen, '2026-05-07T10:00')
  const again = { ...helen, email: 'new@example.com' }
  expect((await bookFor(database, again, '2026-05-08T10:00', recordId)).recordId).toBe(recordId)
  const daughter = { ...helen, name: 'Iris Marsh' }
  expect((await bookFor(database, daughter, '2026-05-09T10:00', recordId)).recordId).not.toBe(recordId)
  expect((await bookFor(database, { ...helen, phone: otherPhone }, '2026-05-10T10:00', 'erased')).recordId).not.toBe(
    recordId,
  )
})

test('a record follows corrections, moves and the erasure of its only appointment', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const { id, recordId } = await bookFor(database, helen, '2026-05-07T10:00')
  const right = { ...helen, name: 'Helen March', note: undefined, health: undefined }
  await correctAppointment(deps, desk, { ...right, id, serviceId: 'general', anyway: false, now: dayOne })
  expect(await findPatient(database.db, recordId)).toMatchObject({ name: 'Helen March' })

  const other = await bookFor(database, helen, '2026-05-08T10:00')
  const order = async () => (await listPatients(database, { within: 'everything' })).rows.map((row) => row.id)
  expect(await order()).toEqual([other.recordId, recordId])
  await moveAppointment(deps, desk, { id, startsAt: at('2026-05-11T10:00'), now: dayOne })
  expect(await order()).toEqual([recordId, other.recordId])

  await database.transaction((tx) => eraseAppointment(deps, tx, id, dayOne))
  expect(await order()).toEqual([other.recordId])
  expect(await recordOf(database.db, id)).toBe('')
})

test('an appointment that an earlier release booked gets its record later', async () => {
  const database = await openTestDatabase()
  const { id, recordId } = await bookFor(database, helen, '2026-05-07T10:00')
  await database.db.deleteFrom('patients').where('id', '=', recordId).execute()
  expect(await recordOf(database.db, id)).toBe('')
  await joinUnjoined(database)
  expect(await findPatient(database.db, await recordOf(database.db, id))).toMatchObject(helen)
})
