import { expect, onTestFinished, test, vi } from 'vitest'
import { createClock } from './clock.ts'

const minute = 60_000

test('tells when a clock that jumps showed a time', () => {
  vi.useFakeTimers({ now: 100 * minute })
  onTestFinished(() => void vi.useRealTimers())
  const words: string[] = []
  const clock = createClock((word) => words.push(word))
  expect([clock.now(), clock.whenShown(90 * minute)]).toEqual([100 * minute, 90 * minute])
  clock.setAhead(60 * minute)
  vi.setSystemTime(101 * minute)
  expect([clock.now(), words]).toEqual([161 * minute, [String(60 * minute)]])
  expect(clock.whenShown(160.5 * minute)).toBe(100.5 * minute)
  expect(clock.whenShown(150 * minute)).toBe(Infinity)
  clock.setAhead(-10 * minute)
  vi.setSystemTime(102 * minute)
  // At 91 it was shown before the jumps as well.
  expect(clock.whenShown(91.5 * minute)).toBe(91.5 * minute)
  // The server had not heard of the jump yet.
  expect(clock.whenShown(161 * minute + 1_000)).toBe(101 * minute + 1_000)
})
