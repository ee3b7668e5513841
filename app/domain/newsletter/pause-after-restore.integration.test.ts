import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { pauseNewslettersAfterRestore } from './pause-after-restore.server.ts'

test('a restore pauses scheduled and running newsletters, and no others', async () => {
  const database = await openTestDatabase()
  const states = ['draft', 'scheduled', 'sending', 'done'] as const
  const campaigns = states.map((state) => ({ id: state, url: 'https://clinic.example/news', state, createdAt: 1 }))
  await database.db.insertInto('campaigns').values(campaigns).execute()
  await database.transaction(pauseNewslettersAfterRestore)
  const now = await database.db.selectFrom('campaigns').select(['id', 'state', 'pausedWhy']).orderBy('id').execute()
  expect(now).toEqual([
    { id: 'done', state: 'done', pausedWhy: null },
    { id: 'draft', state: 'draft', pausedWhy: null },
    { id: 'scheduled', state: 'paused', pausedWhy: 'late' },
    { id: 'sending', state: 'paused', pausedWhy: 'admin' },
  ])
})
