import { expect, test } from 'vitest'
import { lateMinutes, rankDay, withoutIntervals } from './day.ts'

const minute = 60_000

test('a patient is late from a minute after the start until arrival', () => {
  const confirmed = { state: 'confirmed', startsAt: 10 * minute } as const
  expect(lateMinutes(confirmed, 9 * minute)).toBe(0)
  expect(lateMinutes(confirmed, 10 * minute + 59_999)).toBe(0)
  expect(lateMinutes(confirmed, 22 * minute)).toBe(12)
  expect(lateMinutes({ ...confirmed, state: 'arrived' }, 22 * minute)).toBe(0)
})

test('late patients come first, then sessions, then the others by time', () => {
  const day = [
    { id: 'next', state: 'confirmed', startsAt: 30 * minute },
    { id: 'here', state: 'arrived', startsAt: 25 * minute },
    { id: 'session', state: 'in-session', startsAt: 28 * minute },
    { id: 'late', state: 'confirmed', startsAt: 10 * minute },
  ] as const
  expect(rankDay(day, 20 * minute).map(({ id }) => id)).toEqual(['late', 'session', 'here', 'next'])
})

test('the free time of a day is what its appointments and blocks leave', () => {
  const taken = [
    { from: 10, until: 20 },
    { from: 0, until: 2 },
    { from: 15, until: 25 },
    { from: 38, until: 50 },
  ]
  expect(withoutIntervals([{ from: 0, until: 40 }], taken)).toEqual([
    { from: 2, until: 10 },
    { from: 25, until: 38 },
  ])
})
