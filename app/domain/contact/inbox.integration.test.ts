import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { Cursor } from '#app/domain/shared/cursor.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import {
  countMessages,
  handleMessage,
  handleMessages,
  listMessages,
  listOldestWaitingMessages,
  findInboxMessage,
} from './inbox.server.ts'
import { assignMessages, snoozeMessages } from './sort-messages.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const view = { who: admin.who, now: 5_000 }

async function receive({ db }: Database, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    name: 'Maya',
    email: 'maya@example.com',
    text: `Message ${index}`,
    // Pairs of the same moment.
    sentAt: 1_000 + Math.floor(index / 2),
    handledAt: null,
  }))
  await db.insertInto('messages').values(rows).execute()
  return rows.map(({ id }) => id)
}

const handle = (database: Database, id: string, handled: boolean, now = 5_000) =>
  handleMessage({ database, vault: testVault(database) }, admin, { id, handled, now })

test('unanswered messages are listed in pages, newest first, each once', async () => {
  const database = await openTestDatabase()
  const ids = await receive(database, 60)
  for (const id of ids.slice(0, 5)) await handle(database, id, true)
  const seen: string[] = []
  let from: Cursor | undefined
  do {
    const { messages, next } = await listMessages(database, 'waiting', view, { after: from })
    seen.push(...messages.map(({ id }) => id))
    from = next
  } while (from)
  expect(seen.toSorted()).toEqual(ids.slice(5).toSorted())
  const times = (await listMessages(database, 'waiting', view)).messages.map(({ sentAt }) => sentAt)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(await countMessages(database, view)).toEqual({ waiting: 55, mine: 0, snoozed: 0, handled: 5 })
})

test('a message can be handled and reopened; each change counts once and is audited', async () => {
  const database = await openTestDatabase()
  const [id = ''] = await receive(database, 1)
  expect(await handle(database, id, true, 5_000)).toBe(true)
  expect(await handle(database, id, true, 6_000)).toBe(true)
  expect(await findInboxMessage(database, id)).toMatchObject({ name: 'Maya', text: 'Message 0', handledAt: 5_000 })
  expect((await listMessages(database, 'handled', view)).messages).toMatchObject([{ id }])
  expect(await handle(database, id, false)).toBe(true)
  expect(await findInboxMessage(database, id)).toMatchObject({ handledAt: undefined })
  expect(await handle(database, randomUUID(), true)).toBe(false)
  const acts = await database.db.selectFrom('auditEntries').select(['act', 'record']).orderBy('sequence').execute()
  expect(acts).toEqual([
    { act: 'message.handled', record: `message:${id}` },
    { act: 'message.reopened', record: `message:${id}` },
  ])
})

test('several messages are handled at once, except those that someone else was faster with', async () => {
  const database = await openTestDatabase()
  const [id = '', other = '', handled = ''] = await receive(database, 3)
  await handle(database, handled, true)
  const deps = { database, vault: testVault(database) }
  const chosen = { ids: [id, other, handled, randomUUID()], now: 6_000 }
  const changed = await handleMessages(deps, admin, { ...chosen, handled: true })
  expect(changed.toSorted()).toEqual([id, other].toSorted())
  expect(await countMessages(database, view)).toEqual({ waiting: 0, mine: 0, snoozed: 0, handled: 3 })

  await handle(database, other, false)
  expect(await handleMessages(deps, admin, { ids: changed, handled: false, now: 7_000 })).toEqual([id])
  expect(await countMessages(database, view)).toEqual({ waiting: 2, mine: 0, snoozed: 0, handled: 1 })
  const acts = await database.db.selectFrom('auditEntries').select('act').orderBy('sequence').execute()
  expect(acts.map(({ act }) => act)).toEqual([
    ...Array.from({ length: 3 }, () => 'message.handled'),
    ...Array.from({ length: 2 }, () => 'message.reopened'),
  ])
})

test('unanswered messages are also listed oldest first', async () => {
  const database = await openTestDatabase()
  await receive(database, 30)
  const oldest = await listMessages(database, 'waiting', view, { oldestFirst: true })
  const times = oldest.messages.map(({ sentAt }) => sentAt)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const next = await listMessages(database, 'waiting', view, { oldestFirst: true, after: oldest.next })
  expect(next.messages).toHaveLength(5)
  const back = await listMessages(database, 'waiting', view, { oldestFirst: true, before: next.previous })
  expect(back.messages).toEqual(oldest.messages)
})

test('a snoozed message comes back by itself, and doesn’t count as waiting until then', async () => {
  const database = await openTestDatabase()
  const [id = '', other = ''] = await receive(database, 2)
  const deps = { database, vault: testVault(database) }
  expect(await snoozeMessages(deps, admin, { ids: [id], until: 9_000, now: 5_000 })).toEqual([id])
  expect(await countMessages(database, view)).toEqual({ waiting: 1, mine: 0, snoozed: 1, handled: 0 })
  expect((await listMessages(database, 'snoozed', view)).messages).toMatchObject([{ id }])
  expect(await listOldestWaitingMessages(database, { most: 5, now: 5_000 })).toMatchObject([{ id: other }])
  const later = { ...view, now: 9_000 }
  expect(await countMessages(database, later)).toEqual({ waiting: 2, mine: 0, snoozed: 0, handled: 0 })
  expect((await listMessages(database, 'waiting', later)).messages).toHaveLength(2)
  // It is back, so there is nothing to take back.
  expect(await snoozeMessages(deps, admin, { ids: [id], until: null, now: 9_000 })).toEqual([])
  expect(await snoozeMessages(deps, admin, { ids: [id], until: null, now: 8_000 })).toEqual([id])
  await handle(database, other, true)
  expect(await snoozeMessages(deps, admin, { ids: [other], until: 9_000, now: 5_000 })).toEqual([])
})

test('a message is assigned to one person at a time; what a colleague has can be left alone', async () => {
  const database = await openTestDatabase()
  const [id = '', other = ''] = await receive(database, 2)
  const deps = { database, vault: testVault(database) }
  expect(await assignMessages(deps, admin, { ids: [id], to: 'account-2' })).toEqual([id])
  expect(await assignMessages(deps, admin, { ids: [id], to: 'account-2' })).toEqual([])
  const mine = { ids: [id, other], to: admin.who, exceptOf: ['account-2'] }
  expect(await assignMessages(deps, admin, mine)).toEqual([other])
  expect((await listMessages(database, 'mine', view)).messages).toMatchObject([{ id: other }])
  expect(await countMessages(database, view)).toMatchObject({ waiting: 2, mine: 1 })
  expect(await assignMessages(deps, admin, { ...mine, to: null })).toEqual([other])
  expect(await assignMessages(deps, admin, { ids: [id, other], to: null })).toEqual([id])
  const acts = await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
  expect(acts.map(({ detail }) => detail)).toEqual(['to account-2', 'to account-1', 'to nobody', 'to nobody'])
})
