import { expect, test } from 'vitest'
import { backoffMs, mostAttempts } from './backoff.ts'

test('spreads ten tries over about a day', () => {
  const day = 24 * 60 * 60 * 1000
  const total = Array.from({ length: mostAttempts - 1 }, (_, index) => backoffMs(index + 1, 0.5)).reduce(
    (sum, ms) => sum + ms,
  )
  expect(total).toBeGreaterThan(0.8 * day)
  expect(total).toBeLessThan(1.2 * day)
})
