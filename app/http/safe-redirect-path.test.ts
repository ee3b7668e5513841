import { expect, test } from 'vitest'
import { safeRedirectPath } from './safe-redirect-path.ts'

test.each([
  ['/profile', '/profile'],
  ['/products?x=1#top', '/products?x=1'],
  ['/a/../profile', '/profile'],
])('%s is on this site', (wanted, path) => {
  expect(safeRedirectPath(wanted)).toBe(path)
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  String.raw`/\elsewhere.example/`,
  '/\t/elsewhere.example/',
  '/a/..//elsewhere.example/',
  'javascript:alert(1)',
  'profile',
  '/login?next=/login',
  '/logout',
  `/${'a'.repeat(600)}`,
  '',
  null,
  undefined,
])('%s is not on this site', (wanted) => {
  expect(safeRedirectPath(wanted)).toBeUndefined()
})
