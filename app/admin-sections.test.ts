import { expect, test } from 'vitest'
import { adminSections } from './admin-sections.ts'
import routes from './routes.ts'

/** Pages that other pages of the dashboard lead to, scripts and files. */
const noSections = [
  'more',
  'waiting',
  'search',
  'search/results',
  'my-day',
  'messages/undelivered',
  'messages/templates',
  'mail/texts',
  'orders/export',
  'payments/export',
  'system/erase',
  'subscribers/export',
  'subscribers/imports',
  'appointments/new',
  'appointments/hand-over',
  'appointments/held-back',
  'plans/new',
]

test('every dashboard page with a fixed address is a section, or another page links to it', () => {
  const inDashboard = routes.find(({ file }) => file === 'routes/admin/layout.tsx')?.children ?? []
  const fixed = inDashboard.map(({ path = '' }) => path).filter((path) => !/[:*]/.test(path))
  const known = [...adminSections.map(({ href }) => href.slice('/admin/'.length)), ...noSections]
  expect(fixed.filter((path) => !known.includes(path))).toEqual([])
})
