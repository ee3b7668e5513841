import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { verifyTrail } from '#app/domain/audit/verify-trail.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { verifyForms } from '#app/domain/forms/verify-forms.server.ts'
import { bookingDeps, bookTestAppointment, dayOne, at } from '#tests/support/booking.ts'
import { contentWithForms, intake } from '#tests/support/clinic-forms.ts'
import { openPlansOn } from '#tests/support/plans.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import {
  type FormToSign,
  listFormsOf,
  listNotSigned,
  markFormOnPaper,
  openForm,
  signForm,
  takeBackFormOnPaper,
} from './forms.server.ts'
import { findPlan } from '#app/domain/booking/plans/plans.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { eraseExpiredHealth, retainHealth } from '#app/domain/booking/retention.server.ts'
import { sendForms } from './send-forms.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const answers = ['A sore knee', '', 'Well', ['Nuts'], '2026-01-02', 'no', { name: 'Maya Thomas', drawn: '' }]
const textHash = hashFormText(toFormText({ id: 'intake', ...intake }))
const dayMs = 86_400_000

async function prepare(forms: Parameters<typeof contentWithForms>[0] = { intake }) {
  const database = await openTestDatabase()
  const deps = { ...bookingDeps(database), content: contentWithForms(forms) }
  const booked = await bookTestAppointment(database)
  const appointmentId = booked.ok ? booked.appointment.id : ''
  const sign = (more: Partial<FormToSign> = {}) =>
    signForm(deps, { appointmentId, formId: 'intake', textHash, over: undefined, answers, now: dayOne, ...more })
  const forms_ = async (now = dayOne) =>
    listFormsOf({ db: database.db, content: deps.content }, (await findAppointment(database.db, appointmentId))!, now)
  const states = async (now?: number) => (await forms_(now)).map(({ status }) => status)
  const open = (id: string) => openForm(deps, admin, { appointmentId, id, act: 'form.read' })
  return { database, deps, appointmentId, sign, states, open }
}

const signed = async (answer: Promise<Awaited<ReturnType<typeof signForm>>>) => {
  const done = await answer
  if (!done.ok) throw new Error(done.reason)
  return done.id
}

const listActs = async (database: Database) =>
  (await database.db.selectFrom('auditEntries').select(['act', 'who']).orderBy('sequence').execute()).map(
    ({ act, who }) => `${act} ${who}`,
  )

test('a form is due until it is signed, sealed, and opened with an entry in the audit trail', async () => {
  const { database, deps, appointmentId, sign, states, open } = await prepare()
  expect(await states()).toEqual(['due'])
  const id = await signed(sign())
  expect(await states()).toEqual(['signed'])
  const row = await database.db.selectFrom('signedForms').selectAll().executeTakeFirstOrThrow()
  expect(Buffer.from(row.sealed!).toString('latin1')).not.toContain('knee')
  expect(await listActs(database)).toEqual(['form.signed patient'])
  expect(await open(id)).toMatchObject({ answers, fault: undefined, version: 1, text: { name: 'Intake' } })
  expect(await listActs(database)).toEqual(['form.signed patient', 'form.read account-1'])
  expect(await verifyForms(deps)).toEqual({ whole: 1, ended: 0, faults: [] })
  expect((await verifyTrail(deps)).ok).toBe(true)
  const { detail } = await database.db.selectFrom('auditEntries').select('detail').executeTakeFirstOrThrow()
  expect(detail).toBe(`Proof: ${row.proof}.`)
  // A practitioner opens what is filled in before their own appointments.
  const other = { ...admin, scope: { person: 'person:other' as const } }
  expect(await openForm(deps, other, { appointmentId, id, act: 'form.read' })).toBeUndefined()
})

test('is stored once, however often it is sent', async () => {
  const { database, sign } = await prepare()
  const both = await Promise.all([sign(), sign()])
  const again = await sign()
  expect(await sign({ textHash: 'f'.repeat(64) }), 'of another text').toEqual({ ok: false, reason: 'changed' })
  expect(new Set([...both, again].map((done) => done.ok && done.id)).size).toBe(1)
  expect(await database.db.selectFrom('signedForms').select('id').execute()).toHaveLength(1)
  expect(await listActs(database)).toEqual(['form.signed patient'])
})

test('is replaced on purpose only, until the appointment begins', async () => {
  const { database, deps, sign, open } = await prepare()
  const first = await signed(sign())
  const other = [...answers.slice(0, 1), 'Aspirin', ...answers.slice(2)]
  expect(await sign({ answers: other })).toEqual({ ok: false, reason: 'meanwhile' })
  const second = await signed(sign({ answers: other, over: first }))
  expect(await open(first)).toBeUndefined()
  expect(await open(second)).toMatchObject({ answers: other })
  expect(await database.db.selectFrom('recordKeys').select('id').where('id', '=', first).execute()).toEqual([])
  expect(await verifyForms(deps)).toEqual({ whole: 1, ended: 1, faults: [] })
  const begun = at('2026-05-07T10:10')
  expect(await sign({ over: second, now: begun })).toEqual({ ok: false, reason: 'closed' })
})

