import { expect, test } from 'vitest'
import { correctStock, endCounting } from '#app/domain/catalogue/count-stock.server.ts'
import { products } from '#tests/support/catalogue.ts'
import { buyer, desk, now, openShopOn, raceForPieces } from '#tests/support/shopper.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { anonymizeOrders } from './erase-person.server.ts'

const openShop = async () => openShopOn(await openTestDatabase())

test('without a count any quantity is ordered, and nothing is counted', async () => {
  const shop = await openShop()
  expect(await shop.place({ herb: 1_000_000 })).toMatchObject({ ok: true })
  expect(await shop.left()).toEqual({})
  expect(await shop.deps.database.db.selectFrom('stockMovements').selectAll().execute()).toEqual([])
})

test('an order takes its pieces, and one that finds too few takes nothing and is not placed', async () => {
  const shop = await openShop()
  await shop.count('herb', 7)
  await shop.count('oil', 2)
  await shop.placed({ herb: 3, oil: 1, uncounted: 9 })
  expect(await shop.left()).toEqual({ herb: 4, oil: 1 })
  expect(await shop.place({ herb: 4, oil: 2 })).toEqual({ ok: false, reason: 'too-few', left: new Map([['oil', 1]]) })
  expect(await shop.place({ herb: 5, oil: 5 })).toMatchObject({
    left: new Map([
      ['herb', 4],
      ['oil', 1],
    ]),
  })
  expect(await shop.left()).toEqual({ herb: 4, oil: 1 })
  expect(await shop.orders()).toBe(1)
  // What was not placed does not count against the limit.
  const limits = await shop.deps.database.db.selectFrom('limits').select(['key', 'count']).execute()
  expect(limits.filter(({ key, count }) => key.startsWith('order:network') && count > 0)).toHaveLength(1)
})

test('the same cart takes its pieces once, also when nothing is left since', async () => {
  const shop = await openShop()
  await shop.count('herb', 2)
  const first = await shop.place({ herb: 2 }, 'cart')
  expect(await shop.place({ herb: 2 }, 'cart')).toEqual({ ...first, isNew: false })
  expect(await shop.left()).toEqual({ herb: 0 })
})

test('a product whose forms are counted is ordered only in one of them', async () => {
  const inForms = products.find(({ forms }) => forms)
  if (!inForms) return
  const shop = await openShop()
  const form = `${inForms.id}.${inForms.forms![0]!.id}`
  expect(await shop.place({ [inForms.id]: 1 })).toMatchObject({ ok: true })
  await shop.count(form, 5)
  expect(await shop.place({ [inForms.id]: 1 })).toEqual({ ok: false, reason: 'not-available' })
  expect(await shop.place({ [form]: 5 })).toMatchObject({ ok: true })
  expect(await shop.left()).toEqual({ [form]: 0 })
})

test('a canceled order gives its pieces back once, and takes them again when it is reopened or undone', async () => {
  const shop = await openShop()
  await shop.count('herb', 5)
  const number = await shop.placed({ herb: 2 })
  for (let again = 0; again < 2; again += 1) await shop.change(number, 'new', 'cancelled')
  expect(await shop.left()).toEqual({ herb: 5 })
  expect(await shop.undo(number, 'cancelled', 'new')).toEqual({ ok: true })
  expect(await shop.left()).toEqual({ herb: 3 })
  await shop.change(number, 'new', 'cancelled')
  await shop.change(number, 'cancelled', 'confirmed')
  expect(await shop.left()).toEqual({ herb: 3 })
  expect(await shop.undo(number, 'confirmed', 'cancelled')).toEqual({ ok: true })
  expect(await shop.left()).toEqual({ herb: 5 })
  // No other step moves anything.
  await shop.change(number, 'cancelled', 'confirmed')
  await shop.change(number, 'confirmed', 'completed')
  await shop.change(number, 'completed', 'ready')
  expect(await shop.left()).toEqual({ herb: 3 })
})

