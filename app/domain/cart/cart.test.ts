import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/support/timing.ts'
import {
  addProduct,
  type Cart,
  type Catalogue,
  decrement,
  increment,
  removeLine,
  setQuantity,
  parseQuantity,
} from './cart.ts'
import { listTaxes, parseSnapshot, toSnapshot, priceCart, removeUnavailable } from './cart-view.ts'

const catalogue = [
  { id: 'herb', name: 'Herb', priceCents: 1000 },
  { id: 'oil-2', name: 'Oil', priceCents: 1550 },
  { id: 'tea', name: 'Tea', priceCents: 1, available: false },
] satisfies Catalogue
const empty: Cart = { id: 'c', lines: [] }
const cart = (...lines: [string, number][]): Cart => ({
  id: 'c',
  lines: lines.map(([product, quantity]) => ({ product, quantity })),
})
const largest = Number.MAX_SAFE_INTEGER

describe('adding a product', () => {
  test('adds a line of 1, or increments the existing line', () => {
    const once = addProduct(empty, 'herb', catalogue)
    expect(once).toEqual(cart(['herb', 1]))
    expect(addProduct(addProduct(once, 'oil-2', catalogue), 'herb', catalogue)).toEqual(cart(['herb', 2], ['oil-2', 1]))
  })

  test.each(['tea', 'nothing', '', '__proto__', 'HERB'])('ignores products that cannot be ordered: %j', (product) =>
    expect(addProduct(empty, product, catalogue)).toEqual(empty),
  )
})

describe('a quantity', () => {
  test('is lowered to 1 and no further', () => {
    expect(decrement(cart(['herb', 2]), 'herb', catalogue)).toEqual(cart(['herb', 1]))
    expect(decrement(cart(['herb', 1]), 'herb', catalogue)).toEqual(cart(['herb', 1]))
  })

  test('is raised while the total in cents stays a safe integer', () => {
    const most = Math.floor(largest / 1000)
    expect(increment(cart(['herb', most - 1]), 'herb', catalogue)).toEqual(cart(['herb', most]))
    expect(increment(cart(['herb', most]), 'herb', catalogue)).toEqual(cart(['herb', most]))
    expect(addProduct(cart(['herb', most]), 'oil-2', catalogue)).toEqual(cart(['herb', most]))
    expect(setQuantity(cart(['herb', 2]), 'herb', String(most + 1), catalogue)).toEqual(cart(['herb', 2]))
  })

  test.each([
    ['3', 3],
    [' 12\t', 12],
    ['007', 7],
    [String(largest), largest],
  ])('is read from %j', (typed, quantity) => expect(parseQuantity(typed)).toBe(quantity))

  test.each([
    '0',
    '00',
    '-1',
    '+1',
    '1.0',
    '1,000',
    '1e3',
    '0x10',
    '0b1',
    '٣',
    '３',
    '½',
    '1 2',
    '',
    ' ',
    'two',
    'NaN',
    'Infinity',
    String(largest + 1),
    '9'.repeat(400),
    '1\u0000',
  ])('is not read from %j', (typed) => {
    expect(parseQuantity(typed)).toBeUndefined()
    expect(setQuantity(cart(['herb', 2]), 'herb', typed, catalogue)).toEqual(cart(['herb', 2]))
  })

  test('of a product that is not in the cart cannot be changed', () => {
    for (const change of [increment, decrement])
      expect(change(cart(['herb', 2]), 'oil-2', catalogue)).toEqual(cart(['herb', 2]))
    expect(setQuantity(cart(['herb', 2]), 'oil-2', '5', catalogue)).toEqual(cart(['herb', 2]))
  })
})

test('removing deletes only that line', () => {
  expect(removeLine(cart(['herb', 2], ['oil-2', 1]), 'herb')).toEqual(cart(['oil-2', 1]))
  expect(removeLine(cart(['herb', 2]), 'nothing')).toEqual(cart(['herb', 2]))
})

