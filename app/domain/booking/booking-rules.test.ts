import { expect, test } from 'vitest'
import { at, bookingRules as ofClinic } from '#tests/support/booking.ts'
import { bookingRules, cutOff } from './booking-rules.ts'

const booking = { ...ofClinic, services: { own: { minutes: 60, changeCutOffHours: 48 }, other: { minutes: 60 } } }

test('a rule that a service has of its own binds for it alone', () => {
  const hours = (serviceId?: string) => bookingRules(booking, serviceId).change.changeCutOffHours
  expect([hours('own'), hours('other'), hours('unknown'), hours()]).toEqual([48, 24, 24, 24])
  const appointment = { serviceId: 'own', startsAt: at('2026-05-07T10:00'), bookedAt: at('2026-05-04T08:00') }
  expect(cutOff(appointment, booking)).toBe(at('2026-05-05T10:00'))
  expect(cutOff({ ...appointment, serviceId: 'other' }, booking)).toBe(at('2026-05-06T10:00'))
})
