import { expect, test } from 'vitest'
import { readStartTime } from './start-time.ts'

const zone = 'America/Chicago'
const now = Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds
const read = (typed: string) => {
  const time = readStartTime(typed, zone, now)
  return time.ok ? new Date(time.startsAt).toISOString() : time.error
}

test('a day and time are those of the clinic’s clock, in winter and in summer', () => {
  expect(read('2026-03-02T09:00')).toBe('2026-03-02T15:00:00.000Z')
  expect(read('2026-07-02T09:00')).toBe('2026-07-02T14:00:00.000Z')
})

test('a time that the clocks skip is an hour later, one that comes twice is the first', () => {
  expect(read('2026-03-08T02:30')).toBe('2026-03-08T08:30:00.000Z')
  expect(read('2026-11-01T01:30')).toBe('2026-11-01T06:30:00.000Z')
})

test('what is no time, is over or far away is refused', () => {
  expect(read('')).toMatch(/Enter a date/)
  expect(read('2026-02-30T09:00')).toMatch(/Enter a date/)
  expect(read('2026-03-02T25:00')).toMatch(/Enter a date/)
  expect(read('2026-02-28T09:00')).toMatch(/already passed/)
  expect(read('2027-06-01T09:00')).toMatch(/within the next year/)
})