describe('a priced cart', () => {
  test('has names and prices from the catalogue, and exact totals', () => {
    expect(priceCart(cart(['oil-2', 3], ['herb', 1]), catalogue)).toEqual({
      id: 'c',
      lines: [
        { product: catalogue[1], quantity: 3, totalCents: 4650 },
        { product: catalogue[0], quantity: 1, totalCents: 1000 },
      ],
      totalCents: 5650,
      unavailable: [],
    })
  })

  test('has the tax of each line in its total, rounded by itself', () => {
    const taxed = [
      { ...catalogue[0]!, taxRate: 10_000 },
      { ...catalogue[1]!, taxRate: 8_875 },
      { ...catalogue[2]!, available: true, taxRate: 0 },
    ]
    const view = priceCart(cart(['herb', 2], ['oil-2', 1], ['tea', 1]), taxed)
    expect(listTaxes(view)).toEqual([
      { id: 'herb', name: 'Herb', rate: 10_000, cents: 200 },
      { id: 'oil-2', name: 'Oil', rate: 8_875, cents: 138 },
    ])
    expect(view.lines.map(({ totalCents }) => totalCents)).toEqual([2_000, 1_550, 1])
    expect(view.totalCents).toBe(3_551 + 338)
    // Another rate is another price.
    const other = priceCart(cart(['herb', 2], ['oil-2', 1], ['tea', 1]), [
      { ...taxed[0]!, taxRate: 9_000 },
      ...taxed.slice(1),
    ])
    expect(toSnapshot(other)).not.toBe(toSnapshot(view))
    expect(parseSnapshot(toSnapshot(view)).get('herb')).toBe('2')
    expect(setQuantity(cart(['herb', 2]), 'herb', String(Math.floor(largest / 1_050)), taxed)).toEqual(
      cart(['herb', 2]),
    )
  })

  test('lists unavailable products, and detects products removed from the catalogue', () => {
    const { lines, unavailable } = priceCart(cart(['tea', 1], ['herb', 1], ['gone', 4]), catalogue)
    expect(lines.map(({ product }) => product.id)).toEqual(['herb'])
    expect(unavailable).toEqual(['Tea', undefined])
  })

  test('drops a line whose total became inexact after a price increase', () => {
    const dearer = catalogue.map((product) => ({ ...product, priceCents: product.priceCents * 2 }))
    const huge = cart(['herb', Math.floor(largest / 1000)], ['oil-2', 1])
    expect(priceCart(huge, dearer)).toMatchObject({ totalCents: 3100, unavailable: ['Herb'] })
    expect(removeUnavailable(huge, dearer)).toEqual(cart(['oil-2', 1]))
  })

  test('is written as a text from which its quantities can be read', () => {
    const text = toSnapshot(priceCart(cart(['oil-2', 3], ['herb', 1]), catalogue))
    expect(text).toBe('oil-2*3@1550 herb*1@1000')
    expect([...parseSnapshot(text)]).toEqual([
      ['oil-2', '3'],
      ['herb', '1'],
    ])
    expect([...parseSnapshot('nonsense * @ herb*x@')]).toEqual([])
  })

  test.each(['a', 'a*', 'a*1', ' ', '1@'])('reads a text of repeated %j quickly, however long', (piece) => {
    const text = piece.repeat(200_000 / piece.length)
    expect(cpuMs(() => parseSnapshot(text))).toBeLessThan(1_000)
  })
})

type Step = (cart: Cart) => Cart

const product = fc.constantFrom('herb', 'oil-2', 'tea', 'gone')
const typed = fc.oneof(
  fc.string(),
  fc.nat().map(String),
  fc.integer({ min: 1, max: largest }).map(String),
  fc.constantFrom('0', '-1', '1e3', '1.5'),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  ...[addProduct, increment, decrement].map((change) =>
    product.map(
      (id): Step =>
        (before) =>
          change(before, id, catalogue),
    ),
  ),
  product.map(
    (id): Step =>
      (before) =>
        removeLine(before, id),
  ),
  fc.tuple(product, typed).map(
    ([id, text]): Step =>
      (before) =>
        setQuantity(before, id, text, catalogue),
  ),
)

test('a cart keeps its rules after any sequence of actions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const after = steps.reduce((before, change) => change(before), empty)
      expect(after.id).toBe('c')
      expect(new Set(after.lines.map((line) => line.product)).size).toBe(after.lines.length)
      for (const line of after.lines) {
        expect(['herb', 'oil-2']).toContain(line.product)
        expect(Number.isSafeInteger(line.quantity) && line.quantity > 0).toBe(true)
      }
      const view = priceCart(after, catalogue)
      expect(view.unavailable).toEqual([])
      expect(BigInt(view.totalCents)).toBe(
        after.lines.reduce(
          (total, line) => total + BigInt(line.quantity) * (line.product === 'herb' ? 1000n : 1550n),
          0n,
        ),
      )
      expect(removeUnavailable(after, catalogue)).toEqual(after)
    }),
  )
})

test('two carts have the same text only if they have the same items and prices', () => {
  const anyCart = fc
    .uniqueArray(fc.tuple(fc.constantFrom('herb', 'oil-2'), fc.integer({ min: 1, max: 3 })), { selector: ([id]) => id })
    .map((lines) => priceCart(cart(...lines), catalogue))
  fc.assert(
    fc.property(anyCart, anyCart, (one, other) => {
      expect(toSnapshot(one) === toSnapshot(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})
