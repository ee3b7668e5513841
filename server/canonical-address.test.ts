import { expect, test } from 'vitest'
import { canonicalAddress } from './canonical-address.ts'

const addressOf = (path: string) => canonicalAddress(new URL(path, 'https://clinic.example'))

const token = 'YWJj.ZGVm-_'

test.each(['.', ')', '>', '),', '.)', '%3E', '%29.', '”', '’', '»', '"', ']', '!', ';', ':'])(
  'a link of an email with %s after it works',
  (after) => {
    for (const path of [
      '/appointments/',
      '/orders/',
      '/login/reset/',
      '/newsletter/unsubscribe/',
      '/offers/',
      '/gift-cards/',
    ])
      expect(addressOf(`${path}${token}${after}`)).toBe(`${path}${token}`)
    expect(addressOf(`/login?next=%2Fadmin%2Fappointments%2F7${after}`)).toBe('/login?next=%2Fadmin%2Fappointments%2F7')
  },
)

test.each([
  '/',
  '/about',
  `/appointments/${token}`,
  '/search?q=tea.',
  '/search?q=(tea)',
  '/feed.xml',
  '/login?next=%2Fadmin',
])('%s is where it is', (path) => expect(addressOf(path)).toBeUndefined())

test('slashes at the end are no other page', () => {
  expect(addressOf('/about/')).toBe('/about')
  expect(addressOf('/about//?a=1')).toBe('/about?a=1')
  expect(canonicalAddress({ pathname: '//', search: '' })).toBe('/')
})
