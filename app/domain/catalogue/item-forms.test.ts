import { describe, expect, test } from 'vitest'
import { productForm, serviceForm } from './item-forms.server.ts'

const product = {
  id: 'oil',
  name: 'Oil',
  priceCents: 1250,
  category: 'Supplements',
  supplement: false,
  picture: 'x',
} as const
const service = {
  id: 'visit',
  title: 'Visit',
  duration: '1 hr',
  price: 'Price varies',
  summary: 'x',
  description: 'x',
  picture: 'x',
}

describe('a price', () => {
  test.each([
    ['12', 1200],
    [' 12.51 ', 1251],
    ['$12.05', 1205],
    ['1,250.00', 125_000],
    ['100000', 10_000_000],
    ['0.01', 1],
  ])('%j is read exactly', (price, priceCents) => expect(productForm(product).parse({ price })).toEqual({ priceCents }))

  test.each([
    '',
    'abc',
    '-1',
    '1e9',
    '12.345',
    '12.5',
    '0',
    '0.00',
    '100000.01',
    '1,2',
    '9'.repeat(400),
    '１２',
    '12 13',
    '0x10',
  ])('%j is not a price', (price) =>
    expect(productForm(product).safeParse({ price }).error?.issues[0]?.path).toEqual(['price']),
  )
})

test('only values that differ from content are saved, so the rest follows content', () => {
  expect(productForm(product).parse({ price: '12.50' })).toEqual({})
  expect(productForm(product).parse({ price: '12.50', unavailable: 'on' })).toEqual({ available: false })
  expect(productForm({ ...product, available: false }).parse({ price: '12.50' })).toEqual({ available: true })
  expect(serviceForm(service).parse({ price: 'Price varies' })).toEqual({})
  expect(serviceForm(service).parse({ price: ' $80 ', unavailable: 'on' })).toEqual({
    priceText: '$80',
    available: false,
  })
})

test.each(['', ' ', 'x'.repeat(61), 'a\nb'])('a price text is one line, not %j', (price) =>
  expect(serviceForm(service).safeParse({ price }).error?.issues[0]?.path).toEqual(['price']),
)
