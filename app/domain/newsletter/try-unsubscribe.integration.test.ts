import { expect, test } from 'vitest'
import { createSigner } from '#app/vault/signing.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { subscriberTotals } from './subscriber-rows.server.ts'
import { tryUnsubscribe } from './try-unsubscribe.server.ts'

const signer = createSigner('s'.repeat(32))

test('leaving the list is tried, and nothing of it stays', async () => {
  const database = await openTestDatabase()
  expect(await tryUnsubscribe({ database, signer }, Date.now())).toBe(true)
  expect(await database.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  expect(await subscriberTotals(database)).toMatchObject({ subscribed: 0, unsubscribed: 0 })
})

test('links that open nothing are found out', async () => {
  const database = await openTestDatabase()
  const broken = { ...signer, verify: () => undefined }
  expect(await tryUnsubscribe({ database, signer: broken }, Date.now())).toBe(false)
})
