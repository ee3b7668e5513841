import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { eraseAppointment, erasePersonsAppointments } from '#app/domain/booking/erase-person.server.ts'
import { splitVisits } from '#app/domain/booking/split-visits.server.ts'
import { listVisits } from '#app/domain/booking/visits.server.ts'
import { findOverlapping } from '#app/domain/booking/visits.ts'
import { eraseExpiredHealth, getHealthErasureTime } from '#app/domain/booking/retention.server.ts'
import { at, bookingDeps, dayOne as now } from '#tests/support/booking.ts'
import { bookFor, desk, helen, putConfirmedAccount } from '#tests/support/patients.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { mergePatients, splitRecord, undoPersonChange } from './change-person.server.ts'
import {
  addNote,
  countClinicalNotes,
  deleteNote,
  deleteOldNotes,
  readClinicalNotes,
  readDeskNotes,
} from './notes.server.ts'
import { joinConfirmed } from './join-verified.server.ts'
import { deleteRecord } from './delete-record.server.ts'
import { markDistinct, undoMarkDistinct } from './distinct-patients.server.ts'

import { searchPatients } from './patient-search.server.ts'
import { mostTags } from './patient.ts'
import { findPatient, listPatients } from './patients.server.ts'
import { suggestSame } from './suggestions.server.ts'
import { addTag, countTags, listTagsOf, removeTag } from './tags.server.ts'

const iris = { name: 'Iris Marsh', email: 'iris@example.com', phone: '(205) 555-0199' }

async function openWithTwo() {
  const database = await openTestDatabase()
  const one = await bookFor(database, helen, '2026-05-07T10:00')
  // With another practitioner or squeezed in: the clinic may book one hour twice.
  const two = await bookFor(database, iris, '2026-05-07T10:00')
  return { database, deps: bookingDeps(database), one, two }
}

const listEverything = async ({ db }: Database) => ({
  patients: await db.selectFrom('patients').selectAll().orderBy('id').execute(),
  appointments: await db.selectFrom('appointments').selectAll().orderBy('id').execute(),
  held: await db.selectFrom('holds').selectAll().orderBy('holder').orderBy('resource').execute(),
})

const visitsOf = async ({ db }: Database, id: string) =>
  (await listVisits(db, 'everything', (await findPatient(db, id))!)).map((visit) => visit.id).toSorted()

test('merging two people who booked the same hour changes no appointment, and shows the collision', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const before = await listEverything(database)
  const merged = await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  if (!merged.ok) throw new Error(merged.reason)
  const after = await listEverything(database)
  expect([after.appointments, after.held]).toEqual([before.appointments, before.held])
  const person = (await findPatient(database.db, two.recordId))!
  expect(person).toMatchObject({ id: one.recordId, name: 'Helen Marsh' })
  expect(findOverlapping(await listVisits(database.db, 'everything', person), now)).toHaveLength(2)
  // Found by the other name too, once.
  expect(await searchPatients(database, 'iris', 5, 'everything')).toMatchObject([{ id: one.recordId }])
  expect((await listPatients(database, { within: 'everything' })).rows).toHaveLength(1)

  // What is booked meanwhile for the other name goes back with it.
  const third = await bookFor(database, iris, '2026-05-08T10:00', one.recordId)
  expect(await undoPersonChange(deps, desk, { changeId: merged.changeId, now })).toMatchObject({ ok: true })
  expect(await visitsOf(database, one.recordId)).toEqual([one.id])
  expect(await visitsOf(database, two.recordId)).toEqual([two.id, third.id].toSorted())
  expect(await undoPersonChange(deps, desk, { changeId: merged.changeId, now })).toMatchObject({ ok: false })
})

test('an undo restores every record exactly', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const { recordId: three } = await bookFor(database, { ...helen, email: 'h@example.org' }, '2026-05-12T10:00')
  const before = await listEverything(database)
  const first = await mergePatients(deps, desk, { id: two.recordId, others: [three], now })
  const second = await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  if (!first.ok || !second.ok) throw new Error('not merged')
  // The first can be taken back only after the second.
  expect(await undoPersonChange(deps, desk, { changeId: first.changeId, now })).toMatchObject({ ok: false })
  for (const { changeId } of [second, first])
    expect(await undoPersonChange(deps, desk, { changeId, now })).toMatchObject({ ok: true })
  expect(await listEverything(database)).toEqual(before)
})

