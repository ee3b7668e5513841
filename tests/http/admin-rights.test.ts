import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminGroups } from '#app/admin-sections.ts'
import { roles } from '#app/domain/accounts/roles.ts'
import { mayOpen, rights } from '#app/http/rights.server.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { signInAs } from '#tests/support/staff.ts'
import { routePaths } from './route-paths.ts'

test('every address of the dashboard has a row in the table of rights, and no other', () => {
  const addresses = routePaths.filter((path) => path === '/admin' || path.startsWith('/admin/'))
  // A page that locked itself asks there, outside of the dashboard's layout.
  expect(rights.map(({ path }) => path).toSorted()).toEqual(
    addresses.filter((path) => path !== '/admin/lock').toSorted(),
  )
})

describe.each(roles)('the %s', (role) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let staff: Awaited<ReturnType<typeof signInAs>>
  beforeAll(async () => {
    site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
    staff = await signInAs(site, role)
  })
  afterAll(() => site.stop())

  test('opens the sections of the role, has them as menu, and is told about the others', async () => {
    for (const { href, text } of adminGroups.flatMap(({ sections }) => sections)) {
      const answer = await staff.get(href)
      const isFirst = href === '/admin' && role === 'editor'
      expect(answer.status, href).toBe(isFirst ? 302 : mayOpen(role, href) ? 200 : 403)
      const html = await answer.text()
      if (answer.status === 403) expect(html).toMatch(/Only the [a-z ,]+ can open this page\./)
      const menu = /<nav class="adm-nav".*?<\/nav>/s.exec(html)?.[0] ?? ''
      if (!isFirst && mayOpen(role, href)) expect(menu, href).toContain(`>${text}<`)
    }
  })
})
