import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { products, withoutEntry } from '#tests/support/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Sender } from '#app/domain/limits/limits.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { contentClinic, noPages } from '#tests/support/test-deps.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import type { OrderedLine } from './order.ts'
import { findOrder, findOrderOfCart, placeOrder } from './orders.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const contact = { name: 'Maya Thomas', email: 'maya@example.com' }
const herb: OrderedLine = { productId: 'herb', name: 'Herb', priceCents: 1000, quantity: 2, supplement: true }
const oil: OrderedLine = { productId: 'oil', name: 'Oil', priceCents: 1550, quantity: 1, supplement: false }

const deps = (database: Database) => ({
  database,
  queue: createQueue(database),
  clinic: contentClinic,
  content: deliveredContent,
  pages: noPages,
  mailDomain: 'clinic.example',
})

type Cart = { cartId?: string; lines?: OrderedLine[]; sender?: Sender; more?: { phone?: string; note?: string } }

const place = (
  database: Database,
  { cartId = 'cart', lines = [herb, oil], sender, more }: Cart = {},
  drawNumber?: () => string,
) => placeOrder(deps(database), { cartId, lines, contact: { ...contact, ...more }, sender, now }, drawNumber)

async function stored({ db }: Database) {
  return {
    orders: await db.selectFrom('orders').selectAll().execute(),
    lines: await db.selectFrom('orderLines').selectAll().orderBy('position').execute(),
    emails: await db.selectFrom('emails').selectAll().execute(),
    jobs: await db.selectFrom('jobs').selectAll().execute(),
    subscribers: await db.selectFrom('subscribers').selectAll().execute(),
  }
}

async function counts(database: Database) {
  const { orders, lines, emails, jobs } = await stored(database)
  return [orders.length, lines.length, emails.length, jobs.length]
}

