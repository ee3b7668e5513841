import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { markBounced } from './subscriber-rows.server.ts'
import { expireDeleted } from './deleted-subscribers.server.ts'
import {
  addSubscriber,
  editSubscriber,
  removeSubscriber,
  removeSubscribers,
  resetBounced,
  restoreSubscriber,
  resetAllBounced,
  restoreSubscribers,
  undoResets,
} from './manage-subscribers.server.ts'
import { findSuppressedSince } from './suppressions.server.ts'
import { undoUnsubscribes, unsubscribeSubscribers } from './unsubscribe-subscribers.server.ts'
import { findUnsubscribable, subscribe, unsubscribe } from './subscribers.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const admin = { who: 'account-1', from: '192.0.2.7' }
const email = 'maya@example.com'

const deps = (database: Database) => ({
  database,
  queue: createQueue(database),
  signer: createSigner('s'.repeat(32)),
  vault: testVault(database),
  mailDomain: 'clinic.example',
  emailsLeave: true,
  confirmSignUps: false,
})

const add = (database: Database, despiteUnsubscribe?: boolean) =>
  addSubscriber(deps(database), admin, { email, despiteUnsubscribe, now })
const subscribers = ({ db }: Database) => db.selectFrom('subscribers').selectAll().execute()
const emails = ({ db }: Database) => db.selectFrom('emails').select('kind').execute()

/** A person who signed up and unsubscribed. */
async function withOneWhoLeft() {
  const database = await openTestDatabase()
  await subscribe(deps(database), { email, sender: undefined, now })
  const [{ id } = { id: '' }] = await subscribers(database)
  await unsubscribe(deps(database), id, now)
  return { database, id }
}

test('an address added by the admin is listed without a date and gets no email', async () => {
  const database = await openTestDatabase()
  expect(await add(database)).toMatchObject({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ email, state: 'subscribed', subscriptionDate: null }])
  expect(await emails(database)).toEqual([])
})

test('an existing subscriber keeps the sign-up date', async () => {
  const database = await openTestDatabase()
  await subscribe(deps(database), { email, sender: undefined, now })
  expect(await add(database)).toMatchObject({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ state: 'subscribed', subscriptionDate: now }])
})

test('a pending address is subscribed without confirmation', async () => {
  const database = await openTestDatabase()
  await subscribe({ ...deps(database), confirmSignUps: true }, { email, sender: undefined, now })
  expect(await add(database)).toMatchObject({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ state: 'subscribed', subscriptionDate: null }])
})

test('an unsubscribed address is added only after confirmation', async () => {
  const { database, id } = await withOneWhoLeft()
  expect(await add(database)).toEqual({ ok: false, reason: 'unsubscribed' })
  expect(await subscribers(database)).toMatchObject([{ id, state: 'unsubscribed' }])
  expect(await add(database, true)).toMatchObject({ ok: true })
  expect(await subscribers(database)).toMatchObject([{ id, state: 'subscribed', subscriptionDate: null }])
})

test('a deleted unsubscribed address stays suppressed until the admin confirms', async () => {
  const { database, id } = await withOneWhoLeft()
  expect(await removeSubscriber(deps(database), admin, id, now)).toBe(true)
  expect(await add(database)).toEqual({ ok: false, reason: 'unsubscribed' })
  expect(await subscribers(database)).toEqual([])
  expect(await add(database, true)).toMatchObject({ ok: true })
  const [{ id: fresh } = { id: '' }] = await subscribers(database)
  await removeSubscriber(deps(database), admin, fresh, now)
  expect(await add(database)).toMatchObject({ ok: true })
})

test('an address that unsubscribed before suppressions existed stays suppressed after deletion', async () => {
  const { database, id } = await withOneWhoLeft()
  await database.db.deleteFrom('suppressions').execute()
  await removeSubscriber(deps(database), admin, id, now)
  expect(await add(database)).toEqual({ ok: false, reason: 'unsubscribed' })
})

test('a bounced address is not added before it is reset', async () => {
  const database = await openTestDatabase()
  await add(database)
  await database.db.updateTable('subscribers').set({ state: 'bounced' }).execute()
  expect(await add(database, true)).toMatchObject({ ok: false, reason: 'bounced' })
})

