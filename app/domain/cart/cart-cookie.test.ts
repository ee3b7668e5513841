import { expect, test } from 'vitest'
import { createSigner } from '#app/vault/signing.server.ts'
import type { Cart } from './cart.ts'
import { newCart, readCart, writeCart } from './cart-cookie.server.ts'

const deps = { signer: createSigner('secret') }
const cart: Cart = {
  id: 'c1',
  lines: [
    { product: 'herb', quantity: 3 },
    { product: 'oil-2', quantity: Number.MAX_SAFE_INTEGER },
  ],
}

test('what was written is read again', () => {
  expect(readCart(deps, writeCart(deps, cart))).toEqual(cart)
  expect(readCart(deps, writeCart(deps, newCart()))?.lines).toEqual([])
})

test.each([
  '',
  'x',
  'e30.AAAA',
  `${writeCart(deps, cart)}x`,
  writeCart({ signer: createSigner('another') }, cart),
  deps.signer.sign('order', JSON.stringify(['c1', []])),
])('a cookie that we did not sign as a cart is none: %j', (cookie) => {
  expect(readCart(deps, cookie)).toBeUndefined()
})

test.each(['{}', '["",[]]', '["c1",[["herb",0]]]', '["c1",[["herb",1.5]]]', '["c1",[["herb","1"]]]'])(
  'nor is something that is no cart, though we signed it: %j',
  (text) => {
    expect(readCart(deps, deps.signer.sign('cart', text))).toBeUndefined()
  },
)

test('forty lines stay within what a browser keeps of a cookie', () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({ product: `a-rather-long-product-${index}`, quantity: 12 }))
  expect(writeCart(deps, { id: newCart().id, lines }).length).toBeLessThan(4_000)
})

test('every new cart has an id of its own that nobody guesses', () => {
  expect(newCart().id).toMatch(/^[0-9a-f-]{36}$/)
  expect(newCart().id).not.toBe(newCart().id)
})