test('nobody is merged with themselves, with somebody gone, or twice at once', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const merge = (id: string, other: string) => mergePatients(deps, desk, { id, others: [other], now })
  expect(await merge(one.recordId, one.recordId)).toEqual({ ok: false, reason: 'same' })
  expect(await merge(one.recordId, 'gone')).toEqual({ ok: false, reason: 'changed-meanwhile' })
  const both = await Promise.all([merge(one.recordId, two.recordId), merge(two.recordId, one.recordId)])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect((await listPatients(database, { within: 'everything' })).rows).toHaveLength(1)
})

test('erasing while merging leaves either nobody or one person, and no trace', async () => {
  const { database, deps, one, two } = await openWithTwo()
  await addNote(deps, desk, { patientId: two.recordId, audience: 'desk', text: 'a secret', now })
  await Promise.all([
    mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now }),
    database.transaction((tx) => erasePersonsAppointments(deps, tx, { email: iris.email }, now)),
  ])
  await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  const { patients } = await listEverything(database)
  // Merged first, she is the same person, and all of it is erased.
  const isWhole = patients.every(({ name, personId }) => name === 'Helen Marsh' && personId === one.recordId)
  expect(isWhole && patients.length <= 1).toBe(true)
  const keys = await database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'patient note').execute()
  expect(keys).toEqual([])
})

test('erasing the record that stood for a person leaves the other with its notes and tags', async () => {
  const { database, deps, one, two } = await openWithTwo()
  await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  const person = (await findPatient(database.db, one.recordId))!
  await addNote(deps, desk, { patientId: one.recordId, audience: 'desk', text: 'kept', now })
  await addTag(deps, desk, { patient: person, tag: 'ramp' })
  await database.transaction((tx) => eraseAppointment(deps, tx, one.id, now))
  const left = (await findPatient(database.db, two.recordId))!
  expect(left).toMatchObject({ id: two.recordId, name: 'Iris Marsh' })
  expect(await readDeskNotes({ ...deps, db: database.db }, left)).toMatchObject([{ text: 'kept' }])
  expect(await listTagsOf(database.db, left)).toEqual(['ramp'])
  await database.transaction((tx) => erasePersonsAppointments(deps, tx, { email: iris.email }, now))
  expect((await listEverything(database)).patients).toEqual([])
  const keys = await database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'patient note').execute()
  expect(keys).toEqual([])
})

test('visits of somebody else are split off, with undo, and nothing joins them again', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await putConfirmedAccount(database, helen.email)
  const mine = await bookFor(database, helen, '2026-05-07T10:00')
  const mothers = await bookFor(database, helen, '2026-05-08T10:00')
  const split = (appointments: string[]) => splitVisits(deps, desk, { id: mine.recordId, appointments, now })
  expect(await split([])).toMatchObject({ reason: 'none' })
  expect(await split([mine.id, mothers.id])).toMatchObject({ reason: 'all' })
  expect(await split(['gone'])).toMatchObject({ reason: 'changed-meanwhile' })
  const ofNobody = { id: 'gone', appointments: [mothers.id], now }
  expect(await splitVisits(deps, desk, ofNobody)).toEqual({ ok: false, reason: 'changed-meanwhile' })
  const itself = { id: mine.recordId, recordId: mine.recordId, now }
  expect(await splitRecord(deps, desk, itself)).toEqual({ ok: false, reason: 'same' })
  const done = await split([mothers.id])
  if (!done.ok) throw new Error(done.reason)
  expect(await visitsOf(database, mine.recordId)).toEqual([mine.id])
  await joinConfirmed(database)
  expect(await visitsOf(database, done.recordId)).toEqual([mothers.id])
  const later = await bookFor(database, helen, '2026-05-11T10:00')
  expect(later.recordId).toBe(mine.recordId)
  expect(await undoPersonChange(deps, desk, { changeId: done.changeId, now })).toMatchObject({ ok: true })
  expect(await visitsOf(database, mine.recordId)).toEqual([mine.id, mothers.id, later.id].toSorted())
  expect(await splitRecord(deps, desk, { id: mine.recordId, recordId: done.recordId, now })).toMatchObject({ ok: true })
  expect(await visitsOf(database, done.recordId)).toEqual([mothers.id])
})