test('deleting an unknown subscriber returns false', async () => {
  expect(await removeSubscriber(deps(await openTestDatabase()), admin, 'unknown', now)).toBe(false)
})

describe('correcting an address', () => {
  const fresh = 'maya@example.org'
  const edit = (database: Database, id: string, wish: { was?: string; email?: string } = {}) =>
    editSubscriber(deps(database), admin, { id, was: email, email: fresh, now, ...wish })

  async function withMaya() {
    const database = await openTestDatabase()
    await subscribe(deps(database), { email, sender: undefined, now })
    const [{ id } = { id: '' }] = await subscribers(database)
    return { database, id }
  }

  test('changes nothing else', async () => {
    const { database, id } = await withMaya()
    const [before] = await subscribers(database)
    expect(await edit(database, id)).toEqual({ ok: true })
    expect(await subscribers(database)).toEqual([{ ...before, email: fresh }])
    expect(await edit(database, id)).toEqual({ ok: true })
  })

  test('reports that the subscriber was deleted or changed in the meantime, with the new address', async () => {
    const { database, id } = await withMaya()
    expect(await edit(database, 'unknown')).toEqual({ ok: false, reason: 'gone' })
    expect(await edit(database, id, { was: 'other@example.com' })).toEqual({ ok: false, reason: 'changed', email })
    expect(await subscribers(database)).toMatchObject([{ email }])
  })

  test('is rejected when the new address is taken or unsubscribed', async () => {
    const { database, id } = await withMaya()
    await addSubscriber(deps(database), admin, { email: fresh, now })
    expect(await edit(database, id)).toEqual({ ok: false, reason: 'taken' })
    const [other] = await database.db.selectFrom('subscribers').selectAll().where('email', '=', fresh).execute()
    await unsubscribe(deps(database), other!.id, now)
    await removeSubscriber(deps(database), admin, other!.id, now)
    expect(await edit(database, id)).toEqual({ ok: false, reason: 'unsubscribed' })
  })

  test('twice at the same time succeeds once', async () => {
    const { database, id } = await withMaya()
    await addSubscriber(deps(database), admin, { email: 'lin@example.com', now })
    const [lin] = await database.db.selectFrom('subscribers').selectAll().where('email', 'like', 'lin%').execute()
    const both = await Promise.all([edit(database, id), edit(database, lin!.id, { was: 'lin@example.com' })])
    expect(both.map((one) => (one.ok ? 'ok' : one.reason)).toSorted()).toEqual(['ok', 'taken'])
  })

  test('subscribes a bounced subscriber again, and keeps an unsubscribe', async () => {
    const { database, id } = await withMaya()
    await database.transaction((tx) => markBounced(tx, id))
    await edit(database, id)
    expect(await subscribers(database)).toMatchObject([{ email: fresh, state: 'subscribed' }])
    await unsubscribe(deps(database), id, now)
    await edit(database, id, { was: fresh, email: 'maya@example.net' })
    expect(await subscribers(database)).toMatchObject([{ email: 'maya@example.net', state: 'unsubscribed' }])
    await removeSubscriber(deps(database), admin, id, now)
    expect(await addSubscriber(deps(database), admin, { email: 'maya@example.net', now })).toMatchObject({ ok: false })
  })
})

