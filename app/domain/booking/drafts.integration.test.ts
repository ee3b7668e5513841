import { expect, test } from 'vitest'
import { testVault } from '#tests/support/test-deps.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { findDraft } from './drafts.server.ts'

const patient = { name: 'Maya', email: 'maya@example.com', phone: '(205) 555-0100', health: 'tired' }
const blank = { name: '', email: '', phone: '', health: '' }

test.each([
  ['as it is if it fits the form', { serviceId: 'general', patient }, { serviceId: 'general', patient }],
  [
    'without fields that are no longer valid or no longer asked for',
    { serviceId: 'general', patient: { ...patient, phone: '12', health: 7, age: '40' } },
    { serviceId: 'general', patient: { ...patient, phone: '', health: '' } },
  ],
  ['blank if it had no patient', { serviceId: 3 }, { serviceId: '', patient: blank }],
  ['blank if it was no object', 'general', { serviceId: '', patient: blank }],
])('a draft of an older version is read %s', async (_, saved, read) => {
  const database = await openTestDatabase()
  const [vault, id, now] = [testVault(database), 'draft', Date.now()]
  await database.transaction(async (tx) => {
    const sealed = await vault.seal(tx, { purpose: 'booking draft', id }, JSON.stringify(saved))
    await tx.insertInto('bookingDrafts').values({ id, sealed, usedAt: now }).execute()
  })
  expect(await findDraft({ db: database.db, vault }, id, now)).toEqual({ id, ...read })
})
