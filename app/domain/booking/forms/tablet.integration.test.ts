import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { deleteOldFormDrafts, openFormDraft } from '#app/domain/forms/form-drafts.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { toNamedFields } from '#app/domain/forms/read-answers.server.ts'
import { openSignIn } from '#tests/support/accounts.ts'
import { bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { contentWithForms, intake } from '#tests/support/clinic-forms.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { markFormOnPaper, signForm } from './forms.server.ts'
import { deleteOldTablets, findTablet, startTablet, touchTablet } from './tablet.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const text = toFormText({ id: 'intake', ...intake })
const nameOf = (label: string) => toNamedFields(text).find((field) => field.label === label)!.name
const answers = ['A sore knee', '', 'Well', ['Nuts'], '2026-01-02', 'no', { name: 'Maya Thomas', drawn: '' }]
const dayMs = 86_400_000

/** An appointment with a device in its patient's hands, on which something was typed. */
async function withDraft() {
  const database = await openTestDatabase()
  const deps = { ...bookingDeps(database), content: contentWithForms({ intake }) }
  const booked = await bookTestAppointment(database)
  const appointmentId = booked.ok ? booked.appointment.id : ''
  await database.db
    .insertInto('tabletSessions')
    .values({
      id: 'tablet-1',
      appointmentId,
      formId: 'intake',
      readsHealth: 0,
      openedAt: dayOne,
      touchedAt: null,
      closedAt: null,
    })
    .execute()
  const tablet = async (now = dayOne) => (await findTablet(deps, 'tablet-1', now))!
  const typed = { [nameOf('What brings you?')]: 'A sore knee', [nameOf('Signature')]: 'Maya Thomas', stray: 'x' }
  const touch = async (act: 'touch' | 'save' | 'close', now = dayOne) =>
    touchTablet(deps, await tablet(now), { formId: 'intake', typed, act, now })
  await touch('touch')
  const on = { sessionId: 'tablet-1', readsHealth: false }
  const draft = (by = on) =>
    openFormDraft({ db: database.db, vault: deps.vault }, { appointmentId, formId: 'intake', ...by })
  return { database, deps, appointmentId, tablet, touch, draft }
}

const countKeys = async ({ db }: Database) =>
  (await db.selectFrom('recordKeys').select('id').where('purpose', '=', 'form draft').execute()).length

test('a device is open while it is touched, for half an hour at most, and never opens by itself again', async () => {
  const { tablet, touch } = await withDraft()
  const minute = 60_000
  for (let now = dayOne; now < dayOne + 30 * minute; now += 2 * minute) expect(await touch('touch', now)).toBe(true)
  expect((await tablet(dayOne + 29 * minute)).state).toBe('open')
  expect(await touch('touch', dayOne + 30 * minute)).toBe(false)
  const idle = await withDraft()
  expect((await idle.tablet(dayOne + 179_000)).state).toBe('open')
  expect((await idle.tablet(dayOne + 180_000)).state).toBe('over')
  expect(await idle.touch('touch', dayOne + 180_000)).toBe(false)
  const closed = await withDraft()
  expect(await closed.touch('close')).toBe(false)
  expect(await closed.touch('touch', dayOne + 1)).toBe(false)
})

test('what was typed is kept without its signature, until it is sent, on paper, erased or a day old', async () => {
  const ends: ((made: Awaited<ReturnType<typeof withDraft>>) => Promise<unknown>)[] = [
    ({ deps, appointmentId }) =>
      signForm(deps, {
        ...{ appointmentId, formId: 'intake', textHash: hashFormText(text), over: undefined, answers, now: dayOne },
      }),
    ({ deps, appointmentId }) => markFormOnPaper(deps, admin, { appointmentId, formId: 'intake', now: dayOne }),
    ({ database, deps, appointmentId }) =>
      database.transaction((tx) => eraseAppointment(deps, tx, appointmentId, dayOne)),
    async ({ deps, database }) => {
      await deleteOldFormDrafts(deps, dayOne + dayMs + 1)
      await deleteOldTablets({ database }, dayOne + dayMs + 1)
    },
  ]
  for (const end of ends) {
    const made = await withDraft()
    expect(await made.draft()).toEqual({ [nameOf('What brings you?')]: 'A sore knee' })
    expect(await countKeys(made.database)).toBe(1)
    await end(made)
    expect(await made.draft()).toEqual({})
    expect(await countKeys(made.database)).toBe(0)
  }
})

test('what was typed shows on another tablet only if whoever handed it over may read health answers', async () => {
  const { draft } = await withDraft()
  expect(await draft()).not.toEqual({})
  expect(await draft({ sessionId: 'tablet-2', readsHealth: false })).toEqual({})
  expect(await draft({ sessionId: 'tablet-2', readsHealth: true })).toEqual(await draft())
})

test('a device shows its form first, opens no earlier answers for who may not read them, and has no form that is not due', async () => {
  const { database, deps, appointmentId } = await withDraft()
  const content = contentWithForms({ consent: { ...intake, name: 'Consent' }, intake })
  const all = { ...deps, content, signIn: openSignIn(database), syncsTokens: false }
  const start = (formId: string) => startTablet(all, admin, { appointmentId, formId, sessionId: '', now: dayOne })
  expect(await start('gone')).toEqual({ ok: false, reason: 'form-changed' })
  const started = await start('intake')
  const tablet = started.ok ? await findTablet(all, started.id, dayOne) : undefined
  expect(tablet).toMatchObject({ readsHealth: false, due: ['intake', 'consent'] })
  const other = await start('consent')
  expect(other.ok && (await findTablet(all, other.id, dayOne))).toMatchObject({ due: ['consent', 'intake'] })

  // Of an appointment that is gone nothing is kept.
  const gone = { ...tablet!, appointment: { ...tablet!.appointment, id: 'gone' } }
  await touchTablet(all, gone, { formId: 'intake', typed: { x: 'y' }, act: 'touch', now: dayOne })
  const drafts = await database.db.selectFrom('formDrafts').select('appointmentId').execute()
  expect(drafts).toEqual([{ appointmentId }])
})