describe('deleting', () => {
  const minute = 60_000
  const restore = (database: Database, id: string, at = now + minute) =>
    restoreSubscriber(deps(database), admin, id, at)

  async function withDeleted() {
    const database = await openTestDatabase()
    await subscribe(deps(database), { email, sender: undefined, now })
    const before = await subscribers(database)
    const { id } = before[0]!
    await removeSubscriber(deps(database), admin, id, now)
    expect(await subscribers(database)).toEqual([])
    return { database, id, before }
  }

  test('of several leaves out those who are gone, and can be undone together', async () => {
    const database = await openTestDatabase()
    for (const name of ['maya', 'lin', 'rosa'])
      await addSubscriber(deps(database), admin, { email: `${name}@example.com`, now })
    const before = await subscribers(database)
    const ids = before.map(({ id }) => id)
    await removeSubscriber(deps(database), admin, ids[1]!, now)
    const removed = await removeSubscribers(deps(database), admin, { ids: [...ids, 'no-one'], now })
    expect(removed).toEqual([ids[0], ids[2]])
    expect(await restoreSubscribers(deps(database), admin, { ids: [...removed, 'no-one'], now })).toEqual(removed)
    expect((await subscribers(database)).map(({ id }) => id).toSorted()).toEqual(removed.toSorted())
    expect(await restoreSubscribers(deps(database), admin, { ids: [ids[1]!], now: now + 10 * minute })).toEqual([])
  })

  test('can be undone completely, even by a double click', async () => {
    const { database, id, before } = await withDeleted()
    expect(await restore(database, id)).toEqual({ ok: true })
    expect(await restore(database, id)).toEqual({ ok: true })
    expect(await subscribers(database)).toEqual(before)
  })

  test('cannot be undone after a while, and no data remains', async () => {
    const { database, id } = await withDeleted()
    expect(await restore(database, id, now + 10 * minute)).toEqual({ ok: false, reason: 'too-late' })
    await expireDeleted({ database }, now + 10 * minute)
    expect(await database.db.selectFrom('deletedSubscribers').selectAll().execute()).toEqual([])
  })

  test('cannot be undone if the address has subscribed again', async () => {
    const { database, id } = await withDeleted()
    await subscribe(deps(database), { email, sender: undefined, now })
    expect(await restore(database, id)).toEqual({ ok: false, reason: 'taken' })
  })

  test('is undone as unsubscribed if the subscriber unsubscribed in the meantime', async () => {
    const { database, id } = await withDeleted()
    expect(await findUnsubscribable(database, id, now + minute)).toMatchObject({ email, state: 'subscribed' })
    expect(await unsubscribe(deps(database), id, now + minute)).toBe(true)
    expect(await findUnsubscribable(database, id, now + minute)).toMatchObject({ email, state: 'unsubscribed' })
    expect(await findUnsubscribable(database, id, now + 10 * minute)).toBeUndefined()
    await restore(database, id)
    expect(await subscribers(database)).toMatchObject([{ id, state: 'unsubscribed' }])
  })
})

test('only a bounced address can be reset, once', async () => {
  const database = await openTestDatabase()
  await add(database)
  const [{ id } = { id: '' }] = await subscribers(database)
  expect(await resetBounced(deps(database), admin, id)).toBe(false)
  await database.transaction((tx) => markBounced(tx, id))
  expect(await resetBounced(deps(database), admin, id)).toBe(true)
  expect(await subscribers(database)).toMatchObject([{ state: 'subscribed' }])
})

test('each action is audited without the address', async () => {
  const database = await openTestDatabase()
  await add(database)
  const [{ id } = { id: '' }] = await subscribers(database)
  await add(database)
  await editSubscriber(deps(database), admin, { id, was: email, email: 'maya@example.org', now })
  await removeSubscriber(deps(database), admin, id, now)
  await restoreSubscriber(deps(database), admin, id, now)
  const entries = await database.db.selectFrom('auditEntries').selectAll().orderBy('sequence').execute()
  expect(entries.map(({ act }) => act)).toEqual([
    'subscriber.added',
    'subscriber.changed',
    'subscriber.deleted',
    'subscriber.restored',
  ])
  expect(entries[1]?.detail).toBe('Changed: the email address.')
  expect(new Set(entries.map(({ who, record }) => `${who} ${record}`))).toEqual(new Set([`account-1 subscriber:${id}`]))
  expect(JSON.stringify(entries)).not.toContain('example.')
})

