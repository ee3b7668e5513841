import { expect, test } from 'vitest'
import { at } from '#tests/support/booking.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { createDailyCounts, deleteOldCounts, sumDailyCounts } from './daily-counts.server.ts'

const monday = at('2026-11-23T09:00')
const days = { firstDay: Temporal.PlainDate.from('2026-11-23'), lastDay: Temporal.PlainDate.from('2026-11-24') }

test('counts of two processes add up, by the clinic’s day', async () => {
  const [one, other] = await openTwice()
  const [first, second] = [one, other].map((database) => createDailyCounts({ database }))
  for (let n = 0; n < 3; n += 1) first!.count('source', 'google.com', monday)
  second!.count('source', 'google.com', monday)
  second!.count('source', 'google.com', at('2026-11-24T23:59'))
  second!.count('source', 'google.com', at('2026-11-25T00:00'))
  second!.count('search', 'gift card', monday)
  await first!.flush()
  await second!.flush()
  first!.count('source', 'yelp.com', monday)
  await first!.flush()
  expect(await sumDailyCounts(one.db, 'source', days)).toEqual([
    { name: 'google.com', count: 5 },
    { name: 'yelp.com', count: 1 },
  ])
})

test('a day stores a hundred names; what made-up ones add is counted without a name', async () => {
  const database = await openTestDatabase()
  const counts = createDailyCounts({ database })
  for (let n = 0; n < 3_000; n += 1) {
    counts.count('source', `spam-${n}.example`, monday)
    if (n % 500 === 0) await counts.flush()
  }
  await counts.flush()
  const sums = await sumDailyCounts(database.db, 'source', days)
  expect(sums).toHaveLength(101)
  expect(sums[0]).toEqual({ name: '', count: 2_900 })
})

test('counts wait while the database is away', async () => {
  const database = await openTestDatabase()
  let isAway = true
  const counts = createDailyCounts({
    database: {
      transaction: (...work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(...work)),
    },
  })
  counts.count('search', 'parking', monday)
  await expect(counts.flush()).rejects.toThrow('away')
  counts.count('search', 'parking', monday)
  isAway = false
  await counts.flush()
  expect(await sumDailyCounts(database.db, 'search', days)).toEqual([{ name: 'parking', count: 2 }])
})

test('counts are deleted after 400 days', async () => {
  const database = await openTestDatabase()
  const counts = createDailyCounts({ database })
  counts.count('source', 'google.com', at('2026-01-01T10:00'))
  counts.count('source', 'google.com', monday)
  await counts.flush()
  await deleteOldCounts({ database }, at('2027-02-05T10:00'))
  expect(await database.db.selectFrom('dailyCounts').selectAll().execute()).toHaveLength(2)
  await deleteOldCounts({ database }, at('2027-02-06T10:00'))
  expect(await database.db.selectFrom('dailyCounts').select('day').execute()).toEqual([{ day: '2026-11-23' }])
})