test('the same address or phone is only a suggestion', async () => {
  const database = await openTestDatabase()
  const { recordId } = await bookFor(database, helen, '2026-05-07T10:00')
  await bookFor(database, { ...helen, phone: '(205) 555-0177' }, '2026-05-08T10:00')
  await bookFor(database, { ...iris, email: helen.email }, '2026-05-09T10:00')
  await bookFor(database, { ...iris, phone: '205.555.0136' }, '2026-05-10T10:00')
  await bookFor(database, { name: 'Ben Wood', phone: '555' }, '2026-05-11T10:00')
  const suggested = await suggestSame(database.db, (await findPatient(database.db, recordId))!)
  expect(suggested.map(({ reason }) => reason)).toEqual(['name-and-email', 'email', 'phone'])
})

test('people who are told apart are suggested no more, until either is merged or deleted', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const third = await bookFor(database, { ...helen, name: 'Hanna Marsh' }, '2026-05-08T10:00')
  const suggested = async (id: string) =>
    (await suggestSame(database.db, (await findPatient(database.db, id))!)).map((person) => person.id)
  const [id, other] = [one.recordId, third.recordId]
  expect(await suggested(id)).toEqual([other])
  expect(await markDistinct(deps, desk, { id, other })).toBe(true)
  expect(await markDistinct(deps, desk, { id: other, other: id }), 'once more').toBe(true)
  expect([await suggested(id), await suggested(other)]).toEqual([[], []])
  expect(await undoMarkDistinct(deps, desk, { id, other })).toBe(true)
  expect(await undoMarkDistinct(deps, desk, { id, other })).toBe(false)
  expect(await suggested(id)).toEqual([other])

  await markDistinct(deps, desk, { id: other, other: id })
  for (const wrong of [id, 'gone']) expect(await markDistinct(deps, desk, { id, other: wrong })).toBe(false)
  await mergePatients(deps, desk, { id, others: [two.recordId], now })
  expect(await suggested(id)).toEqual([other])
  expect(await markDistinct(deps, desk, { id: two.recordId, other }), 'no person any more').toBe(false)

  await markDistinct(deps, desk, { id, other })
  await database.transaction(async (tx) => {
    await tx.updateTable('appointments').set({ patientId: null }).where('patientId', '=', other).execute()
    await deleteRecord({ tx, vault: deps.vault }, other)
  })
  expect(await database.db.selectFrom('distinctPatients').selectAll().execute()).toEqual([])
})

test('clinical notes are sealed apart, and reading them is recorded', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const patient = (await findPatient(database.db, one.recordId))!
  const add = (audience: 'clinical' | 'desk', text: string) =>
    addNote(deps, desk, { patientId: one.recordId, audience, text, now })
  expect([await add('clinical', 'qzclinical'), await add('desk', 'qzdesk')]).toEqual([true, true])
  expect(await addNote(deps, desk, { patientId: 'gone', audience: 'desk', text: 'x', now })).toBe(false)
  const [desks] = await readDeskNotes({ ...deps, db: database.db }, patient)
  expect(desks).toMatchObject({ text: 'qzdesk', who: desk.who })
  expect(await countClinicalNotes(database.db, patient)).toBe(1)
  const stored = JSON.stringify(await database.db.selectFrom('patientNotes').selectAll().execute())
  expect(stored).not.toMatch(/qz/)
  expect(await searchPatients(database, 'qzdesk', 5, 'everything')).toEqual([])
  const [clinical] = await readClinicalNotes(deps, desk, patient)
  expect(clinical?.text).toBe('qzclinical')
  const acts = await database.db.selectFrom('auditEntries').select('act').where('act', 'like', 'patient.%').execute()
  expect(acts.map(({ act }) => act)).toEqual(['patient.note-added', 'patient.note-added', 'patient.notes-read'])
  // Only by those who may read it.
  const { id } = clinical!
  expect(await deleteNote(deps, desk, { patient, id, audience: 'desk' })).toBe(false)
  const other = { ...patient, records: patient.records.map((record) => ({ ...record, id: two.recordId })) }
  expect(await deleteNote(deps, desk, { patient: other, id, audience: 'clinical' })).toBe(false)
  const practitioner = { ...desk, who: 'account-2', scope: { person: 'person:maya' } } as const
  expect(await deleteNote(deps, practitioner, { patient, id, audience: 'clinical' })).toBe(false)
  expect(await deleteNote(deps, desk, { patient, id, audience: 'clinical' })).toBe(true)
  const keys = await database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'patient note').execute()
  expect(keys, 'that of the other note').toEqual([{ id: desks!.id }])
})

