import { expect, test } from 'vitest'
import { adminSections } from './admin-sections.ts'
import routes from './routes.ts'

/** Pages that other pages of the dashboard lead to, scripts and files. */
const noSections = [
  'admin/idle.js',
  'admin/newsletter-run.js',
  'admin/orders/export',
  'admin/system/erase',
  'admin/subscribers/export',
  'admin/subscribers/imports',
  'admin/appointments/new',
  'admin/security/later',
]

test('every dashboard page with a fixed address is a section, or another page links to it', () => {
  const inDashboard = routes.find(({ file }) => file === 'routes/admin/layout.tsx')?.children ?? []
  const fixed = inDashboard.map(({ path = '' }) => path.replace(/^\//, '')).filter((path) => !/[:*]/.test(path))
  const known = [...adminSections.map(({ href }) => href.slice(1)), ...noSections]
  expect(fixed.filter((path) => !known.includes(path))).toEqual([])
})
