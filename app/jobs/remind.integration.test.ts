import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { notifyOfClosure } from '#app/domain/booking/closure-appointments.server.ts'
import { findPlan } from '#app/domain/booking/plans/plans.server.ts'
import { bookPlan } from '#app/domain/booking/plans/book-plan.server.ts'
import { getTextReminders } from '#app/domain/booking/text-reminders.server.ts'
import { consentWords } from '#content/text-messages.ts'
import { openPlansOn } from '#tests/support/plans.ts'
import { at, bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { remind } from './remind.server.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: dayOne }))
afterEach(() => void vi.useRealTimers())

const closure = { id: 'pipe', firstDay: '2026-05-07', lastDay: '2026-05-07', text: 'Thursday, May 7' }

/** The emails of an appointment on the day that the clinic closed since. */
async function emailsOf(database: Database, told: boolean) {
  const deps = bookingDeps(database)
  const { facts } = deps.clinic
  const closed = { ...deps, clinic: { facts: (moment: number) => ({ ...facts(moment), closures: [closure] }) } }
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  if (!booked.ok) throw new Error(booked.reason)
  const { id } = booked.appointment
  if (told) await notifyOfClosure(closed, { who: 'account-1', from: '127.0.0.1' }, { closure, now: dayOne })
  await remind({ ...closed, textMessages: undefined }, { appointmentId: id, startsAt: at('2026-05-07T10:00') })
  const rows = await database.db.selectFrom('emails').select('ids').where('kind', '=', 'appointment').execute()
  return rows.map(({ ids }) => JSON.parse(ids).about).toSorted()
}

test('a patient who was told about the closure gets no reminder', async () => {
  expect(await emailsOf(await openTestDatabase(), true)).toEqual(['booked', 'closed'])
})

test('a patient with an appointment agreed for a closed day gets a reminder', async () => {
  expect(await emailsOf(await openTestDatabase(), false)).toEqual(['booked', 'reminder'])
})

test('who agreed to texts when booking a plan gets them for each of its days', async () => {
  const database = await openTestDatabase()
  const { deps, draft, propose } = openPlansOn(database, { steps: [{ times: 3, gapFrom: 2, gapTo: 2 }] })
  const { days } = (await propose()).proposals[0]!
  const agreed = await draft(1, { textConsent: consentWords.reminders.version })
  const booked = await bookPlan(deps, { draft: agreed, days, now: dayOne })
  if (!booked.ok) throw new Error(booked.reason)
  const plan = await findPlan(database.db, booked.planId!)
  const textMessages = {} as NonNullable<Parameters<typeof remind>[0]['textMessages']>
  for (const day of plan!.days) {
    expect(await getTextReminders(database.db, day, dayOne)).toEqual({ isOn: true })
    await remind({ ...deps, textMessages }, { appointmentId: day.id, startsAt: day.startsAt })
  }
  const texts = await database.db.selectFrom('textMessages').select('record').execute()
  expect(texts.map(({ record }) => record).toSorted()).toEqual(
    plan!.days.map(({ id }) => `appointment:${id}`).toSorted(),
  )
})
