import { expect, test } from 'vitest'
import type { Counted } from './count.server.ts'
import { protect } from './insights.server.ts'

const hours = 3_600_000
const cell = (openMs: number, takenMs: number, appointments: number) => ({
  ...{ weekday: 1, hour: 9 },
  ...{ openMs: openMs * hours, takenMs: takenMs * hours, appointments },
})
const counted = {
  held: [40, 20],
  before: 3,
  outcomes: { kept: 54, 'no-show': 6, canceled: 4, 'canceled-late': 5 },
  fill: [cell(10, 2.5, 5), cell(20, 25, 9), cell(9.9, 5, 9), cell(20, 5, 4)],
  lead: [60, 0, 0, 0, 0, 0],
  patients: { first: 20, returning: 40, unknown: 0 },
  ...{ products: [], sources: [], campaigns: [], searches: [], newsletters: [], failedEmails: [] },
} as const satisfies Partial<Counted>
const shown = (more: Partial<Counted> = {}) => protect({ ...counted, ...more } as unknown as Counted)

test('an hour shows how full it was, unless it was open too seldom or few came', () => {
  expect(shown().fill.map(({ share }) => share)).toEqual([0.25, 1, undefined, undefined])
})

test('small counts are hidden, and the share of missed visits has its likely range', () => {
  const page = shown()
  expect(page).toMatchObject({ total: 60, before: undefined, parts: [40, 20] })
  expect(page.outcomes).toEqual({ kept: 54, 'no-show': 6, canceled: undefined, 'canceled-late': 5 })
  expect(page.noShowRate).toMatchObject({ share: 0.1 })
  expect([page.noShowRate!.likely.from, page.noShowRate!.likely.to]).toEqual([
    expect.closeTo(0.0466, 4),
    expect.closeTo(0.2015, 4),
  ])
  expect(shown({ outcomes: { ...counted.outcomes, kept: 60, 'no-show': 0 } }).noShowRate).toBeUndefined()
})

test('products are in the order of what they brought, those with hidden orders last, and all count as revenue', () => {
  const product = (productId: string, orders: number, cents: number) => ({ productId, name: productId, orders, cents })
  const products = [
    product('rare', 2, 9_000),
    product('few', 5, 5_000),
    product('tea', 10, 1_000),
    product('oil', 20, 4_000),
  ]
  const page = shown({ products })
  expect(page.products.map(({ name, orders, cents }) => [name, orders, cents])).toEqual([
    ['oil', 20, 4_000],
    ['tea', 10, 1_000],
    ['rare', undefined, undefined],
    ['few', undefined, undefined],
  ])
  expect(page.revenue).toBe(19_000)
  expect(shown({ products: products.slice(0, 1) }).revenue).toBeUndefined()
})

test('the eight largest are named, direct visits among them, and the others are one sum', () => {
  const others = Array.from({ length: 8 }, (_, n) => ({ name: `s${n}`, count: 59 - n }))
  const sources = [{ name: 'google', count: 100 }, ...others, { name: '', count: 30 }]
  const page = shown({ sources: [...sources, { name: 'direct', count: 6 }, { name: 'rare', count: 2 }] })
  const named = ['google', 's0', 's1', 's2', 's3', 's4', 's5', 'direct']
  expect(page.sources.named.map(({ name }) => name)).toEqual(named)
  expect(page.sources.other).toBe(53 + 52 + 30 + 2)
  expect(shown({ campaigns: [{ name: 'rare', count: 4 }] }).campaigns).toEqual({ named: [], other: undefined })
  const { searches } = shown({ searches: [...sources, { name: 'rare', count: 4 }] })
  expect(searches.map(({ name }) => name)).toEqual(['google', 's0', 's1', 's2', 's3', 's4', 's5', 's6'])
})
