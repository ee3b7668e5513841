import { expect, test } from 'vitest'
import { formatPeriod } from './period.ts'

test.each([
  [1095, 'three years'],
  [365, 'one year'],
  [3650, 'ten years'],
  [4015, '4,015 days'],
  [180, '180 days'],
  [1, 'one day'],
])('%i days are %s', (days, words) => {
  expect(formatPeriod(days)).toBe(words)
})