describe('placing an order', () => {
  test('stores it with its lines, both emails and their jobs, and adds no subscriber', async () => {
    const database = await openTestDatabase()
    const placed = await place(database)
    expect(placed).toMatchObject({ ok: true, isNew: true })
    const { orders, emails, jobs, subscribers } = await stored(database)
    expect(orders).toMatchObject([{ status: 'new', cartId: 'cart', totalCents: 3550, placedAt: now }])
    expect(emails.map(({ kind, recipient, ids }) => ({ kind, recipient, ids: JSON.parse(ids) }))).toEqual(
      expect.arrayContaining([
        { kind: 'order-notice', recipient: contentFacts(now).emails.general, ids: { orderId: orders[0]?.id } },
        { kind: 'order-confirmation', recipient: 'maya@example.com', ids: { orderId: orders[0]?.id } },
      ]),
    )
    expect(jobs.map(({ payload }) => JSON.parse(payload).emailId).toSorted()).toEqual(
      emails.map(({ id }) => id).toSorted(),
    )
    expect(subscribers).toEqual([])
  })

  test('assigns a number that can be read out over the phone', async () => {
    const database = await openTestDatabase()
    for (let carts = 0; carts < 20; carts += 1) await place(database, { cartId: `cart ${carts}` })
    const numbers = (await stored(database)).orders.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(20)
    for (const number of numbers) expect(number).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{3}-[2-9B-DF-HJKMNP-TV-Z]{3}$/)
  })

  test('draws another number if the first one is taken, and always has one', async () => {
    const database = await openTestDatabase()
    const drawn = (...numbers: string[]) => {
      return () => numbers.shift() ?? 'K7F-29Q'
    }
    await place(database, { cartId: 'one' }, drawn('K7F-29Q'))
    expect(await place(database, { cartId: 'two' }, drawn('K7F-29Q', 'B8H-34R'))).toMatchObject({
      ok: true,
      isNew: true,
      order: { number: 'B8H-34R' },
    })
    expect(await counts(database)).toEqual([2, 4, 4, 4])
    await expect(place(database, { cartId: 'three' }, drawn())).rejects.toThrow('in a row were taken')
    expect(await counts(database)).toEqual([2, 4, 4, 4])
  })

  test('saves names and prices as they were, in the order of the cart', async () => {
    const database = await openTestDatabase()
    const placed = await place(database, {
      lines: [oil, herb],
      more: { phone: '(205) 555-0100', note: 'Tablets\nplease' },
    })
    if (!placed.ok) throw new Error('it was not placed')
    expect(await findOrder(database, placed.order.id)).toEqual({
      ...contact,
      ...placed.order,
      phone: '(205) 555-0100',
      note: 'Tablets\nplease',
      status: 'new',
      lines: [oil, herb],
      totalCents: 3550,
      placedAt: now,
    })
    expect(await findOrder(database, 'unknown')).toBeUndefined()
  })

  test('accepts quantities and totals up to the largest exact number', async () => {
    const database = await openTestDatabase()
    const huge = { ...herb, priceCents: 1, quantity: Number.MAX_SAFE_INTEGER }
    const placed = await place(database, { lines: [huge] })
    if (!placed.ok) throw new Error('it was not placed')
    expect(await findOrder(database, placed.order.id)).toMatchObject({
      lines: [huge],
      totalCents: Number.MAX_SAFE_INTEGER,
    })
    await expect(place(database, { cartId: 'more', lines: [huge, oil] })).rejects.toThrow(RangeError)
    expect(await counts(database)).toEqual([1, 1, 2, 2])
  })

  test('stores nothing if the emails cannot be enqueued', async () => {
    const database = await openTestDatabase()
    const queue = { ...createQueue(database), enqueueAll: () => Promise.reject(new Error('disk full')) }
    const placed = { cartId: 'cart', lines: [herb], contact, sender: undefined, now }
    await expect(placeOrder({ ...deps(database), queue }, placed)).rejects.toThrow('disk full')
    expect(await counts(database)).toEqual([0, 0, 0, 0])
  })

  test('rejects unavailable products, and still finds the order that was placed before', async () => {
    const database = await openTestDatabase()
    await place(database, { cartId: 'before' })
    const tea: OrderedLine = { ...oil, productId: products[0]!.id }
    const content = withoutEntry('products', tea.productId)
    const order = (cartId: string, lines: OrderedLine[]) =>
      placeOrder({ ...deps(database), content }, { cartId, lines, contact, sender: undefined, now })
    expect(await order('cart', [herb, tea])).toEqual({ ok: false, reason: 'not-available' })
    expect(await counts(database)).toEqual([1, 2, 2, 2])
    expect(await order('before', [herb, oil])).toMatchObject({ ok: true, isNew: false })
    // The price is the one that the buyer saw.
    expect(await order('cart', [herb])).toMatchObject({ ok: true, isNew: true })
  })

  test('from an empty cart creates no order', async () => {
    const database = await openTestDatabase()
    expect(await place(database, { lines: [] })).toEqual({ ok: false, reason: 'empty' })
    expect(await counts(database)).toEqual([0, 0, 0, 0])
  })
})

