import { expect, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { enqueueCampaignEmails } from './campaign-emails.server.ts'

test('waiting emails of a newsletter are enqueued a batch at a time, in the order of their ids', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const email = { kind: 'newsletter', ids: '{}', recipient: 'maya@example.com', createdAt: 0, campaignId: 'news' }
  const rows = ['c', 'a', 'd', 'b'].map(
    (id) => ({ ...email, id, messageId: id, state: id === 'd' ? 'sent' : 'waiting' }) as const,
  )
  await db.insertInto('emails').values(rows).execute()
  const queue = createQueue(database)
  const next = (after: string) =>
    database.transaction((tx) => enqueueCampaignEmails({ tx, queue }, 'news', { after, most: 2 }))
  expect([await next(''), await next('b'), await next('c')]).toEqual(['b', 'c', undefined])
  expect(await db.selectFrom('jobs').select('id').orderBy('id').execute()).toEqual(
    ['a', 'b', 'c'].map((id) => ({ id })),
  )
})
