import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { contentClinic, noPages, testVault } from '#tests/support/test-deps.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { changeOrder, listOrderChanges } from './change-order.server.ts'
import { nextStatuses, type OrderStatus, orderStatuses } from './order.ts'
import { undoOrderChange } from './undo-order-change.server.ts'
import { findOrder, findOrderByNumber, placeOrder } from './orders.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const now = Date.UTC(2026, 4, 5, 15)
const contact = { name: 'Maya Thomas', email: 'maya@example.com', note: 'Tablets' }
const herb = { productId: 'herb', name: 'Herb', priceCents: 1000, quantity: 2, supplement: true }

const deps = (database: Database) => ({
  database,
  queue: createQueue(database),
  clinic: contentClinic,
  content: deliveredContent,
  pages: noPages,
  mailDomain: 'clinic.example',
  vault: testVault(database),
})

/** An order in some state, with no email waiting. */
async function placed(database: Database, status: OrderStatus = 'new') {
  const order = { cartId: randomUUID(), lines: [herb], contact, sender: undefined, now }
  const outcome = await placeOrder(deps(database), order)
  if (!outcome.ok) throw new Error('it was not placed')
  const { id, number } = outcome.order
  await database.db.updateTable('orders').set({ status }).where('id', '=', id).execute()
  await database.db.deleteFrom('emails').execute()
  await database.db.deleteFrom('jobs').execute()
  return { id, number }
}

type Step = { number: string; from: OrderStatus; to: OrderStatus; tell?: boolean; at?: number }

const change = (database: Database, { tell = false, at = now, ...step }: Step) =>
  changeOrder(deps(database), admin, { ...step, tell, now: at })

const emailsOf = ({ db }: Database) => db.selectFrom('emails').select(['kind', 'ids', 'recipient']).execute()
const actsOf = ({ db }: Database) =>
  db.selectFrom('auditEntries').select(['who', 'act', 'record', 'detail']).orderBy('sequence').execute()
const statusOf = async (database: Database, id: string) => (await findOrder(database, id))?.status

test('an order goes from new to completed and records its history', async () => {
  const database = await openTestDatabase()
  const { id, number } = await placed(database)
  expect(await change(database, { number, from: 'new', to: 'confirmed', at: now + 1 })).toEqual({ ok: true })
  expect(await change(database, { number, from: 'confirmed', to: 'ready', tell: true, at: now + 2 })).toEqual({
    ok: true,
  })
  expect(await change(database, { number, from: 'ready', to: 'completed', tell: true, at: now + 3 })).toEqual({
    ok: true,
  })
  expect(await statusOf(database, id)).toBe('completed')
  expect(await listOrderChanges(database, id)).toEqual([
    { status: 'confirmed', changedAt: now + 1, told: false },
    { status: 'ready', changedAt: now + 2, told: true },
    { status: 'completed', changedAt: now + 3, told: false },
  ])
  expect(await emailsOf(database)).toEqual([
    { kind: 'order-ready', ids: JSON.stringify({ orderId: id }), recipient: contact.email },
  ])
  const about = { who: admin.who, act: 'order.changed', record: `order:${number}` }
  expect(await actsOf(database)).toEqual([
    { ...about, detail: 'new to confirmed' },
    { ...about, detail: 'confirmed to ready, customer emailed' },
    { ...about, detail: 'ready to completed' },
  ])
})

describe('each pair of states', () => {
  for (const from of orderStatuses)
    for (const to of orderStatuses)
      test(`${from} to ${to} is allowed exactly when it is a next step`, async () => {
        const database = await openTestDatabase()
        const { id, number } = await placed(database, from)
        const isNext = nextStatuses[from].includes(to)
        expect(await change(database, { number, from, to, tell: true })).toEqual(
          isNext ? { ok: true } : { ok: false, reason: 'not-next' },
        )
        expect(await statusOf(database, id)).toBe(isNext ? to : from)
        const kinds = (await emailsOf(database)).map(({ kind }) => kind)
        expect(kinds).toEqual(isNext && to !== 'completed' ? [`order-${to}`] : [])
        expect(await actsOf(database)).toHaveLength(isNext ? 1 : 0)
      })
})