test('is not stored for another text, a form that isn’t asked for, or an appointment that is off or over', async () => {
  const { deps, database, appointmentId, sign, states } = await prepare()
  expect(await sign({ textHash: 'f'.repeat(64) })).toEqual({ ok: false, reason: 'changed' })
  expect(await sign({ formId: 'other' })).toEqual({ ok: false, reason: 'not-asked' })
  expect(await sign({ appointmentId: 'nothing' })).toEqual({ ok: false, reason: 'closed' })
  expect(await sign({ now: at('2026-05-07T12:00') })).toEqual({ ok: false, reason: 'closed' })
  await cancelAppointment(deps, 'patient', { id: appointmentId, now: dayOne, limitedAs: undefined })
  expect(await sign()).toEqual({ ok: false, reason: 'closed' })
  expect(await states()).toEqual([])
  expect(await database.db.selectFrom('signedForms').selectAll().execute()).toEqual([])
})

test('stays with an appointment that is moved', async () => {
  const { deps, appointmentId, sign, states } = await prepare()
  await sign()
  const moved = await moveAppointment(deps, 'patient', {
    ...{ id: appointmentId, startsAt: at('2026-05-08T10:00'), now: dayOne, limitedAs: undefined },
  })
  expect([moved.ok, await states()]).toEqual([true, ['signed']])
})

test('is marked as on paper by staff, who can take that back', async () => {
  const { database, deps, appointmentId, sign, states } = await prepare()
  const paper = { appointmentId, formId: 'intake', now: dayOne }
  expect(await markFormOnPaper(deps, admin, paper)).toEqual({ ok: true })
  expect(await states()).toEqual(['paper'])
  expect(await sign(), 'nothing that is sent is lost').toEqual({ ok: false, reason: 'meanwhile' })
  expect(await markFormOnPaper(deps, admin, paper)).toEqual({ ok: false, reason: 'form-changed' })
  expect(await takeBackFormOnPaper(deps, admin, paper)).toEqual({ ok: true })
  expect(await takeBackFormOnPaper(deps, admin, paper)).toEqual({ ok: false, reason: 'form-changed' })
  await sign()
  expect(await markFormOnPaper(deps, admin, paper)).toEqual({ ok: false, reason: 'form-changed' })
  const elsewhere = { ...admin, scope: { person: 'person:other' as const } }
  expect(await markFormOnPaper(deps, elsewhere, paper)).toEqual({ ok: false, reason: 'not-found' })
  expect(await listActs(database)).toEqual([
    'form.on-paper account-1',
    'form.paper-undone account-1',
    'form.signed patient',
  ])
  expect(await verifyForms(deps)).toEqual({ whole: 1, ended: 0, faults: [] })
})

test('the link is emailed again while something is due', async () => {
  const { database, deps, appointmentId, sign } = await prepare()
  expect(await sendForms(deps, admin, { id: appointmentId, now: dayOne })).toEqual({ ok: true })
  const emails = await database.db.selectFrom('emails').select(['kind', 'ids']).execute()
  expect(emails.filter(({ ids }) => ids.includes('"forms"'))).toHaveLength(1)
  await sign()
  expect(await sendForms(deps, admin, { id: appointmentId, now: dayOne })).toEqual({ ok: false, reason: 'nothing-due' })
})

