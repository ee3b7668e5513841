import { expect, test } from 'vitest'
import { isSoldOut, type Product, saleItems } from './product.ts'
import { countedItems, shownLeft, withStock } from './stock.ts'

const herb: Product = { id: 'herb', name: 'Herb', priceCents: 1000, category: 'Supplements', supplement: true }
const forms = [
  { id: 'powder', label: 'Powder' },
  { id: 'tablets', label: 'Tablets' },
]
const inForms: Product = { ...herb, id: 'mix', name: 'Mix', forms }

const leftOf = (products: Product[]) => Object.fromEntries(saleItems(products).map(({ id, left }) => [id, left]))

test('what is not counted has nothing to say', () => {
  const products = withStock([herb, inForms], new Map())
  expect(leftOf(products)).toEqual({})
  expect(products.map(isSoldOut)).toEqual([false, false])
})

test('a product is counted by itself, or in each of its forms', () => {
  expect(countedItems([herb, inForms]).map(({ id, name }) => [id, name])).toEqual([
    ['herb', 'Herb'],
    ['mix.powder', 'Mix (powder)'],
    ['mix.tablets', 'Mix (tablets)'],
  ])
})

test('once a form is counted, none is left without a form', () => {
  const products = withStock([herb, inForms], new Map([['mix.powder', 5]]))
  expect(leftOf(products)).toEqual({ mix: 0, 'mix.powder': 5 })
})

test('a product in forms is sold out with the last of them', () => {
  const soldOut = (stock: [string, number][]) => isSoldOut(withStock([inForms], new Map(stock))[0]!)
  expect(soldOut([['mix.powder', 0]])).toBe(false)
  expect(
    soldOut([
      ['mix.powder', 0],
      ['mix.tablets', 1],
    ]),
  ).toBe(false)
  expect(
    soldOut([
      ['mix.powder', 0],
      ['mix.tablets', 0],
    ]),
  ).toBe(true)
})

test('customers are told from three on', () => {
  expect([undefined, 4, 3, 1, 0].map(shownLeft)).toEqual([undefined, undefined, 3, 1, 0])
})
