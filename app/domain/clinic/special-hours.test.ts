import { expect, test } from 'vitest'
import { specialHours } from './special-hours.ts'

const nine = [{ opens: '09:00', closes: '17:00' }]
const hours = { monday: nine, tuesday: nine, wednesday: nine, thursday: nine, friday: nine, saturday: [], sunday: [] }
const today = Temporal.PlainDate.from('2026-11-26')
const told = (...closures: { firstDay: string; lastDay: string; part?: { opens: string; closes: string } }[]) =>
  specialHours(
    { hours, timeZone: 'America/Chicago', closures: closures.map((closure, id) => ({ ...closure, id: String(id) })) },
    today,
  )

test('consecutive whole days are one entry, starting today', () => {
  expect(told({ firstDay: '2026-11-24', lastDay: '2026-11-27' })).toEqual([
    { firstDay: '2026-11-26', lastDay: '2026-11-27', hours: [] },
  ])
})

test('a partly closed day is one entry per day, with the remaining hours', () => {
  const part = { opens: '12:00', closes: '17:00' }
  expect(told({ firstDay: '2026-11-27', lastDay: '2026-11-28', part })).toEqual([
    { firstDay: '2026-11-27', lastDay: '2026-11-27', hours: [{ opens: '09:00', closes: '12:00' }] },
    { firstDay: '2026-11-28', lastDay: '2026-11-28', hours: [] },
  ])
})

test('a page stays small with any number of closures', () => {
  const part = { opens: '12:00', closes: '13:00' }
  const year = { firstDay: '2026-11-26', lastDay: '2027-11-25', part }
  expect(told(year, year, year)).toHaveLength(12)
  expect(told({ firstDay: '2027-06-01', lastDay: '2027-06-30' })).toEqual([])
})