test('a form that is asked for once is due again for other people, and when its text has changed', async () => {
  const once = { ...intake, again: 'once' as const }
  const { database, deps, sign } = await prepare({ intake: once })
  const id = await signed(sign())
  const later = await bookTestAppointment(database, { start: '2026-05-12T10:00', n: 2 })
  const other = later.ok ? later.appointment : undefined
  const due = async (content = deps.content) => {
    const appointment = (await findAppointment(database.db, other!.id))!
    return (await listNotSigned({ db: database.db, content }, [appointment], dayOne)).size
  }
  expect(await due()).toBe(1)
  const { appointmentId } = await database.db
    .selectFrom('signedForms')
    .select('appointmentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const first = (await findAppointment(database.db, appointmentId))!
  // Staff said that they are the same person.
  await database.db
    .updateTable('appointments')
    .set({ patientId: first.patientId! })
    .where('id', '=', other!.id)
    .execute()
  expect(await due()).toBe(0)
  expect(await due(contentWithForms({ intake }))).toBe(1)
  expect(await due(contentWithForms({ intake: { ...once, introduction: 'Another text.' } }))).toBe(1)
})

test('only forms of the service, and those in use, are due', async () => {
  const content = (more: object) => contentWithForms({ intake: { ...intake, ...more } })
  const { database, appointmentId } = await prepare()
  const appointment = (await findAppointment(database.db, appointmentId))!
  const due = async (more: object) =>
    (await listNotSigned({ db: database.db, content: content(more) }, [appointment], dayOne)).size
  expect(await due({ services: ['general'] })).toBe(1)
  expect(await due({ services: ['abhyangam'] })).toBe(0)
  expect(await due({ available: false })).toBe(0)
  expect(await due({ archived: true })).toBe(0)
})

describe('what was signed fails the verification when', () => {
  type Change = (database: Database, row: Tables['signedForms']) => Promise<unknown>
  const set = (values: Partial<Tables['signedForms']>) => (database: Database) =>
    database.db.updateTable('signedForms').set(values).execute()
  test.each<[what: string, fault: string, change: Change]>([
    [
      'its text is altered',
      'text',
      ({ db }) =>
        db
          .updateTable('formTexts')
          .set({ text: JSON.stringify({ ...intake, name: 'Another' }) })
          .execute(),
    ],
    ['its text is removed', 'text', ({ db }) => db.deleteFrom('formTexts').execute()],
    [
      'its answers are those of another text',
      'answers',
      async (database, { id }) => {
        const { vault } = bookingDeps(database)
        const content = JSON.stringify({ answers: ['No pain'], key: 'AAAA' })
        const sealed = await database.transaction((tx) => vault.seal(tx, { purpose: 'signed form', id }, content))
        return database.db.updateTable('signedForms').set({ sealed }).execute()
      },
    ],
    ['its bytes are altered', 'unreadable', set({ sealed: Buffer.from('no') })],
    ['its time is altered', 'proof', set({ signedAt: 1 })],
    ['its digest is altered', 'proof', set({ digest: 'A'.repeat(43) })],
    ['its proof is another one', 'added', set({ proof: 'a'.repeat(64) })],
    ['it is removed', 'missing', ({ db }) => db.deleteFrom('signedForms').execute()],
  ])('%s', async (_, fault, change) => {
    const { database, deps, appointmentId, sign } = await prepare()
    await sign()
    const row = await database.db.selectFrom('signedForms').selectAll().executeTakeFirstOrThrow()
    await change(database, row)
    expect((await verifyForms(deps)).faults).toContainEqual({ fault, appointmentId })
  })

  test('and says so to who opens it', async () => {
    const { database, sign, open } = await prepare()
    const id = await signed(sign())
    const altered = { ...toFormText({ id: 'intake', ...intake }), introduction: 'I agree to everything.' }
    await database.db
      .updateTable('formTexts')
      .set({ text: JSON.stringify(altered) })
      .execute()
    expect(await open(id)).toMatchObject({ fault: 'text', text: { introduction: 'I agree to everything.' } })
  })
})

test('is erased with its patient, and is then erased, not altered', async () => {
  const { database, deps, appointmentId, sign, open } = await prepare()
  const id = await signed(sign())
  await database.transaction((tx) => eraseAppointment(deps, tx, appointmentId, dayOne))
  expect(await open(id)).toBeUndefined()
  expect(await database.db.selectFrom('recordKeys').select('purpose').execute()).not.toContainEqual({
    purpose: 'signed form',
  })
  expect(await database.db.selectFrom('signedForms').select(['state', 'sealed']).execute()).toEqual([
    { state: 'erased', sealed: null },
  ])
  expect(await verifyForms(deps)).toEqual({ whole: 0, ended: 1, faults: [] })
  // A form that was open in a browser comes too late.
  expect(await sign()).toEqual({ ok: false, reason: 'closed' })
})

test('is erased at the end of the retention time, unless the clinic keeps it', async () => {
  const { database, deps, appointmentId, sign, open } = await prepare()
  const id = await signed(sign())
  const retention = { ...deps, config: { healthRetentionDays: 30 } }
  const late = at('2026-05-07T11:00') + 30 * dayMs
  await eraseExpiredHealth(retention, late)
  expect(await open(id)).toBeDefined()
  await retainHealth(deps, admin, { id: appointmentId, kept: true })
  await eraseExpiredHealth(retention, late + dayMs)
  expect(await open(id)).toBeDefined()
  await retainHealth(deps, admin, { id: appointmentId, kept: false })
  await eraseExpiredHealth(retention, late + dayMs)
  expect(await open(id)).toBeUndefined()
  expect(await listActs(database)).toContain('form.erased program')
})

test('what was filled in for one day of a plan counts for its other days', async () => {
  const database = await openTestDatabase()
  const { deps, book } = openPlansOn(database)
  const booked = await book(1)
  const { days } = (await findPlan(database.db, booked.ok ? booked.planId! : ''))!
  const content = contentWithForms({ intake })
  const dueAt = async () => (await listNotSigned({ db: database.db, content }, days, dayOne)).size
  expect(await dueAt()).toBe(5)
  const form = { appointmentId: days[1]!.id, formId: 'intake', textHash, over: undefined, answers, now: dayOne }
  expect(await signForm({ ...deps, content }, form)).toMatchObject({ ok: true })
  expect(await dueAt()).toBe(0)
  // It says nothing about an appointment that belongs to no plan.
  const other = await bookTestAppointment(database, { start: '2026-05-20T10:00', booking: deps.booking })
  const appointment = (await findAppointment(database.db, other.ok ? other.appointment.id : ''))!
  expect((await listNotSigned({ db: database.db, content }, [appointment], dayOne)).size).toBe(1)
})
