import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { exportPerson } from '#app/domain/person-export/export-person.server.ts'
import { mergePatients, splitRecord, undoPersonChange } from '#app/domain/patients/change-person.server.ts'
import { addNote, readClinicalNotes } from '#app/domain/patients/notes.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { contentWithForms, intake } from '#tests/support/clinic-forms.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { bookFor, putConfirmedAccount, recordOf } from '#tests/support/patients.ts'
import { findAppointment } from './appointments.server.ts'
import { bookByTelephone } from './book-by-telephone.server.ts'
import { confirmAddress } from './confirm-address.server.ts'
import { correctAppointment, correctPatientEmail } from './correct-appointment.server.ts'
import { sendDataCode, toDataCode, useDataCode } from './data-code.server.ts'
import { eraseAppointment } from './erase-person.server.ts'
import { signForm } from './forms/forms.server.ts'
import { findPatientWithin } from './known-patients.server.ts'
import { withNewlyOpened } from './newly-opened.server.ts'
import { correctContact } from './new-address.server.ts'
import { findAccountSubject, findOwnSubject, findWayIn, listReplaceableDays } from './own-records.server.ts'
import { splitVisits } from './split-visits.server.ts'

const ownerEmail = 'owner@clinic.example'
const desk: ScopedActor = { who: 'desk', from: '127.0.0.1', scope: 'everything' }
const manager: ScopedActor = { ...desk, who: 'manager', readsHealth: true }
const theirs = 'private@example.com'
const signer = {
  fingerprint: (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`).toString('base64url'),
}

async function openClinic() {
  const database = await openTestDatabase()
  const practitioners = ['anna', 'ben'].map((id) => ({ id, name: id }))
  const booking = { ...bookingRules, practitioners }
  const deps = { ...bookingDeps(database, booking), content: contentWithForms({ intake }) }
  const ownDeps = { db: database.db, ownerEmail }
  /** Booked online, with a health answer; the code that goes to the address proves it. */
  async function bookOnline(n: number, start: string, personId = 'anna') {
    const made = await bookTestAppointment(database, { n, start, booking, personId })
    if (!made.ok) throw new Error(made.reason)
    const { id } = made.appointment
    return { id, recordId: await recordOf(database.db, id), email: `p${n}@example.com` }
  }
  const appointmentOf = async (id: string) => (await findAppointment(database.db, id))!
  const correct = async (actor: ScopedActor, id: string, email: string) => {
    const { name, phone } = await appointmentOf(id)
    return correctAppointment(deps, actor, { id, name, phone, email, serviceId: 'general', anyway: true, now })
  }
  const prove = async (id: string) => {
    const appointment = await appointmentOf(id)
    const sent = await sendDataCode(deps, appointment, { now, limitedAs: undefined })
    if (!sent.ok) throw new Error('no code was sent')
    const typed = toDataCode(signer, sent.codeId)
    return useDataCode({ database, signer }, appointment, { codeId: sent.codeId, typed, now })
  }
  /** What the code from this appointment's link opens: a copy, as text. */
  async function openByCode(id: string) {
    const { patientId: recordId = '', email } = await appointmentOf(id)
    const subject = await findOwnSubject(ownDeps, { recordId, email })
    return subject ? JSON.stringify(await exportPerson({ ...deps, db: database.db, booking }, subject)) : ''
  }
  const note = (recordId: string, text: string) =>
    addNote(deps, manager, { patientId: recordId, audience: 'clinical', text, now })
  return { database, deps, ownDeps, bookOnline, appointmentOf, correct, prove, openByCode, note }
}

const act = async ({ db }: Database, name: string) =>
  (await db.selectFrom('auditEntries').select('detail').where('act', '=', name).execute()).map(({ detail }) => detail)

test('what a visitor booked online opens to a code at the address that they typed', async () => {
  const { ownDeps, bookOnline, appointmentOf, openByCode, note } = await openClinic()
  const one = await bookOnline(1, '2026-05-07T10:00')
  await note(one.recordId, 'canary note')
  expect(await findWayIn(ownDeps, await appointmentOf(one.id))).toBe('open')
  const copy = await openByCode(one.id)
  for (const text of ['tired', 'canary note']) expect(copy).toContain(text)
})

test('a code that may not be emailed any more is not made, and counts all the same', async () => {
  const { database, deps, bookOnline, appointmentOf } = await openClinic()
  const { db } = database
  const { id } = await bookOnline(1, '2026-05-07T10:00')
  await db.insertInto('limits').values({ key: 'emails:address:maya', windowStart: Date.now(), count: 12 }).execute()
  const sent = await sendDataCode(deps, await appointmentOf(id), { now, limitedAs: 'maya' })
  expect(sent).toMatchObject({ ok: false, reason: 'too-many' })
  expect(await db.selectFrom('dataCodes').selectAll().execute()).toEqual([])
  const counted = db.selectFrom('limits').select('count').where('key', '=', `data-code:${id}`)
  expect(await counted.execute()).toEqual([{ count: 1 }])
})

test('a code is used once, and not for an appointment whose links were renewed', async () => {
  const { database, deps, bookOnline, appointmentOf } = await openClinic()
  const appointment = await appointmentOf((await bookOnline(1, '2026-05-07T10:00')).id)
  const sent = await sendDataCode(deps, appointment, { now, limitedAs: undefined })
  const { codeId } = sent.ok ? sent : { codeId: '' }
  const use = (linkVersion: number) =>
    useDataCode(
      { database, signer },
      { ...appointment, linkVersion },
      { codeId, typed: toDataCode(signer, codeId), now },
    )
  expect(await use(appointment.linkVersion + 1)).toEqual({ ok: false, reason: 'gone' })
  expect(await use(appointment.linkVersion)).toEqual({ ok: true })
  expect(await use(appointment.linkVersion)).toEqual({ ok: false, reason: 'gone' })
})

test('an address that the front desk enters opens nothing until it is proved and a health reader confirms it', async () => {
  const { database, deps, ownDeps, bookOnline, appointmentOf, correct, prove, openByCode } = await openClinic()
  const { id } = await bookOnline(1, '2026-05-07T10:00')
  expect(await correct(desk, id, theirs)).toEqual({ ok: true })
  expect(await findWayIn(ownDeps, await appointmentOf(id))).toBe('prove')
  expect(await prove(id)).toEqual({ ok: true })
  expect(await findWayIn(ownDeps, await appointmentOf(id))).toBe('waiting')
  expect(await openByCode(id)).toBe('')
  // Nothing that was given is replaced or erased, and an account at the address opens nothing either.
  expect(await listReplaceableDays(database.db, await appointmentOf(id))).toEqual([])
  await putConfirmedAccount(database, theirs)
  const who = { email: theirs, name: 'Patient 1' }
  expect(await database.transaction((tx) => findAccountSubject({ database, tx, ownerEmail }, who))).toBe('unconfirmed')
  expect(await act(database, 'appointment.corrected')).toEqual([
    `Changed: email. Email was: p1@example.com. Now: ${theirs}.`,
  ])

  // Only who reads health answers confirms, and only what the page showed.
  const refused = { ok: false, reason: 'address-changed' }
  expect(await confirmAddress(deps, desk, { id, email: theirs, isTheirs: true })).toEqual(refused)
  expect(await confirmAddress(deps, manager, { id, email: 'p1@example.com', isTheirs: true })).toEqual(refused)
  const other = await bookOnline(1, '2026-05-08T10:00')
  const { patientId = '' } = await appointmentOf(id)
  await database.db.updateTable('appointments').set({ patientId }).execute()
  expect(await confirmAddress(deps, manager, { id, email: theirs, isTheirs: true })).toEqual({ ok: true })
  expect((await appointmentOf(other.id)).emailConfirmed, 'of another address').toBeUndefined()
  expect(await act(database, 'appointment.address-confirmed')).toEqual([theirs])
  expect(await openByCode(id)).toContain('tired')
  expect(await listReplaceableDays(database.db, await appointmentOf(id))).toEqual([id])
  await confirmAddress(deps, manager, { id, email: theirs, isTheirs: false })
  expect(await openByCode(id)).toBe('')
  // What the patient gave opens it again.
  await correct(desk, id, 'p1@example.com')
  expect(await openByCode(id)).toContain('tired')
})

test('an address entered by the link, after staff had entered theirs or none, replaces and erases nothing', async () => {
  const { database, deps, ownDeps, bookOnline, appointmentOf, correct } = await openClinic()
  const byLink = (id: string, email: string) =>
    correctContact(
      { ...deps, emailsLeave: false },
      id,
      { name: 'Patient 1', email, phone: '(205) 555-0101' },
      { now, limitedAs: undefined },
    )
  const { id } = await bookOnline(1, '2026-05-07T10:00')
  await byLink(id, 'own@example.com')
  expect(await listReplaceableDays(database.db, await appointmentOf(id))).toEqual([id])
  for (const byStaff of [theirs, '']) {
    await correct(desk, id, byStaff)
    for (const email of ['again@evil.example', 'third@evil.example']) {
      await byLink(id, email)
      expect((await appointmentOf(id)).email).toBe(email)
      expect(await listReplaceableDays(database.db, await appointmentOf(id))).toEqual([])
      expect(await findWayIn(ownDeps, await appointmentOf(id))).not.toBe('open')
    }
  }
})

test('what a manager enters is confirmed by it, and a confirmed address that nobody proved erases nothing by its link', async () => {
  const { database, bookOnline, appointmentOf, correct, prove, openByCode } = await openClinic()
  const { id } = await bookOnline(1, '2026-05-07T10:00')
  await correct(manager, id, theirs)
  expect(await listReplaceableDays(database.db, await appointmentOf(id))).toEqual([])
  await prove(id)
  expect(await listReplaceableDays(database.db, await appointmentOf(id))).toEqual([id])
  expect(await openByCode(id)).toContain('tired')
})

test('the former address is told once an hour, without a name, the service or the new address', async () => {
  const { database, deps, bookOnline, correct } = await openClinic()
  const { id } = await bookOnline(1, '2026-05-07T10:00')
  for (const email of [theirs, 'p1@example.com', theirs]) await correct(desk, id, email)
  const told = () =>
    database.db
      .selectFrom('emails')
      .select(['recipient', 'ids'])
      .where('kind', '=', 'address-replaced')
      .orderBy('recipient')
      .execute()
  expect((await told()).map(({ recipient }) => recipient)).toEqual(['p1@example.com', theirs])
  for (const { ids } of (await told()).filter(({ recipient }) => recipient === 'p1@example.com'))
    expect(ids).not.toContain(theirs)
  // Also when what bounced goes to another address.
  await database.db.updateTable('emails').set({ state: 'failed' }).where('kind', '=', 'appointment').execute()
  const [failed] = await database.db.selectFrom('emails').select('id').where('state', '=', 'failed').execute()
  const correction = { emailId: failed!.id, appointmentId: id, email: 'other@example.com', now: now + 2 * 3_600_000 }
  expect(await correctPatientEmail(deps, desk, correction)).toBe(true)
  expect(await findAppointment(database.db, id)).toMatchObject({ emailConfirmed: undefined, emailProved: 0 })
  expect(await act(database, 'appointment.corrected')).toContain(`Email was: ${theirs}. Now: other@example.com.`)
})

test('an empty form can be filled in at an address that staff entered, is not replaced there, and is in the patient’s copy', async () => {
  const { deps, bookOnline, correct, openByCode } = await openClinic()
  const { id, email } = await bookOnline(1, '2026-05-07T10:00')
  await correct(desk, id, theirs)
  const textHash = hashFormText(toFormText({ id: 'intake', ...intake }))
  const answers = ['A sore knee', '', 'Well', ['Nuts'], '2026-01-02', 'no', { name: 'Maya Thomas', drawn: '' }]
  const form = { appointmentId: id, formId: 'intake', textHash, answers, now }
  const first = await signForm(deps, { ...form, over: undefined })
  if (!first.ok) throw new Error(first.reason)
  const other = { ...form, over: first.id, answers: ['Another', ...answers.slice(1)] }
  expect(await signForm(deps, other)).toEqual({ ok: false, reason: 'closed' })
  await correct(desk, id, email)
  for (const text of ['A sore knee', 'Maya Thomas']) expect(await openByCode(id)).toContain(text)
})

test('a merge opens nothing new, what a manager chooses opens, and separating or undo ends it', async () => {
  const { database, deps, ownDeps, bookOnline, openByCode, note } = await openClinic()
  const [victim, own] = [await bookOnline(1, '2026-05-07T10:00'), await bookOnline(2, '2026-05-08T10:00')]
  await note(victim.recordId, 'canary note')
  const merge = (opens?: string[]) =>
    mergePatients(deps, manager, { id: own.recordId, others: [victim.recordId], ...(opens && { opens }), now })
  const merged = await merge()
  expect(await openByCode(own.id)).not.toContain('p1@example.com')
  expect(await openByCode(own.id)).not.toContain('canary note')
  if (merged.ok) await undoPersonChange(deps, desk, { changeId: merged.changeId, now })

  const [one, other] = await Promise.all(
    [own, victim].map(({ recordId }) => findPatientWithin(database.db, 'everything', recordId)),
  )
  const [candidate] = await withNewlyOpened(ownDeps, one!, [other!])
  expect(candidate!.opens).toEqual([
    { recordId: own.recordId, name: 'Patient 2', email: own.email, answers: 1, forms: 0, notes: 1 },
    { recordId: victim.recordId, name: 'Patient 1', email: victim.email, answers: 1, forms: 0, notes: 0 },
  ])
  for (const end of ['undo', 'separate'] as const) {
    const again = await merge([own.recordId])
    if (!again.ok) throw new Error(again.reason)
    const opened = await openByCode(own.id)
    for (const text of ['p1@example.com', 'canary note']) expect(opened).toContain(text)
    expect(await openByCode(victim.id), 'only the chosen address').not.toContain(own.email)
    if (end === 'undo') await undoPersonChange(deps, desk, { changeId: again.changeId, now })
    else await splitRecord(deps, desk, { id: own.recordId, recordId: victim.recordId, now })
    expect(await openByCode(own.id), end).not.toContain('canary note')
  }
  expect(await act(database, 'patient.merged')).toContain(`${victim.recordId}; opened to ${own.email}`)
  // Merged again without a choice, it opens nothing.
  await merge()
  expect(await openByCode(own.id)).not.toContain('canary note')
})

test('notes that a merged record inherits, or that a split leaves behind, open to the clinic alone', async () => {
  const { database, deps, bookOnline, openByCode, note } = await openClinic()
  const [victim, own] = [await bookOnline(1, '2026-05-07T10:00'), await bookOnline(2, '2026-05-08T10:00')]
  await note(victim.recordId, 'canary note')
  await mergePatients(deps, desk, { id: own.recordId, others: [victim.recordId], now })
  // The victim's record is gone with its last visit, and leaves its notes to the other one.
  const split = await splitVisits(deps, desk, { id: own.recordId, appointments: [victim.id], now })
  expect(split).toMatchObject({ ok: true })
  const heir = (await findPatientWithin(database.db, 'everything', own.recordId))!
  expect(await readClinicalNotes(deps, manager, heir)).toMatchObject([{ text: 'canary note' }])
  expect(await openByCode(own.id)).toContain('p2@example.com')
  expect(await openByCode(own.id)).not.toContain('canary note')
})

test('a closed appointment that is erased or split off leaves no notes to whoever shares its record', async () => {
  const { database, deps, bookOnline, correct, openByCode, note } = await openClinic()
  const [victim, other] = [await bookOnline(1, '2026-05-07T10:00'), await bookOnline(1, '2026-05-08T10:00')]
  await database.db.updateTable('appointments').set({ patientId: victim.recordId }).where('id', '=', other.id).execute()
  await note(victim.recordId, 'canary note')
  await correct(desk, victim.id, theirs)
  expect(await openByCode(other.id), 'not all of the record is open').not.toContain('canary note')
  await database.transaction((tx) => eraseAppointment(deps, tx, victim.id, now))
  expect(await openByCode(other.id)).toContain('p1@example.com')
  expect(await openByCode(other.id)).not.toContain('canary note')
})

test('a practitioner opens by her own address no more than her own appointment', async () => {
  const { database, deps, bookOnline, correct, prove, openByCode, note, appointmentOf } = await openClinic()
  const [hers, others] = [await bookOnline(1, '2026-05-07T10:00'), await bookOnline(2, '2026-05-08T10:00', 'ben')]
  await note(hers.recordId, 'canary note of the clinic')
  await note(others.recordId, 'canary note')
  await mergePatients(deps, desk, { id: hers.recordId, others: [others.recordId], now })
  const scope = { person: 'person:anna' } as const
  const anna: ScopedActor = { ...manager, who: 'anna', scope }
  expect(await correct(anna, others.id, theirs)).toEqual({ ok: false, reason: 'not-found' })
  await correct(anna, hers.id, theirs)
  expect(await appointmentOf(hers.id)).toMatchObject({ emailConfirmed: 'person:anna' })
  await prove(hers.id)
  const opened = await openByCode(hers.id)
  expect(opened).toContain('tired')
  for (const text of ['canary', 'p2@example.com']) expect(opened).not.toContain(text)
  // On the dashboard the other record's notes are not hers either.
  const seen = (await findPatientWithin(database.db, scope, hers.recordId))!
  expect(seen.records.map(({ id }) => id)).toEqual([hers.recordId])
  // In somebody else's hands it is no longer confirmed.
  await database.db.updateTable('appointments').set({ person: 'person:ben' }).where('id', '=', hers.id).execute()
  expect(await openByCode(hers.id)).toBe('')
})

test('an address of somebody who works here is no patient’s, by account or by code', async () => {
  const { database, ownDeps, bookOnline, appointmentOf, correct, openByCode } = await openClinic()
  const { id } = await bookOnline(1, '2026-05-07T10:00')
  const accountId = await putConfirmedAccount(database, theirs)
  const staff = { accountId, role: 'front-desk', person: null, since: now } as const
  await database.db.insertInto('staff').values(staff).execute()
  for (const email of [theirs, ownerEmail]) {
    await correct(manager, id, email)
    expect(await findWayIn(ownDeps, await appointmentOf(id))).toBeUndefined()
    expect(await openByCode(id)).toBe('')
    const who = { email, name: 'Patient 1' }
    expect(await database.transaction((tx) => findAccountSubject({ database, tx, ownerEmail }, who))).toBe('staff')
  }
})

test('under one address with several people a code opens the one whose appointment it was sent for, also once merged', async () => {
  const { database, deps, bookOnline, openByCode } = await openClinic()
  const [mother, child] = [await bookOnline(1, '2026-05-07T10:00'), await bookOnline(2, '2026-05-08T10:00')]
  const shared = { email: 'home@example.com', givenEmail: 'home@example.com' }
  await database.db.updateTable('appointments').set(shared).execute()
  await database.db.updateTable('patients').set({ email: shared.email }).execute()
  await mergePatients(deps, desk, { id: mother.recordId, others: [child.recordId], now })
  expect(await openByCode(mother.id)).toContain('Patient 1')
  expect(await openByCode(mother.id)).not.toContain('Patient 2')
  await putConfirmedAccount(database, shared.email)
  const who = { email: shared.email, name: 'Patient 1' }
  expect(await database.transaction((tx) => findAccountSubject({ database, tx, ownerEmail }, who))).toBe('shared')
})

test('staff who book again at the address that the patient gave open it to them; another address stays closed', async () => {
  const { database, deps, bookOnline, openByCode } = await openClinic()
  const { recordId, email } = await bookOnline(1, '2026-05-07T10:00')
  const person = { name: 'Patient 1', phone: '(205) 555-1001' }
  const again = await bookFor(database, { ...person, email, health: 'told by phone' }, '2026-05-11T10:00', recordId)
  expect(await openByCode(again.id)).toContain('told by phone')
  const other = await bookFor(
    database,
    { ...person, email: theirs, health: 'told later' },
    '2026-05-12T10:00',
    recordId,
  )
  expect(other.recordId).toBe(recordId)
  expect(await openByCode(other.id)).toBe('')
  const booked = await bookByTelephone(deps, manager, {
    ...{ serviceId: 'general', startsAt: at('2026-05-13T10:00'), anyway: true, now },
    patient: { ...person, name: 'Somebody New', email: 'new@example.com', health: 'told the manager' },
  })
  expect(await openByCode(booked.ok ? booked.id : '')).toContain('told the manager')
})
