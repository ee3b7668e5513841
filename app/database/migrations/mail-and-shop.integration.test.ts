import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('the migration preserves subscribers in every state', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-20-mail-and-shop'))
  const before = [
    { id: '1', email: 'maya@example.com', state: 'subscribed', subscriptionDate: 1_000, createdAt: 900 },
    { id: '2', email: 'rosa@example.com', state: 'unsubscribed', subscriptionDate: null, createdAt: 800 },
  ] as const
  await database.db
    .insertInto('subscribers')
    .values([...before])
    .execute()

  await migrate(database, migrations)

  const subscribers = () => database.db.selectFrom('subscribers').selectAll().orderBy('id').execute()
  expect(await subscribers()).toMatchObject(before)
  const one = { id: '3', email: 'lin@example.com', subscriptionDate: null, createdAt: 700 }
  await database.db
    .insertInto('subscribers')
    .values({ ...one, state: 'pending' })
    .execute()
  expect(await subscribers()).toHaveLength(3)
  const again = { ...one, id: '4', email: 'maya@example.com', state: 'pending' as const }
  await expect(database.db.insertInto('subscribers').values(again).execute()).rejects.toThrow(/unique/i)
  const odd = { ...one, id: '5', email: 'ben@example.com', state: 'asleep' as 'pending' }
  await expect(database.db.insertInto('subscribers').values(odd).execute()).rejects.toThrow(/check/i)
})
