import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { reserveRateSlot, waitForMailSlot } from './mail-pace.server.ts'

const reserve = (database: Database, perSecond: number, now: number) =>
  database.transaction((tx) => reserveRateSlot({ tx }, 'pace', { perSecond, now }))

test('concurrent reservations get slots that are spaced by the rate', async () => {
  const database = await openTestDatabase()
  const now = 1_000_000
  const slots = await Promise.all(Array.from({ length: 8 }, () => reserve(database, 4, now)))
  const delays = slots.map((slot) => (slot.ok ? slot.at - now : undefined))
  expect(delays.toSorted((a = 0, b = 0) => a - b)).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750])
})

test('unused slots do not accumulate', async () => {
  const database = await openTestDatabase()
  await reserve(database, 1, 1_000_000)
  expect(await reserve(database, 1, 2_000_000)).toEqual({ ok: true, at: 2_000_000 })
  expect(await reserve(database, 1, 2_000_000)).toEqual({ ok: true, at: 2_001_000 })
})

test('only slots of the next few seconds are reserved; after that a retry time is returned', async () => {
  const database = await openTestDatabase()
  const now = 1_000_000
  for (let turn = 0; turn < 4; turn += 1) expect((await reserve(database, 1, now)).ok).toBe(true)
  const rejected = await reserve(database, 1, now)
  expect(rejected).toEqual({ ok: false, askAgainAt: now + 1_000 })
  expect(await reserve(database, 1, now)).toEqual(rejected)
  expect(await reserve(database, 1, now + 1_000)).toEqual({ ok: true, at: now + 4_000 })
})

test('an email that the relay cannot take yet uses up no slot of the newsletter', async () => {
  const database = await openTestDatabase()
  const config = { mail: { transport: 'relay', perSecond: 1 } }
  await database.db
    .insertInto('limits')
    .values({ key: 'pace:relay', windowStart: Date.now() + 3_900, count: 0 })
    .execute()
  const slot = await waitForMailSlot({ database, config }, { newsletterPerSecond: 1 })
  expect(slot).toEqual({ askAgainAt: expect.any(Number), hasWaited: false })
  expect(await database.db.selectFrom('limits').select('key').execute()).toEqual([{ key: 'pace:relay' }])
})

test('a rate below one per second works', async () => {
  const database = await openTestDatabase()
  expect(await reserve(database, 0.1, 1_000_000)).toEqual({ ok: true, at: 1_000_000 })
  expect(await reserve(database, 0.1, 1_000_000)).toEqual({ ok: false, askAgainAt: 1_007_000 })
  expect(await reserve(database, 0.1, 1_007_000)).toEqual({ ok: true, at: 1_010_000 })
})

test('a reservation succeeds at once after the clock was set back', async () => {
  const database = await openTestDatabase()
  await reserve(database, 1, 9_000_000_000)
  expect(await reserve(database, 1, 1_000_000)).toEqual({ ok: true, at: 1_000_000 })
})
