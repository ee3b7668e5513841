import { expect, test } from 'vitest'
import { priceLine, taxCentsOf, withTaxRates } from './sales-tax.ts'

test.each([
  [1_000, 10_000, 100],
  [2_000, 8_875, 178],
  // Half a cent is rounded up, less is not.
  [5, 10_000, 1],
  [4, 10_000, 0],
  [333, 4_500, 15],
  [1_000, 0, 0],
  [0, 10_000, 0],
  [9_007_199_254_740_991, 30_000, 2_702_159_776_422_297],
])('the tax of %i cents at %i thousandths of a percent is %i cents', (cents, rate, tax) =>
  expect(taxCentsOf(cents, rate)).toBe(tax),
)

test('a line is rounded as a whole, not each of its pieces', () => {
  expect(priceLine({ priceCents: 14, taxRate: 10_000 }, 3)).toEqual({ cents: 42, taxCents: 4 })
  expect(priceLine({ priceCents: 14 }, 3)).toEqual({ cents: 42, taxCents: 0 })
})

test('each form has the rate of its product', () => {
  const content = { list: () => [{ id: 'oil', taxRate: 10_000 }] } as never
  const items = ['oil', 'oil.small', 'gone'].map((id) => ({ id, name: id, priceCents: 1 }) as never)
  expect(withTaxRates(items, content).map(({ taxRate }) => taxRate)).toEqual([10_000, 10_000, 0])
})
