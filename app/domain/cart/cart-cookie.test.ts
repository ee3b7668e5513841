import { expect, test } from 'vitest'
import { createSigner } from '#app/vault/signing.server.ts'
import type { Cart } from './cart.ts'
import { createCart, parseCart, serializeCart } from './cart-cookie.server.ts'

const deps = { signer: createSigner('secret') }
const cart: Cart = {
  id: 'c1',
  lines: [
    { product: 'herb', quantity: 3 },
    { product: 'oil-2', quantity: Number.MAX_SAFE_INTEGER },
  ],
}

test('a written cart reads back unchanged', () => {
  expect(parseCart(deps, serializeCart(deps, cart))).toEqual(cart)
  expect(parseCart(deps, serializeCart(deps, createCart()))?.lines).toEqual([])
})

test.each([
  '',
  'x',
  'e30.AAAA',
  `${serializeCart(deps, cart)}x`,
  serializeCart({ signer: createSigner('another') }, cart),
  deps.signer.sign('order', JSON.stringify(['c1', []])),
])('a cookie that we did not sign as a cart is rejected: %j', (cookie) => {
  expect(parseCart(deps, cookie)).toBeUndefined()
})

test.each(['{}', '["",[]]', '["c1",[["herb",0]]]', '["c1",[["herb",1.5]]]', '["c1",[["herb","1"]]]'])(
  'a signed value that is not a cart is rejected: %j',
  (text) => {
    expect(parseCart(deps, deps.signer.sign('cart', text))).toBeUndefined()
  },
)

test('forty lines fit into a browser’s cookie limit', () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({ product: `a-rather-long-product-${index}`, quantity: 12 }))
  expect(serializeCart(deps, { id: createCart().id, lines }).length).toBeLessThan(4_000)
})

test('every new cart has a random id', () => {
  expect(createCart().id).toMatch(/^[0-9a-f-]{36}$/)
  expect(createCart().id).not.toBe(createCart().id)
})