describe('ordering the same cart again', () => {
  test('returns the existing order, even if prices changed or the cart is empty', async () => {
    const database = await openTestDatabase()
    const first = await place(database)
    if (!first.ok) throw new Error('it was not placed')
    const again = { ok: true, order: first.order, isNew: false }
    expect(await place(database)).toEqual(again)
    expect(await place(database, { lines: [oil, herb] })).toEqual(again)
    expect(await place(database, { lines: [{ ...herb, priceCents: 9900 }, oil] })).toEqual(again)
    expect(await place(database, { lines: [] })).toEqual(again)
    expect(await counts(database)).toEqual([1, 2, 2, 2])
    expect(await findOrderOfCart(database, 'cart')).toEqual(first.order)
    expect(await findOrderOfCart(database, 'another')).toBeUndefined()
    expect((await findOrder(database, first.order.id))?.totalCents).toBe(3550)
  })

  test('with other items returns the existing order and changes nothing', async () => {
    const database = await openTestDatabase()
    const first = await place(database)
    if (!first.ok) throw new Error('it was not placed')
    const other = { ok: false, reason: 'other-lines', order: first.order }
    expect(await place(database, { lines: [herb] })).toEqual(other)
    expect(await place(database, { lines: [{ ...herb, quantity: 3 }, oil] })).toEqual(other)
    expect(await counts(database)).toEqual([1, 2, 2, 2])
  })

  test('with fifty simultaneous clicks creates one order, and all get the same result', async () => {
    const database = await openTestDatabase()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => place(database)))
    expect(outcomes.filter((placed) => placed.ok && placed.isNew)).toHaveLength(1)
    expect(new Set(outcomes.map((placed) => (placed.ok ? placed.order.number : placed.reason))).size).toBe(1)
    expect(await counts(database)).toEqual([1, 2, 2, 2])
  })

  test('from two processes at once creates one order, which counts once', async () => {
    const databases = await openTwice()
    const sender = { network: 'one', address: 'maya' }
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, click) => place(databases[click % 2 === 0 ? 0 : 1], { sender })),
    )
    expect(outcomes.filter((placed) => placed.ok && placed.isNew)).toHaveLength(1)
    expect(new Set(outcomes.map((placed) => (placed.ok ? placed.order.number : placed.reason))).size).toBe(1)
    expect(await counts(databases[1])).toEqual([1, 2, 2, 2])
    const counted = await databases[1].db.selectFrom('limits').select('count').where('key', 'like', 'order:%').execute()
    expect(counted).toEqual([{ count: 1 }, { count: 1 }])
  })

  test('from two tabs with different items creates one order, and the other tab gets it too', async () => {
    const database = await openTestDatabase()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => place(database, { lines: tab % 2 === 0 ? [herb] : [herb, oil] })),
    )
    expect(outcomes.filter((placed) => placed.ok && placed.isNew)).toHaveLength(1)
    expect(outcomes.filter((placed) => !placed.ok && placed.reason === 'other-lines')).toHaveLength(10)
    expect((await stored(database)).orders).toHaveLength(1)
  })
})

describe('too many orders', () => {
  test('of one network are rejected and store nothing, and others can still order', async () => {
    const database = await openTestDatabase()
    const outcomes = []
    for (let carts = 0; carts < 62; carts += 1)
      outcomes.push(
        await place(database, { cartId: `cart ${carts}`, sender: { network: 'one', address: `address ${carts}` } }),
      )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(60)
    expect(outcomes.at(-1)).toEqual({ ok: false, reason: 'too-many', retryAt: now + 60 * 60 * 1000 })
    expect(await counts(database)).toEqual([60, 120, 120, 120])
    const elsewhere = { network: 'another', address: 'other' }
    expect(await place(database, { cartId: 'other', sender: elsewhere })).toMatchObject({ isNew: true })
  })

  test('do not block the order that a cart has already, at the limit', async () => {
    const database = await openTestDatabase()
    const sender = { network: 'one', address: 'maya' }
    const first = await place(database, { sender })
    await database.db.updateTable('limits').set({ count: 1_000 }).execute()
    expect(await place(database, { sender })).toEqual({ ...first, isNew: false })
    expect(await place(database, { cartId: 'next', sender })).toMatchObject({ reason: 'too-many' })
  })

  test('do not block access to an existing order, and requesting it again uses no quota', async () => {
    const database = await openTestDatabase()
    const sender = { network: 'one', address: 'maya' }
    const first = await place(database, { sender })
    for (let again = 0; again < 100; again += 1)
      expect(await place(database, { sender })).toEqual({ ...first, isNew: false })
    expect(await place(database, { cartId: 'next', sender })).toMatchObject({ isNew: true })
  })
})