test('several are unsubscribed at once, and back again unless they have unsubscribed themselves', async () => {
  const database = await openTestDatabase()
  for (const name of ['maya', 'lin', 'rosa'])
    await addSubscriber(deps(database), admin, { email: `${name}@example.com`, now })
  const ids = (await subscribers(database)).map(({ id }) => id)
  const [first = '', own = '', gone = ''] = ids
  await unsubscribe(deps(database), gone, now)
  const unsubscribed = await unsubscribeSubscribers(deps(database), admin, { ids: [...ids, 'no-one'], now })
  expect(unsubscribed).toEqual([first, own].map((id) => ({ id, state: 'subscribed' })))

  await unsubscribe(deps(database), own, now + 1_000)
  expect(await undoUnsubscribes(deps(database), admin, { chosen: unsubscribed, at: now })).toEqual([unsubscribed[0]])
  expect(await undoUnsubscribes(deps(database), admin, { chosen: unsubscribed, at: now })).toEqual([])
  const states = new Map((await subscribers(database)).map(({ id, state }) => [id, state]))
  expect([first, own, gone].map((id) => states.get(id))).toEqual(['subscribed', 'unsubscribed', 'unsubscribed'])
})

test('several bounced addresses are reset together, and Undo marks those who are still subscribed', async () => {
  const database = await openTestDatabase()
  await listSubscribers(database.db, [
    { id: 'one', email: 'one@example.com', state: 'bounced' },
    { id: 'two', email: 'two@example.com', state: 'bounced' },
    { id: 'other', email: 'other@example.com' },
  ])
  const stateOf = async (id: string) => (await subscribers(database)).find((one) => one.id === id)?.state
  expect(await resetAllBounced(deps(database), admin, { ids: ['one', 'two', 'other', 'gone'], now })).toEqual([
    'one',
    'two',
  ])
  expect([await stateOf('one'), await stateOf('two')]).toEqual(['subscribed', 'subscribed'])
  await unsubscribe(deps(database), 'two', now)
  expect(await undoResets(deps(database), admin, { ids: ['one', 'two'], now })).toEqual(['one'])
  expect([await stateOf('one'), await stateOf('two')]).toEqual(['bounced', 'unsubscribed'])
})

test('who had not confirmed is pending again after Undo, and can still unsubscribe; nobody who unsubscribed ever is', async () => {
  const database = await openTestDatabase()
  const confirming = { ...deps(database), confirmSignUps: true }
  const { signer } = confirming
  const signUp = () => subscribe(confirming, { email, sender: undefined, now })
  const read = async () => {
    const [row] = await subscribers(database)
    return { state: row?.state, since: await findSuppressedSince({ db: database.db, signer }, email) }
  }
  await signUp()
  expect(await read()).toEqual({ state: 'pending', since: undefined })
  const ids = (await subscribers(database)).map(({ id }) => id)
  const chosen = await unsubscribeSubscribers(confirming, admin, { ids, now })
  expect(chosen).toEqual([{ id: ids[0], state: 'pending' }])
  expect(await read()).toEqual({ state: 'unsubscribed', since: now })
  await undoUnsubscribes(confirming, admin, { chosen, at: now })
  expect(await read()).toEqual({ state: 'pending', since: undefined })

  // So that lifting the suppression in Undo never lifts one that was there before.
  await unsubscribe(confirming, ids[0]!, now + 1_000)
  await signUp()
  expect(await read()).toEqual({ state: 'unsubscribed', since: now + 1_000 })
  expect(await unsubscribeSubscribers(confirming, admin, { ids, now: now + 2_000 })).toEqual([])
})

test('a transaction that runs again after a write conflict counts nobody twice', async () => {
  const database = await openTestDatabase()
  await subscribe(deps(database), { email, sender: undefined, now })
  const ids = (await subscribers(database)).map(({ id }) => id)
  const conflicting: Database = {
    ...database,
    async transaction(work) {
      const conflict = database.transaction(async (tx) => {
        await work(tx)
        throw new Error('write conflict')
      })
      await expect(conflict).rejects.toThrow('write conflict')
      return database.transaction(work)
    },
  }
  const chosen = await unsubscribeSubscribers(deps(conflicting), admin, { ids, now })
  expect(chosen).toEqual([{ id: ids[0], state: 'subscribed' }])
  expect(await undoUnsubscribes(deps(conflicting), admin, { chosen, at: now })).toEqual(chosen)
})
