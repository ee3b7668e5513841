import { expect, test } from 'vitest'
import { at } from '#tests/support/booking.ts'
import { quietUntil } from '#app/domain/text-messages/quiet-hours.ts'
import { offerRules } from '#content/pages/waitlist.ts'
import { offerUntil } from './offer-until.ts'

const hours = { timeZone: 'America/Chicago', noticeHours: 4 }

test.each([
  ['more than a week ahead, for 24 hours of the day', '2026-05-04T10:00', '2026-05-20T10:00', '2026-05-05T21:00'],
  ['days ahead, for four hours', '2026-05-04T10:00', '2026-05-08T10:00', '2026-05-04T14:00'],
  ['in the evening, into the next morning', '2026-05-04T20:00', '2026-05-08T10:00', '2026-05-05T11:00'],
  ['from one day ahead, for one hour', '2026-05-04T10:00', '2026-05-05T15:00', '2026-05-04T11:00'],
  ['at night, from the morning on', '2026-05-04T23:00', '2026-05-05T15:00', '2026-05-05T08:30'],
  ['today, for half an hour', '2026-05-04T10:00', '2026-05-04T16:00', '2026-05-04T10:30'],
  ['never into the clinic’s notice', '2026-05-04T10:00', '2026-05-04T14:20', '2026-05-04T10:20'],
  ['for nobody with too little time left', '2026-05-04T10:00', '2026-05-04T14:10', undefined],
  ['for nobody when the night is all that is left', '2026-05-04T22:00', '2026-05-05T12:00', undefined],
  ['over the night in which the clock changes', '2026-10-31T20:00', '2026-11-03T15:00', '2026-11-01T11:00'],
])('a time is held %s', (_, now, startsAt, until) => {
  expect(offerUntil(at(startsAt), at(now), hours)).toBe(until && at(until))
})

test('without a notice, two hours are left to come', () => {
  const soon = offerUntil(at('2026-05-04T12:20'), at('2026-05-04T10:00'), { ...hours, noticeHours: 0 })
  expect(soon).toBe(at('2026-05-04T10:20'))
})

test('offers are held in the hours in which texts may be sent', () => {
  const quiet = (clock: string) => quietUntil(at(`2026-05-04T${clock}`), hours.timeZone)
  const minuteBefore = (clock: string) => Temporal.PlainTime.from(clock).subtract({ minutes: 1 }).toString()
  expect(quiet(minuteBefore(offerRules.from))).toBe(at(`2026-05-04T${offerRules.from}`))
  expect(quiet(offerRules.from)).toBeUndefined()
  expect(quiet(minuteBefore(offerRules.until))).toBeUndefined()
  expect(quiet(offerRules.until)).toBe(at(`2026-05-05T${offerRules.from}`))
})
