import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { addTemplate, deleteTemplate, listTemplates, restoreTemplate } from './reply-templates.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const hour = 3_600_000

test('a deleted template can be restored for a day, until the next one is deleted', async () => {
  const database = await openTestDatabase()
  const deps = { database, vault: testVault(database) }
  for (const title of ['A', 'B', 'C']) await addTemplate(deps, admin, { title, text: 'Dear {name},' })
  const [a, b, c] = (await listTemplates(database)).map(({ id }) => id) as [string, string, string]
  await deleteTemplate(deps, admin, { id: a, now: 0 })
  await deleteTemplate(deps, admin, { id: b, now: 2 * hour })
  await deleteTemplate(deps, admin, { id: c, now: 25 * hour })
  expect(await Promise.all([a, b, c].map((id) => restoreTemplate(deps, admin, id)))).toEqual([false, true, true])
})
