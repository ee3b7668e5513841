import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { countPost, countUse, deleteOldLimits, refundPost } from './limits.server.ts'

const minute = 60_000
const hour = 60 * minute
const noon = Date.UTC(2026, 4, 5, 17)
const three = { most: 3, windowMs: hour }

const use = (database: Database, now: number, key = 'some') =>
  database.transaction((tx) => countUse({ tx }, key, three, now))
const listKeys = async ({ db }: Database) =>
  (await db.selectFrom('limits').select('key').orderBy('key').execute()).map(({ key }) => key)

describe('a limit', () => {
  test('allows a number of uses per key and window, and otherwise returns when the next window begins', async () => {
    const database = await openTestDatabase()
    for (const later of [0, 10 * minute, 59 * minute]) expect(await use(database, noon + later)).toEqual({ ok: true })
    expect(await use(database, noon + 59 * minute)).toEqual({ ok: false, reason: 'too-many', retryAt: noon + hour })
    expect(await use(database, noon + 59 * minute, 'another')).toEqual({ ok: true })
    expect(await use(database, noon + hour)).toEqual({ ok: true })
    expect(await use(database, noon + 2 * hour - 1)).toEqual({ ok: true })
  })

  test('ignores counts from a clock that was far ahead, but keeps them if clocks differ by seconds', async () => {
    const database = await openTestDatabase()
    for (let uses = 0; uses < 4; uses += 1) await use(database, noon + 365 * 24 * hour)
    expect(await use(database, noon)).toEqual({ ok: true })
    // The clocks of two machines may differ by seconds.
    for (let uses = 0; uses < 2; uses += 1) await use(database, noon)
    expect(await use(database, noon - 30_000)).toMatchObject({ ok: false })
  })

  test('allows exactly three of twenty simultaneous uses on two connections', async () => {
    const [one, other] = await openTwice()
    const all = await Promise.all(Array.from({ length: 20 }, (_, each) => use(each % 2 ? one : other, noon)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(3)
  })
})

test('a sender is limited by network and by address, separately for each form', async () => {
  const database = await openTestDatabase()
  const post = (form: string, network: string, address: string) =>
    database.transaction((tx) => countPost({ tx }, form, { network, address }, noon))
  for (let each = 0; each < 60; each += 1) await post('contact', 'home', `address-${each}`)
  expect(await post('contact', 'home', 'one-more')).toEqual({ ok: false, reason: 'too-many', retryAt: noon + hour })
  expect(await post('contact', 'elsewhere', 'one-more')).toEqual({ ok: true })
  expect(await post('order', 'home', 'one-more')).toEqual({ ok: true })
  for (let each = 0; each < 40; each += 1) await post('order', `network-${each}`, 'maya')
  expect(await post('order', 'network-41', 'maya')).toEqual({ ok: false, reason: 'too-many', retryAt: noon + hour })
})

test('a post that is given back counts for no other sender and no other form', async () => {
  const database = await openTestDatabase()
  const [maya, ben] = ['maya', 'ben'].map((name) => ({ network: name, around: `${name}/48`, address: name }))
  for (const [form, sender] of [
    ...['contact', 'order'].map((form) => [form, maya] as const),
    ['contact', ben],
  ] as const)
    await database.transaction((tx) => countPost({ tx }, form, sender, noon))
  // Once more than there were.
  for (let times = 0; times < 2; times += 1) await database.transaction((tx) => refundPost({ tx }, 'contact', maya))
  const counts = await database.db.selectFrom('limits').select(['key', 'count']).execute()
  expect(
    counts
      .filter(({ count }) => count === 0)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual([...['contact:address:maya', 'contact:network:maya', 'contact:network:maya/48']])
  expect(counts.filter(({ count }) => count === 1)).toHaveLength(6)
})

test('only counters older than a day are deleted, in batches', async () => {
  const database = await openTestDatabase()
  const old = Array.from({ length: 1_200 }, (_, each) => ({ key: `old-${each}`, windowStart: noon, count: 1 }))
  await database.db.insertInto('limits').values(old).execute()
  await use(database, noon + 1, 'a day old')
  await use(database, noon + 24 * hour, 'new')
  const shares: number[] = []
  const transaction: Database['transaction'] = async (work, how) => {
    const before = (await listKeys(database)).length
    const answer = await database.transaction(work, how)
    shares.push(before - (await listKeys(database)).length)
    return answer
  }
  await deleteOldLimits({ database: { transaction } }, noon + 24 * hour + 1)
  expect(await listKeys(database)).toEqual(['a day old', 'new'])
  expect(shares).toEqual([500, 500, 200])
})
