import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { type Act, type Actor, recordAct } from './audit.server.ts'

const admin: Actor = { who: 'account-1', from: '192.0.2.7' }
const added: Act = { act: 'subscriber.added', record: 'subscriber:s-1', detail: 'by hand' }

const record = (database: Database, act: Act = added, actor = admin) => {
  const vault = testVault(database)
  return database.transaction((tx) => recordAct({ tx, vault }, actor, act))
}
const entries = ({ db }: Database) => db.selectFrom('auditEntries').selectAll().orderBy('sequence').execute()
const head = ({ db }: Database) => db.selectFrom('auditHead').selectAll().executeTakeFirstOrThrow()

test('an entry records who acted, when, on what and from where, and updates the head', async () => {
  const database = await openTestDatabase()
  const before = Date.now()
  await record(database)
  await record(database, { act: 'orders.exported' }, { who: 'operator', from: 'here' })
  const [first, second] = await entries(database)
  expect(first).toMatchObject({
    sequence: 1,
    who: 'account-1',
    fromWhere: '192.0.2.7',
    act: 'subscriber.added',
    record: 'subscriber:s-1',
    detail: 'by hand',
  })
  expect(first?.at).toBeGreaterThanOrEqual(before)
  expect(second).toMatchObject({ sequence: 2, who: 'operator', record: null, detail: null })
  expect(await head(database)).toMatchObject({ count: 2, hmac: second?.hmac })
})

test('an action and its audit entry are committed or rolled back together', async () => {
  const database = await openTestDatabase()
  const vault = testVault(database)
  await expect(
    database.transaction(async (tx) => {
      await recordAct({ tx, vault }, admin, added)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await entries(database)).toEqual([])
  await record(database)
  expect(await entries(database)).toMatchObject([{ sequence: 1 }])

  await database.db.schema.alterTable('auditEntries').renameTo('away').execute()
  await expect(
    database.transaction(async (tx) => {
      await tx.insertInto('suppressions').values({ emailFingerprint: 'f', since: 1 }).execute()
      await recordAct({ tx, vault }, admin, added)
    }),
  ).rejects.toThrow()
  expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('records without a valid subject are rejected', async () => {
  const database = await openTestDatabase()
  for (const act of [
    { act: 'subscriber.added', record: 'subscriber:' },
    { act: 'subscriber.added', record: 'subscriber:maya@example.com' },
  ] satisfies Act[])
    await expect(record(database, act), JSON.stringify(act)).rejects.toThrow('the audit trail takes no')
  expect(await head(database)).toMatchObject({ count: 0 })
})
