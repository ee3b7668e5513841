import { describe, expect, test } from 'vitest'
import { haveSameItems, totalCentsOf } from './order.ts'
import { orderForm } from './order-form.server.ts'

const line = (productId: string, quantity: number) => ({ productId, quantity })

describe('the order form', () => {
  const typed = { name: ' Maya Thomas ', email: 'Maya@Example.com', phone: '', note: '  ' }

  test('requires a name and an address, but no phone or note', () => {
    expect(orderForm.parse(typed)).toEqual({ name: 'Maya Thomas', email: 'maya@example.com' })
    expect(orderForm.parse({ name: 'Maya', email: 'maya@example.com' })).toEqual({
      name: 'Maya',
      email: 'maya@example.com',
    })
  })

  test('reports which fields are invalid', () => {
    const { error } = orderForm.safeParse({ ...typed, name: '  ', phone: 'call me', note: 'x'.repeat(2_001) })
    expect([...new Set(error?.issues.map(({ path }) => path[0]))]).toEqual(['name', 'phone', 'note'])
  })

  test.each(['Maya\r\nBcc: all@example.com', 'Maya\nX', 'Maya\u0000'])(
    'rejects a name with hidden characters: %j',
    (name) => expect(orderForm.safeParse({ ...typed, name }).success).toBe(false),
  )
})

describe('a total', () => {
  test('is exact in whole cents', () => {
    expect(
      totalCentsOf([
        { priceCents: 1999, quantity: 3 },
        { priceCents: 1, quantity: 1_000_000_000 },
      ]),
    ).toBe(1_000_005_997)
  })

  test('is rejected if it is no longer exact', () => {
    expect(() => totalCentsOf([{ priceCents: 2, quantity: Number.MAX_SAFE_INTEGER }])).toThrow(RangeError)
  })
})

describe('two carts are equal', () => {
  test('with lines in any order', () =>
    expect(haveSameItems([line('a', 1), line('b', 2)], [line('b', 2), line('a', 1)])).toBe(true))

  test.each([
    [[line('a', 1)], [line('a', 2)]],
    [[line('a', 1)], [line('b', 1)]],
    [[line('a', 1)], [line('a', 1), line('b', 1)]],
    [[line('a', 1), line('b', 1)], [line('a', 1)]],
  ])('but not with another product or quantity', (some, others) => expect(haveSameItems(some, others)).toBe(false))
})
