import { describe, expect, test } from 'vitest'
import type { Cart, Catalogue } from './cart.ts'
import { applyPost, toIntent, toRestoreIntent } from './cart-post.ts'

const catalogue = [
  { id: 'herb', name: 'Herb', priceCents: 1000 },
  { id: 'oil.large', name: 'Oil (large)', priceCents: 1550 },
  { id: 'tea', name: 'Tea', priceCents: 1, available: false },
] satisfies Catalogue
const cart: Cart = {
  id: 'c',
  lines: [
    { product: 'herb', quantity: 3 },
    { product: 'oil.large', quantity: 1 },
  ],
}

const press = (before: Cart, intent: string) => applyPost(before, { intent }, catalogue).cart

describe('a removed line', () => {
  test.each([0, 1])('is restored at its place: %i', (place) => {
    const line = cart.lines[place]!
    const without = press(cart, toIntent('remove', line.product))
    expect(without.lines).toHaveLength(1)
    expect(press(without, toRestoreIntent(line, place))).toEqual(cart)
  })

  test('is restored once, and not over a line that was added again', () => {
    expect(press(cart, toRestoreIntent({ product: 'herb', quantity: 9 }, 0))).toEqual(cart)
  })

  test.each([
    'restore',
    'restore:tea:1:0',
    'restore:nothing:1:0',
    'restore:__proto__:1:0',
    'restore:herb:0:0',
    'restore:herb:-1:0',
    'restore:herb:1.5:0',
    'restore:herb:9007199254740991:0',
  ])('is not restored by %j', (intent) => {
    const empty: Cart = { id: 'c', lines: [] }
    expect(press(empty, intent)).toEqual(empty)
  })

  test.each(['', '-7', '99', 'x', '1.5'])('is restored somewhere if its place is %j', (place) => {
    const without = press(cart, 'remove:herb')
    expect(press(without, `restore:herb:3:${place}`).lines).toHaveLength(2)
  })
})
