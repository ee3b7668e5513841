import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { Cursor } from '#app/domain/shared/cursor.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { exportOrders } from './export-orders.server.ts'
import type { OrderStatus } from './order.ts'
import { countOrders, listOrders, type OrderFilter } from './order-list.server.ts'

// On PostgreSQL, too: its parts of words and its order.

type Some = { name?: string; email?: string; status?: OrderStatus; number?: string; placedAt?: number }

async function insert({ db }: Database, orders: Some[]) {
  for (const [index, order] of orders.entries()) {
    const id = randomUUID()
    await db
      .insertInto('orders')
      .values({
        id,
        number: order.number ?? `N${String(index).padStart(2, '0')}-XYZ`,
        cartId: id,
        status: order.status ?? 'new',
        name: order.name ?? 'Maya Thomas',
        email: order.email ?? 'maya@example.com',
        phone: null,
        note: null,
        totalCents: 1200,
        placedAt: order.placedAt ?? 1_000 + index,
      })
      .execute()
    const line = { orderId: id, productId: 'herb', priceCents: 600, supplement: 1 }
    await db
      .insertInto('orderLines')
      .values([
        { ...line, position: 1, name: 'Oil', quantity: 2 },
        { ...line, position: 0, name: 'Herb', quantity: 1 },
      ])
      .execute()
  }
}

const numbers = async (database: Database, filter: OrderFilter) =>
  (await listOrders(database, filter)).orders.map(({ number }) => number)

test('orders are listed in pages, newest first, each once, even if many have the same time', async () => {
  const database = await openTestDatabase()
  await insert(
    database,
    Array.from({ length: 60 }, (_, index) => ({ placedAt: index < 40 ? 5 : 1_000 + index })),
  )
  const seen: string[] = []
  const sizes: number[] = []
  let from: Cursor | undefined
  do {
    const { orders, next } = await listOrders(database, {}, { after: from })
    seen.push(...orders.map(({ id }) => id))
    sizes.push(orders.length)
    from = next
  } while (from)
  expect(sizes).toEqual([25, 25, 10])
  expect(new Set(seen).size).toBe(60)
  const { orders } = await listOrders(database, {})
  expect(orders[0]).toMatchObject({ number: 'N59-XYZ', totalCents: 1200, placedAt: 1_059 })
  expect(orders[0]?.lines).toEqual([
    { name: 'Herb', quantity: 1 },
    { name: 'Oil', quantity: 2 },
  ])
})

test('orders are found by prefixes of number, name, last name or address, in any notation', async () => {
  const database = await openTestDatabase()
  await insert(database, [
    { number: 'K7F-29Q', name: 'Maya Thomas', email: 'maya@example.com' },
    { number: 'B2C-3D4', name: 'Éva 100%_Szabó', email: 'tom@example.com' },
  ])
  for (const search of ['k7f-2', 'K7F29', 'maya', 'THOM', ' maya@ex'])
    expect(await numbers(database, { search }), search).toEqual(['K7F-29Q'])
  for (const search of ['Éva', '100%', '100%_S', 'tom@'])
    expect(await numbers(database, { search }), search).toEqual(['B2C-3D4'])
  for (const search of ['29Q', 'aya', 'example.com', '%', '_', '\\', "' or 1=1 --"])
    expect(await numbers(database, { search }), search).toEqual([])
})

test('orders are counted and listed by status', async () => {
  const database = await openTestDatabase()
  await insert(database, [{ status: 'new' }, { status: 'new' }, { status: 'ready' }])
  expect(await countOrders(database)).toEqual({ new: 2, confirmed: 0, ready: 1, completed: 0, cancelled: 0 })
  expect(await numbers(database, { status: 'new' })).toEqual(['N01-XYZ', 'N00-XYZ'])
  expect(await numbers(database, { status: 'ready', search: 'maya' })).toEqual(['N02-XYZ'])
  expect(await numbers(database, { status: 'completed' })).toEqual([])
})

test('all orders that match a filter are exported, each once, and the export is audited', async () => {
  const database = await openTestDatabase()
  await insert(database, [
    ...Array.from({ length: 520 }, (): Some => ({ status: 'new', placedAt: 7 })),
    { number: 'K7F-29Q', status: 'ready' },
  ])
  const admin = { who: 'account-1', from: '192.0.2.7' }
  const taken = async (filter: OrderFilter) => {
    const orders = []
    const pages = await exportOrders({ database, vault: testVault(database) }, admin, filter)
    for await (const page of pages) orders.push(...page)
    return orders
  }
  const all = await taken({})
  expect(new Set(all.map(({ number }) => number)).size).toBe(521)
  expect(all).toHaveLength(521)
  expect(await taken({ status: 'ready' })).toMatchObject([
    { number: 'K7F-29Q', name: 'Maya Thomas', totalCents: 1200, lines: [{ name: 'Herb' }, { name: 'Oil' }] },
  ])
  const acts = await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
  expect(acts).toEqual([
    { act: 'orders.exported', detail: 'all' },
    { act: 'orders.exported', detail: 'only ready' },
  ])
})
