import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const timeZone = 'America/Chicago'
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${timeZone}]`).epochMilliseconds

test.each([
  ['2026-05-05T07:59', '2026-05-05T08:00'],
  ['2026-05-05T00:00', '2026-05-05T08:00'],
  ['2026-05-05T21:00', '2026-05-06T08:00'],
  ['2026-05-31T23:59', '2026-06-01T08:00'],
  // The clocks change that night.
  ['2026-03-07T22:00', '2026-03-08T08:00'],
  ['2026-10-31T22:00', '2026-11-01T08:00'],
])('at %s it is quiet until %s', (now, until) => expect(quietUntil(at(now), timeZone)).toBe(at(until)))

test.each(['2026-05-05T08:00', '2026-05-05T12:00', '2026-05-05T20:59'])('at %s texts may be sent', (now) =>
  expect(quietUntil(at(now), timeZone)).toBeUndefined(),
)
