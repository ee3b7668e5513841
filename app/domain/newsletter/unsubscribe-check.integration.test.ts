import { expect, test } from 'vitest'
import { createSigner } from '#app/vault/signing.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { getSubscriberTotals } from './subscriber-rows.server.ts'
import { testUnsubscribe } from './unsubscribe-check.server.ts'

const signer = createSigner('s'.repeat(32))

test('the check tests an unsubscribe and rolls it back', async () => {
  const database = await openTestDatabase()
  expect(await testUnsubscribe({ database, signer }, Date.now())).toBe(true)
  expect(await database.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  expect(await getSubscriberTotals(database)).toMatchObject({ subscribed: 0, unsubscribed: 0 })
})

test('broken links are detected', async () => {
  const database = await openTestDatabase()
  const broken = { ...signer, verify: () => undefined }
  expect(await testUnsubscribe({ database, signer: broken }, Date.now())).toBe(false)
})
