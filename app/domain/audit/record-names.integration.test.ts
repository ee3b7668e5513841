import { expect, test } from 'vitest'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { nameOtherRecords } from './record-names.server.ts'

test('records that are no patient’s are called by what one knows of them, and those that are gone by nothing', async () => {
  const { db } = await openTestDatabase()
  await listSubscribers(db, [{ email: 'ana@example.com' }])
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const draft = { id: 'a-letter', subject: 'Autumn', url: 'https://clinic.example/', intro: '', createdAt: 1 }
  await db
    .insertInto('campaigns')
    .values({ ...draft, state: 'draft' })
    .execute()
  const gone = ['gift-card', 'import', 'letter', 'newsletter', 'picture', 'private-calendar']
  const asked = [`subscriber:${id}`, 'newsletter:a-letter', ...gone.map((kind) => `${kind}:gone`), 'order:K7F-29Q']
  expect(await nameOtherRecords(db, asked)).toEqual([
    ['newsletter:a-letter', 'Autumn'],
    [`subscriber:${id}`, 'ana@example.com'],
  ])
})
