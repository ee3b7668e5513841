import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { noPages, testVault } from '#tests/support/test-deps.ts'
import {
  correctionForm,
  correctStock,
  countForm,
  countStock,
  endCounting,
  listMovements,
  undoCount,
} from './count-stock.server.ts'
import { listLowStock, readStock, releaseStock, reserveStock } from './stock.server.ts'

// On PostgreSQL, too: counting waits for orders there by a lock.

const desk = { who: 'account-1', from: '192.0.2.7' }
const now = Date.UTC(2026, 4, 5, 15)
const saleItem = 'herb.powder'
/** Beside it, counted since. */
const other = 'herb.capsules'

async function openStock() {
  const database = await openTestDatabase()
  await database.db.insertInto('stock').values({ saleItem: other, count: 70, changedAt: now }).execute()
  const counted = {
    id: 'other',
    saleItem: other,
    kind: 'counted',
    at: now + 1e9,
    before: null,
    after: 70,
    who: 'other',
  } as const
  await database.db.insertInto('stockMovements').values(counted).execute()
  const deps = { database, vault: testVault(database), pages: noPages }
  let at = now
  const next = () => (at += 1_000)
  return {
    database,
    count: (count: number, was?: number) => countStock(deps, desk, { saleItem, count, was, now: next() }),
    correct: (by: number, reason = 'Broken jar') => correctStock(deps, desk, { saleItem, by, reason, now: next() }),
    end: () => endCounting(deps, desk, { saleItem, now: next() }),
    undo: (movement: string, later = 0) => undoCount(deps, desk, { saleItem, movement, now: next() + later }),
    order: (quantity: number) =>
      database.transaction((tx) =>
        reserveStock(deps, tx, {
          lines: [{ saleItem, quantity }],
          kind: 'ordered',
          orderNumber: 'K7F-29Q',
          now: next(),
        }),
      ),
    cancel: (quantity: number) =>
      database.transaction((tx) =>
        releaseStock(deps, tx, {
          lines: [{ saleItem, quantity }],
          kind: 'canceled',
          orderNumber: 'K7F-29Q',
          now: next(),
        }),
      ),
    left: async () => (await readStock(database)).get(saleItem),
  }
}

const movementOf = (result: Awaited<ReturnType<typeof countStock>>) => {
  if (!result.ok) throw new Error(result.reason)
  return result.movement
}

const actsOf = ({ db }: Database) =>
  db.selectFrom('auditEntries').select(['who', 'act', 'record', 'detail']).orderBy('sequence').execute()

test('a count begins, changes and ends, and tells why it is what it is', async () => {
  const stock = await openStock()
  await stock.count(10)
  await stock.order(3)
  await stock.cancel(3)
  await stock.correct(-1)
  await stock.end()
  const movements = await listMovements(stock.database, saleItem)
  expect(
    movements.map(({ kind, before, after, orderNumber, reason, who }) => [
      kind,
      before,
      after,
      orderNumber ?? reason,
      who,
    ]),
  ).toEqual([
    ['ended', 9, null, null, desk.who],
    ['corrected', 10, 9, 'Broken jar', desk.who],
    ['canceled', 7, 10, 'K7F-29Q', null],
    ['ordered', 10, 7, 'K7F-29Q', null],
    ['counted', null, 10, null, desk.who],
  ])
  const about = { who: desk.who, act: 'stock.changed', record: `stock:${saleItem}` }
  // Without what staff typed.
  expect(await actsOf(stock.database)).toEqual([
    { ...about, detail: 'counted: not counted to 10' },
    { ...about, detail: 'corrected: 10 to 9' },
    { ...about, detail: 'ended: 9 to not counted' },
  ])
  expect([...(await readStock(stock.database))]).toEqual([[other, 70]])
})

