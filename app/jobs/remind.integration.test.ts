import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { notifyOfClosure } from '#app/domain/booking/closure-appointments.server.ts'
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
