import { expect, test } from 'vitest'
import { taxesWithin, taxWithin } from './service-tax.ts'

test('an amount includes its tax, rounded half up to the cent', () => {
  expect([taxWithin(11_000, 10_000), taxWithin(5_000, 8_875), taxWithin(5_000, 0)]).toEqual([1_000, 408, 0])
  // 0.5 and 0.48 of a cent.
  expect([taxWithin(3, 20_000), taxWithin(10, 5_000)]).toEqual([1, 0])
  expect(taxWithin(10_000_000, 30_000)).toBe(2_307_692)
})

test('what was paid for several days includes the tax of each, added up by rate', () => {
  expect(taxesWithin(5_000, [8_875])).toEqual([{ rate: 8_875, cents: 408 }])
  // Two days of $110 with a tenth each, and one of $110 without.
  expect(taxesWithin(33_000, [10_000, 0, 10_000])).toEqual([{ rate: 10_000, cents: 2_000 }])
  expect(taxesWithin(22_000, [10_000, 5_000])).toEqual([
    { rate: 10_000, cents: 1_000 },
    { rate: 5_000, cents: 524 },
  ])
  expect(taxesWithin(5_000, [0])).toEqual([])
})