test('a count over what its page no longer shows changes nothing', async () => {
  const stock = await openStock()
  await stock.count(10)
  expect(await stock.count(5)).toEqual({ ok: false, reason: 'changed-meanwhile', left: 10 })
  await stock.order(2)
  expect(await stock.count(12, 10)).toEqual({ ok: false, reason: 'changed-meanwhile', left: 8 })
  expect(await stock.count(12, 8)).toMatchObject({ ok: true })
  await stock.end()
  expect(await stock.count(5, 12)).toEqual({ ok: false, reason: 'changed-meanwhile', left: undefined })
  expect(await stock.left()).toBeUndefined()
})

test('a correction goes no lower than zero, and there is none of what is not counted', async () => {
  const stock = await openStock()
  expect(await stock.correct(2)).toEqual({ ok: false, reason: 'changed-meanwhile', left: undefined })
  await stock.count(2)
  expect(await stock.correct(-3)).toEqual({ ok: false, reason: 'changed-meanwhile', left: 2 })
  expect(await stock.correct(-2)).toMatchObject({ ok: true })
  expect(await stock.left()).toBe(0)
})

test('the database itself lets no count below zero', async () => {
  const { database } = await openStock()
  const values = { saleItem, count: -1, changedAt: now }
  await expect(database.db.insertInto('stock').values(values).execute()).rejects.toThrow(/stock_is_never_below_zero/)
})

test('undo takes back what the clinic did last, and leaves orders as they are', async () => {
  const stock = await openStock()
  const begun = movementOf(await stock.count(10))
  const corrected = movementOf(await stock.correct(-4))
  await stock.order(1)
  expect(await stock.undo(begun)).toEqual({ ok: false, reason: 'too-late' })
  expect(await stock.undo(corrected)).toMatchObject({ ok: true })
  expect(await stock.left()).toBe(9)
  expect(await stock.undo(corrected)).toEqual({ ok: false, reason: 'too-late' })
  const ended = movementOf(await stock.end())
  expect(await stock.undo(ended)).toMatchObject({ ok: true })
  expect(await stock.left()).toBe(9)
  const raised = movementOf(await stock.count(12, 9))
  await stock.order(11)
  // Three of those that were ordered would be missing.
  expect(await stock.undo(raised)).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
  expect(await stock.left()).toBe(1)
})

test('undo of the first count stops counting, and comes too late after minutes', async () => {
  const stock = await openStock()
  const begun = movementOf(await stock.count(10))
  expect(await stock.undo(begun, 4 * 60_000)).toEqual({ ok: false, reason: 'too-late' })
  expect(await stock.undo(begun)).toMatchObject({ ok: true })
  expect(await stock.left()).toBeUndefined()
})

test('what is low is listed, the least first', async () => {
  const { database } = await openStock()
  const counts = { plenty: 4, low: 3, none: 0 }
  for (const [item, count] of Object.entries(counts))
    await database.db.insertInto('stock').values({ saleItem: item, count, changedAt: now }).execute()
  expect(await listLowStock(database)).toEqual([
    { saleItem: 'none', left: 0, changedAt: now },
    { saleItem: 'low', left: 3, changedAt: now },
  ])
})

test.each(['0', ' 12 ', '100000'])('a count of %j is read', (count) =>
  expect(countForm.parse({ count })).toEqual({ count: Number(count) }),
)
test.each(['', '-1', '1.5', 'ten', '100001', '1e3'])('a count of %j is not', (count) =>
  expect(countForm.safeParse({ count }).success).toBe(false),
)
test.each([
  ['+2', 2],
  ['-1', -1],
  ['−3', -3],
  ['– 3', -3],
  ['4', 4],
])('a correction by %j is read', (change, by) =>
  expect(correctionForm.parse({ change, reason: 'Broken' })).toEqual({ change: by, reason: 'Broken' }),
)
test.each(['', '0', '+-1', '2.5', '200000', '2 or so'])('a correction by %j is not', (change) =>
  expect(correctionForm.safeParse({ change, reason: 'Broken' }).success).toBe(false),
)