test('an order whose pieces were sold meanwhile stays canceled, with its email, and says what is left', async () => {
  const shop = await openShop()
  await shop.count('herb', 2)
  const number = await shop.placed({ herb: 2 })
  await shop.change(number, 'new', 'cancelled', true)
  await shop.placed({ herb: 1 })
  const soldOut = { ok: false, reason: 'sold-out', lines: [{ name: 'The herb', left: 1 }] }
  expect(await shop.undo(number, 'cancelled', 'new')).toEqual(soldOut)
  expect(await shop.change(number, 'cancelled', 'confirmed')).toEqual(soldOut)
  expect(await shop.left()).toEqual({ herb: 1 })
  const { db } = shop.deps.database
  expect(await db.selectFrom('orders').select('status').where('number', '=', number).execute()).toEqual([
    { status: 'cancelled' },
  ])
  expect(await db.selectFrom('emails').select('id').where('kind', '=', 'order-cancelled').execute()).toHaveLength(1)
})

test('undoing a cancellation too late, since its email is sent, takes nothing', async () => {
  const shop = await openShop()
  await shop.count('herb', 2)
  const number = await shop.placed({ herb: 2 })
  await shop.change(number, 'new', 'cancelled', true)
  const { db } = shop.deps.database
  await db.deleteFrom('jobs').execute()
  const movements = () => db.selectFrom('stockMovements').selectAll().orderBy('id').execute()
  const before = await movements()
  expect(await shop.undo(number, 'cancelled', 'new')).toEqual({ ok: false, reason: 'too-late' })
  expect(await shop.left()).toEqual({ herb: 2 })
  expect(await movements()).toEqual(before)
})

test('counting leaves out open orders, so that canceling one from before gives its pieces', async () => {
  const shop = await openShop()
  const number = await shop.placed({ herb: 2 })
  await shop.count('herb', 3)
  await shop.change(number, 'new', 'cancelled')
  expect(await shop.left()).toEqual({ herb: 5 })
  await endCounting(shop.deps, desk, { saleItem: 'herb', now })
  await shop.change(number, 'cancelled', 'confirmed')
  expect(await shop.left()).toEqual({})
})

test('erasing a person gives back what their open orders had', async () => {
  const shop = await openShop()
  await shop.count('herb', 5)
  const done = await shop.placed({ herb: 1 })
  await shop.change(done, 'new', 'ready')
  await shop.change(done, 'ready', 'completed')
  await shop.placed({ herb: 2 })
  const { database } = shop.deps
  const erase = () =>
    database.transaction((tx) => anonymizeOrders(shop.deps, tx, { email: buyer.email, isPhone: () => false }, now))
  expect(await erase()).toHaveLength(2)
  expect(await shop.left()).toEqual({ herb: 4 })
  expect(await erase()).toEqual([])
  expect(await shop.left()).toEqual({ herb: 4 })
})

test('pages are purged only when they say something else', async () => {
  const shop = await openShop()
  await shop.count('herb', 6)
  await shop.placed({ herb: 2 })
  expect(shop.purged).toEqual([])
  const number = await shop.placed({ herb: 1 })
  expect(shop.purged).toEqual(['stock'])
  await shop.change(number, 'new', 'cancelled')
  expect(shop.purged).toEqual(['stock', 'stock'])
  await endCounting(shop.deps, desk, { saleItem: 'herb', now })
  expect(shop.purged).toEqual(['stock', 'stock'])
})

test('of fifty racing orders for seven pieces exactly seven are placed', async () => {
  const [here, there] = await openTwice()
  await raceForPieces([openShopOn(here), openShopOn(there)], 2)
})

test('racing orders, cancellations and corrections end with what was not taken', async () => {
  const [one, other] = await openTwice()
  const [here, there] = [openShopOn(one), openShopOn(other)]
  await here.count('herb', 10)
  const numbers = await Promise.all(Array.from({ length: 5 }, () => here.placed({ herb: 1 })))
  await Promise.all([
    ...numbers.flatMap((number) => [here.change(number, 'new', 'cancelled'), there.change(number, 'new', 'cancelled')]),
    ...Array.from({ length: 5 }, () => there.place({ herb: 1 })),
    correctStock(here.deps, desk, { saleItem: 'herb', by: 2, reason: 'Found', now }),
  ])
  expect(await here.left()).toEqual({ herb: 7 })
})
