import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { reserveRateSlot } from './mail-pace.server.ts'

const reserve = (database: Database, perSecond: number, now: number) =>
  database.transaction((tx) => reserveRateSlot({ tx }, 'pace', { perSecond, now }))

test('slots are spaced by the rate across processes', async () => {
  const database = await openTestDatabase()
  const now = 1_000_000
  const turns = await Promise.all(Array.from({ length: 8 }, () => reserve(database, 4, now)))
  const moments = turns.map((turn) => (turn.ok ? turn.at - now : undefined))
  expect(moments.toSorted((a = 0, b = 0) => a - b)).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750])
})

test('unused slots are not saved up', async () => {
  const database = await openTestDatabase()
  await reserve(database, 1, 1_000_000)
  expect(await reserve(database, 1, 2_000_000)).toEqual({ ok: true, at: 2_000_000 })
  expect(await reserve(database, 1, 2_000_000)).toEqual({ ok: true, at: 2_001_000 })
})

test('only slots of the next few seconds are reserved; after that a retry time is returned', async () => {
  const database = await openTestDatabase()
  const now = 1_000_000
  for (let turn = 0; turn < 4; turn += 1) expect((await reserve(database, 1, now)).ok).toBe(true)
  const refused = await reserve(database, 1, now)
  expect(refused).toEqual({ ok: false, askAgainAt: now + 1_000 })
  expect(await reserve(database, 1, now)).toEqual(refused)
  expect(await reserve(database, 1, now + 1_000)).toEqual({ ok: true, at: now + 4_000 })
})

test('a rate below one per second works', async () => {
  const database = await openTestDatabase()
  expect(await reserve(database, 0.1, 1_000_000)).toEqual({ ok: true, at: 1_000_000 })
  expect(await reserve(database, 0.1, 1_000_000)).toEqual({ ok: false, askAgainAt: 1_007_000 })
  expect(await reserve(database, 0.1, 1_007_000)).toEqual({ ok: true, at: 1_010_000 })
})

test('a clock that was set back blocks nothing', async () => {
  const database = await openTestDatabase()
  await reserve(database, 1, 9_000_000_000)
  expect(await reserve(database, 1, 1_000_000)).toEqual({ ok: true, at: 1_000_000 })
})
