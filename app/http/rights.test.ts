import { type RouteObject, matchRoutes } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { roles } from '#app/domain/accounts/roles.ts'
import siteMap from '#app/routes.ts'
import { intentOf, mayOpen, mayPost, patternOf, rights, rolesFor } from './rights.server.ts'

const toRoutes = (entries: RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ path, index, children }) =>
    index ? { index } : { ...(path !== undefined && { path }), ...(children && { children: toRoutes(children) }) },
  )
/** As React Router itself chooses among all routes of the website, and joins their paths. */
const choose = (pathname: string) =>
  `/${(matchRoutes(toRoutes(siteMap), pathname) ?? []).map(({ route }) => route.path ?? '').join('/')}`
    .replaceAll(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '')

test('an address finds the row of the route that React Router chooses, however it is spelled', () => {
  const addresses = rights.map(({ path }) => path.replaceAll(/:\w+/g, 'one').replace('*', 'no/such/page/here'))
  const spellings = [
    '/admin/suppliers',
    '/ADMIN/Payments',
    '/admin/pay%6Dents/',
    '/admin//forms',
    '/admin/forms/%2e%2e',
  ]
  for (const address of [...addresses, ...addresses.map((one) => `${one}/`.toUpperCase()), ...spellings])
    expect(patternOf(address), address).toBe(choose(new URL(address, 'http://localhost').pathname))
  expect(patternOf('/admin/orders/export.data?_routes=x')).toBe('/admin/orders/export')
  expect(patternOf('/admin/_.data')).toBe('/admin')
  expect(patternOf('/admin?index#done')).toBe('/admin')
  expect(patternOf('/services/general')).toBe('')
})

test('an address or a button without a row is nobody’s', () => {
  expect(rolesFor('/admin/suppliers')).toEqual([])
  for (const role of roles) {
    expect(mayOpen(role, '/admin-rejected')).toBe(false)
    for (const { path } of rights)
      for (const intent of ['odd', '__proto__', 'constructor', 'health ', 'HEALTH'])
        expect(mayPost(role, path, intent), `${role} ${path} ${intent}`).toBe(false)
  }
})

test('a button is compared as its action reads it', () => {
  expect(intentOf('/admin/hours/:id', { intent: 'allow-anyway' })).toBe('allow')
  expect(intentOf('/admin/subscribers', { intent: 'delete:17' })).toBe('delete')
  expect(intentOf('/admin/appointments/:id', { intent: 'health:' })).toBe('health')
  expect(intentOf('/admin/clinic', { section: 'product:triphala', intent: 'reset' })).toBe('product')
  expect(intentOf('/admin/clinic', { section: 'closures' })).toBe('closures:close')
})
