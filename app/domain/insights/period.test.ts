import { expect, test } from 'vitest'
import { at } from '#tests/support/booking.ts'
import { toPeriod, toPeriodName } from './period.ts'

const timeZone = 'America/Chicago'
const text = (epochMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDateTime().toString()

test('weeks begin on Sunday, also when the clocks change, and the last one ends now', () => {
  const { parts, before, firstDay } = toPeriod('4-weeks', at('2026-11-11T14:30'), timeZone)
  expect(parts.map(({ from, until }) => [text(from), text(until)])).toEqual([
    ['2026-10-18T00:00:00', '2026-10-25T00:00:00'],
    ['2026-10-25T00:00:00', '2026-11-01T00:00:00'],
    ['2026-11-01T00:00:00', '2026-11-08T00:00:00'],
    ['2026-11-08T00:00:00', '2026-11-11T14:30:00'],
  ])
  expect(parts.map(({ from, until }) => (until - from) / 3_600_000).slice(0, 3)).toEqual([168, 168, 169])
  expect(firstDay.toString()).toBe('2026-10-18')
  expect([text(before[0]!.from), text(before.at(-1)!.until)]).toEqual(['2026-09-20T00:00:00', '2026-10-14T14:30:00'])
})

test('a year is twelve months, the running one included', () => {
  const { parts, before } = toPeriod('1-year', at('2028-02-29T09:00'), timeZone)
  expect(parts).toHaveLength(12)
  expect([text(parts[0]!.from), text(parts[11]!.from)]).toEqual(['2027-03-01T00:00:00', '2028-02-01T00:00:00'])
  expect(text(before.at(-1)!.until), 'a year before February 29').toBe('2027-02-28T09:00:00')
})

test('an unknown period is thirteen weeks', () => {
  expect(['1-year', 'constructor', null].map(toPeriodName)).toEqual(['1-year', '13-weeks', '13-weeks'])
})
