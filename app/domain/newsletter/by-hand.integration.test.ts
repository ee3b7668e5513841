import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { addByHand, removeSubscriber } from './by-hand.server.ts'
import { subscribe, unsubscribe } from './subscribers.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const email = 'maya@example.com'

const means = (database: Database) => ({
  database,
  queue: createQueue(database),
  signer: createSigner('s'.repeat(32)),
  mailDomain: 'clinic.example',
  lettersLeave: true,
  confirmSignUps: false,
})

const add = (database: Database, despiteUnsubscribe?: boolean) =>
  addByHand(means(database), { email, despiteUnsubscribe, now })
const subscribers = ({ db }: Database) => db.selectFrom('subscribers').selectAll().execute()
const letters = ({ db }: Database) => db.selectFrom('letters').select('kind').execute()

/** Somebody who signed up and left again. */
async function withOneWhoLeft() {
  const database = await openTestDatabase()
  await subscribe(means(database), { email, sender: undefined, now })
  const [{ id } = { id: '' }] = await subscribers(database)
  await unsubscribe(means(database), id, now)
  return { database, id }
}

test('an address added by hand is on the list without a date and without a letter', async () => {
  const database = await openTestDatabase()
  expect(await add(database)).toEqual({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ email, state: 'subscribed', subscription_date: null }])
  expect(await letters(database)).toEqual([])
})

test('one that is on the list already keeps its date', async () => {
  const database = await openTestDatabase()
  await subscribe(means(database), { email, sender: undefined, now })
  expect(await add(database)).toEqual({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ state: 'subscribed', subscription_date: now }])
})

test('one that was asked to confirm needs no confirmation any more', async () => {
  const database = await openTestDatabase()
  await subscribe({ ...means(database), confirmSignUps: true }, { email, sender: undefined, now })
  expect(await add(database)).toEqual({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ state: 'subscribed', subscription_date: null }])
})

test('who unsubscribed is added only by the explicit choice', async () => {
  const { database, id } = await withOneWhoLeft()
  expect(await add(database)).toEqual({ ok: false, reason: 'unsubscribed' })
  expect(await subscribers(database)).toMatchObject([{ id, state: 'unsubscribed' }])
  expect(await add(database, true)).toEqual({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ id, state: 'subscribed', subscription_date: null }])
})

test('who unsubscribed and was deleted is known all the same, until the choice is made', async () => {
  const { database, id } = await withOneWhoLeft()
  expect(await removeSubscriber(means(database), id, now)).toBe(true)
  expect(await add(database)).toEqual({ ok: false, reason: 'unsubscribed' })
  expect(await subscribers(database)).toEqual([])
  expect(await add(database, true)).toEqual({ ok: true })
  const [{ id: fresh } = { id: '' }] = await subscribers(database)
  await removeSubscriber(means(database), fresh, now)
  expect(await add(database)).toEqual({ ok: true })
})

test('who unsubscribed before suppressions were kept is known after being deleted', async () => {
  const { database, id } = await withOneWhoLeft()
  await database.db.deleteFrom('suppressions').execute()
  await removeSubscriber(means(database), id, now)
  expect(await add(database)).toEqual({ ok: false, reason: 'unsubscribed' })
})

test('a bounced address is not added before it is reset', async () => {
  const database = await openTestDatabase()
  await add(database)
  await database.db.updateTable('subscribers').set({ state: 'bounced' }).execute()
  expect(await add(database, true)).toEqual({ ok: false, reason: 'bounced' })
})

test('deleting somebody unknown says so', async () => {
  expect(await removeSubscriber(means(await openTestDatabase()), 'nobody', now)).toBe(false)
})
