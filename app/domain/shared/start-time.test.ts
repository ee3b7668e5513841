import { expect, test } from 'vitest'
import { parseStartTime } from './start-time.ts'

const zone = 'America/Chicago'
const now = Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds
const read = (typed: string) => {
  const time = parseStartTime(typed, zone, now)
  return time.ok ? new Date(time.startsAt).toISOString() : time.error
}

test('a day and time are in the clinic’s time zone, in winter and in summer', () => {
  expect(read('2026-03-02T09:00')).toBe('2026-03-02T15:00:00.000Z')
  expect(read('2026-07-02T09:00')).toBe('2026-07-02T14:00:00.000Z')
})

test('a time that daylight saving skips is an hour later, one that occurs twice is the first', () => {
  expect(read('2026-03-08T02:30')).toBe('2026-03-08T08:30:00.000Z')
  expect(read('2026-11-01T01:30')).toBe('2026-11-01T06:30:00.000Z')
})

test('an invalid, past or distant time is rejected', () => {
  expect(read('')).toMatch(/Enter a date/)
  expect(read('2026-02-30T09:00')).toMatch(/Enter a date/)
  expect(read('2026-03-02T25:00')).toMatch(/Enter a date/)
  expect(read('2026-02-28T09:00')).toMatch(/already passed/)
  expect(read('2027-06-01T09:00')).toMatch(/within the next year/)
})
