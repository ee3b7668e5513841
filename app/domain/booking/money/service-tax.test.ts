import { expect, test } from 'vitest'
import { taxWithin } from './service-tax.ts'

test('an amount includes its tax, rounded half up to the cent', () => {
  expect([taxWithin(11_000, 10_000), taxWithin(5_000, 8_875), taxWithin(5_000, 0)]).toEqual([1_000, 408, 0])
  // 0.5 and 0.48 of a cent.
  expect([taxWithin(3, 20_000), taxWithin(10, 5_000)]).toEqual([1, 0])
  expect(taxWithin(10_000_000, 30_000)).toBe(2_307_692)
})
