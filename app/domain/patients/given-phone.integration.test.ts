import { expect, test } from 'vitest'
import { listAppointmentsOfRecords } from '#app/domain/booking/appointments.server.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { findDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { findOwnSubject } from '#app/domain/booking/own-records.server.ts'
import { at, bookingDeps, dayOne as now } from '#tests/support/booking.ts'
import { bookFor, desk, helen, putConfirmedAccount, recordOf } from '#tests/support/patients.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { acceptPhone, declinePhone, listGivenPhones, undoAnsweredPhone } from './given-phone.server.ts'
import { findPatient } from './patients.server.ts'

const another = '(205) 555-0199'

/** A clinic that knows Helen, and a visitor who books online with her name and address. */
async function openClinic({ isVerified = true } = {}) {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  if (isVerified) await putConfirmedAccount(database, helen.email)
  const known = await bookFor(database, helen, '2026-05-05T09:00')
  async function book(typed: Partial<typeof helen> = {}, start = '2026-05-06T09:00') {
    const patient = { ...helen, ...typed, health: 'typed by a visitor' }
    const saved = await submitDraft(deps, { serviceId: 'general', patient }, { now })
    const draft = await findDraft({ ...deps, db: database.db }, saved.ok ? saved.id : '', now)
    const booked = await bookAppointment(deps, { draft: draft!, startsAt: at(start), now: now + 1 })
    if (!booked.ok) throw new Error(booked.reason)
    const { id } = booked.appointment
    return { id, recordId: await recordOf(database.db, id) }
  }
  const findKnown = async () => (await findPatient(database.db, known.recordId))!
  const listGiven = async () => {
    const patient = await findKnown()
    const ids = patient.records.map(({ id }) => id)
    return listGivenPhones(patient, await listAppointmentsOfRecords(database.db, 'everything', ids))
  }
  return { database, deps, known, book, findKnown, listGiven }
}

test('another phone, or her name in other letters, changes nothing of a known record; staff accept the phone, with Undo', async () => {
  const { database, deps, known, book, findKnown, listGiven } = await openClinic()
  const { id, recordId } = await book({ name: 'HELEN MARSH', phone: another })
  expect(recordId).toBe(known.recordId)
  expect(await findKnown()).toMatchObject(helen)
  const [given, ...others] = await listGiven()
  expect(given).toEqual({ recordId, appointmentId: id, phone: another })
  expect(others).toEqual([])

  expect(await acceptPhone(deps, desk, given!)).toBe(true)
  expect(await acceptPhone(deps, desk, given!), 'a second press').toBe(false)
  expect(await findKnown()).toMatchObject({ ...helen, phone: another })
  expect(await listGiven()).toEqual([])
  expect(await undoAnsweredPhone(deps, desk, recordId)).toBe(true)
  expect(await undoAnsweredPhone(deps, desk, recordId)).toBe(false)
  expect(await findKnown()).toMatchObject(helen)
  const acts = await database.db
    .selectFrom('auditEntries')
    .select('act')
    .where('act', 'like', 'patient.phone%')
    .execute()
  expect(acts.map(({ act }) => act)).toEqual(['patient.phone-accepted', 'patient.phone-undone'])
})

test('staff keep the phone of the record, and are not asked again, with Undo; yet another phone is asked about', async () => {
  const { deps, book, findKnown, listGiven } = await openClinic()
  const { recordId } = await book({ phone: another })
  const [given] = await listGiven()
  expect(await declinePhone(deps, desk, given!)).toBe(true)
  expect(await declinePhone(deps, desk, given!), 'a second press').toBe(false)
  expect([await listGiven(), (await findKnown()).phone]).toEqual([[], helen.phone])
  await book({ phone: '205 555 0199' }, '2026-05-07T09:00')
  expect(await listGiven(), 'the same number').toEqual([])
  expect(await undoAnsweredPhone(deps, desk, recordId)).toBe(true)
  expect(await listGiven()).toMatchObject([{ phone: '205 555 0199' }])
  await declinePhone(deps, desk, given!)
  await book({ phone: '(205) 555-0177' }, '2026-05-08T09:00')
  expect(await listGiven()).toMatchObject([{ phone: '(205) 555-0177' }])
})

test('who gives the same name, email and phone joins the record; anything else is a record of its own', async () => {
  const { known, book, listGiven } = await openClinic({ isVerified: false })
  expect((await book({ name: 'helen  marsh' })).recordId).toBe(known.recordId)
  expect(await listGiven()).toEqual([])
  const start = (day: number) => `2026-05-${String(day).padStart(2, '0')}T09:00`
  for (const [index, typed] of [{ name: 'Helena Marsh' }, { email: 'other@example.com' }, { phone: another }].entries())
    expect((await book(typed, start(7 + index))).recordId).not.toBe(known.recordId)
})

test('joining by name, email and phone proves nothing, and does not undo what staff split', async () => {
  const { database, known, book } = await openClinic({ isVerified: false })
  const { id } = await book()
  const row = database.db.selectFrom('appointments').selectAll().where('id', '=', id)
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ addressProved: 0, emailByLink: 0 })
  const record = database.db.selectFrom('patients').selectAll().where('id', '=', known.recordId)
  expect(await record.executeTakeFirstOrThrow()).toMatchObject({ emailProved: 0, joinKey: null })
  const asked = { recordId: known.recordId, email: 'stranger@example.com' }
  expect(await findOwnSubject({ db: database.db, ownerEmail: '' }, asked)).toBeUndefined()
  await database.db.updateTable('patients').set({ apart: 1 }).where('id', '=', known.recordId).execute()
  expect((await book({}, '2026-05-08T09:00')).recordId).not.toBe(known.recordId)
})
