import { expect, test } from 'vitest'
import { toLinkAddress } from './link-address.ts'

test.each([
  [' /services ', '/services'],
  ['https://a.example/b', 'https://a.example/b'],
  ['www.a.example/b?c=1', 'https://www.a.example/b?c=1'],
  ['bücher.example', 'https://bücher.example'],
  ['front.desk@clinic.example', 'mailto:front.desk@clinic.example'],
  ['(205) 555-0142', 'tel:2055550142'],
  ['tel:+12055550142', 'tel:+12055550142'],
])('%j is the address %s', (typed, address) => {
  expect(toLinkAddress(typed)).toBe(address)
})

test.each([
  '',
  'services',
  'http://a.example',
  '//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user@evil.example',
  'two words.example',
  'mailto:@',
])('%j is none', (typed) => {
  expect(toLinkAddress(typed)).toBeUndefined()
})