test('tags are counted by person', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const tag = async (id: string, tag: string) =>
    addTag(deps, desk, { patient: (await findPatient(database.db, id))!, tag })
  await tag(one.recordId, 'ramp')
  await tag(two.recordId, 'ramp')
  await tag(two.recordId, 'new')
  expect(await countTags(database.db, 'everything')).toEqual([
    { tag: 'new', count: 1 },
    { tag: 'ramp', count: 2 },
  ])
  await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  expect((await countTags(database.db, 'everything'))[1]).toEqual({ tag: 'ramp', count: 1 })
  expect((await listPatients(database, { within: 'everything', tag: 'new' })).rows.map(({ id }) => id)).toEqual([
    one.recordId,
  ])
  const patient = (await findPatient(database.db, one.recordId))!
  expect(await removeTag(deps, desk, { patient, tag: 'ramp' })).toBe(true)
  expect(await listTagsOf(database.db, patient)).toEqual(['new'])
})

test('a tag is added once, to at most ten, and to nobody who was erased', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const patient = (await findPatient(database.db, one.recordId))!
  const add = (tag: string, to = patient) => addTag(deps, desk, { patient: to, tag })
  const countActs = async () =>
    (await database.db.selectFrom('auditEntries').select('act').where('act', '=', 'patient.tagged').execute()).length
  expect([await add('1'), await add('1'), await countActs()]).toEqual([true, true, 1])
  for (let tag = 2; tag <= mostTags; tag += 1) expect(await add(`${tag}`)).toBe(true)
  expect([await add('more'), await add('1'), await countActs()]).toEqual([false, true, mostTags])
  const erased = (await findPatient(database.db, two.recordId))!
  await database.transaction((tx) => erasePersonsAppointments(deps, tx, { email: iris.email }, now))
  expect([await add('1', erased), await countActs()]).toEqual([false, mostTags])
})

test('erasing a person erases what was merged into them, and nobody else with the same phone', async () => {
  const { database, deps, one, two } = await openWithTwo()
  const { recordId: child } = await bookFor(
    database,
    { ...helen, name: 'Child', email: 'c@example.com' },
    '2026-05-12T10:00',
  )
  await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  // Her address was also given for somebody else's appointment, and not confirmed.
  const given = database.db.updateTable('appointments').set({ newEmail: iris.email, newEmailUntil: now + 1 })
  await given.where('patientId', '=', child).execute()
  const erased = await database.transaction((tx) => erasePersonsAppointments(deps, tx, { email: iris.email }, now))
  expect(erased.appointments.toSorted()).toEqual([one.id, two.id].toSorted())
  expect((await listPatients(database, { within: 'everything' })).rows.map(({ id }) => id)).toEqual([child])
  expect(JSON.stringify((await listEverything(database)).appointments)).not.toContain(iris.email)
})

test('health answers and notes are kept as long as the person comes, under whatever name', async () => {
  const database = await openTestDatabase()
  const deps = { ...bookingDeps(database), config: { healthRetentionDays: 30 } }
  const one = await bookFor(database, { ...helen, health: 'tired' }, '2026-05-07T10:00')
  const two = await bookFor(database, iris, '2026-06-20T10:00')
  await addNote(deps, desk, { patientId: one.recordId, audience: 'clinical', text: 'a note', now })
  await mergePatients(deps, desk, { id: one.recordId, others: [two.recordId], now })
  const sweep = async (time: string) => {
    await eraseExpiredHealth(deps, at(time))
    await deleteOldNotes(deps, at(time))
    return (await database.db.selectFrom('recordKeys').select('purpose').execute())
      .map(({ purpose }) => purpose)
      .filter((purpose) => purpose === 'appointment health' || purpose === 'patient note')
      .toSorted()
  }
  expect(await sweep('2026-07-10T10:00')).toEqual(['appointment health', 'patient note'])
  expect(await getHealthErasureTime(deps, { ...helen, endsAt: at('2026-05-07T11:00'), patientId: one.recordId })).toBe(
    at('2026-07-20T11:00'),
  )
  expect(await sweep('2026-07-21T10:00')).toEqual([])
})