test('the second of two tabs gets the order’s new status and overwrites nothing', async () => {
  const database = await openTestDatabase()
  const { id, number } = await placed(database)
  await change(database, { number, from: 'new', to: 'cancelled', tell: true })
  expect(await change(database, { number, from: 'new', to: 'ready', tell: true })).toEqual({
    ok: false,
    reason: 'changed-meanwhile',
    status: 'cancelled',
  })
  expect(await statusOf(database, id)).toBe('cancelled')
  expect(await emailsOf(database)).toHaveLength(1)
  expect(await actsOf(database)).toHaveLength(1)
})

test('twenty simultaneous clicks in two processes are one step, one email and one audit entry', async () => {
  const databases = await openTwice()
  const { id, number } = await placed(databases[0])
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, press) =>
      change(databases[press % 2 === 0 ? 0 : 1], { number, from: 'new', to: 'ready', tell: true }),
    ),
  )
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  expect(await listOrderChanges(databases[1], id)).toHaveLength(1)
  expect(await emailsOf(databases[1])).toHaveLength(1)
  expect(await actsOf(databases[1])).toHaveLength(1)
})

test('nothing changes if the email cannot be enqueued', async () => {
  const database = await openTestDatabase()
  const { id, number } = await placed(database)
  const queue = { ...createQueue(database), enqueue: () => Promise.reject(new Error('disk full')) }
  const failing = changeOrder({ ...deps(database), queue }, admin, {
    number,
    from: 'new',
    to: 'ready',
    tell: true,
    now,
  })
  await expect(failing).rejects.toThrow('disk full')
  expect(await statusOf(database, id)).toBe('new')
  expect(await listOrderChanges(database, id)).toEqual([])
  expect(await actsOf(database)).toEqual([])
})

test('an unknown order cannot be changed, and no number finds it', async () => {
  const database = await openTestDatabase()
  const { number } = await placed(database)
  expect(await change(database, { number: 'ZZZ-ZZZ', from: 'new', to: 'ready' })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await findOrderByNumber(database, 'ZZZ-ZZZ')).toBeUndefined()
  expect(await findOrderByNumber(database, number)).toMatchObject({ number, note: 'Tablets', lines: [herb] })
})

describe('undo', () => {
  const undo = (database: Database, number: string, from: OrderStatus, to: OrderStatus, at = now + 5_000) =>
    undoOrderChange(deps(database), admin, { number, from, to, now: at })

  test('takes back a change with its email, once', async () => {
    const database = await openTestDatabase()
    const { id, number } = await placed(database)
    await change(database, { number, from: 'new', to: 'ready', tell: true })
    expect(await emailsOf(database)).toHaveLength(1)
    expect(await undo(database, number, 'ready', 'new')).toEqual({ ok: true })
    expect(await statusOf(database, id)).toBe('new')
    expect(await emailsOf(database)).toEqual([])
    expect(await listOrderChanges(database, id)).toEqual([])
    expect(await undo(database, number, 'ready', 'new')).toEqual({ ok: true })
    expect((await actsOf(database)).map(({ detail }) => detail)).toEqual([
      'new to ready, customer emailed',
      'ready to new, undone',
    ])
  })

  test('comes too late after the email was sent, after minutes, and for an earlier change', async () => {
    const database = await openTestDatabase()
    const tooLate = { ok: false, reason: 'too-late' }
    const told = await placed(database)
    await change(database, { number: told.number, from: 'new', to: 'ready', tell: true })
    await database.db.deleteFrom('jobs').execute()
    expect(await undo(database, told.number, 'ready', 'new')).toEqual(tooLate)
    expect(await statusOf(database, told.id)).toBe('ready')
    expect(await emailsOf(database)).toHaveLength(1)

    const untold = await placed(database)
    await change(database, { number: untold.number, from: 'new', to: 'confirmed' })
    expect(await undo(database, untold.number, 'confirmed', 'new', now + 4 * 60_000)).toEqual(tooLate)
    await change(database, { number: untold.number, from: 'confirmed', to: 'ready', at: now + 1 })
    expect(await undo(database, untold.number, 'ready', 'new')).toEqual(tooLate)
    expect(await undo(database, untold.number, 'confirmed', 'new')).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
      status: 'ready',
    })
    expect(await undo(database, 'AAA-AAA', 'ready', 'new')).toEqual({ ok: false, reason: 'not-found' })
  })
})
