import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { PagePlace } from '#app/domain/shared/cursor.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { recordAct } from './audit.server.ts'
import { type EntryFilter, listEntries } from './entries.server.ts'

// On PostgreSQL, too: its parts of words.

async function withActs(count: number) {
  const database = await openTestDatabase()
  const vault = testVault(database)
  await database.transaction(async (tx) => {
    for (let act = 1; act <= count; act += 1)
      await recordAct(
        { tx, vault },
        { who: 'account-1', from: '192.0.2.7' },
        { act: 'order.changed', record: `order:${act % 2 === 0 ? 'even' : 'odd'}` },
      )
  })
  return database
}

const at = (database: Database, sequence: number, time: number) =>
  database.db.updateTable('auditEntries').set({ at: time }).where('sequence', '=', sequence).execute()

const numbers = async (database: Database, wanted: EntryFilter = {}, place: PagePlace<number> = {}) => {
  const { entries, next } = await listEntries(database, wanted, place)
  return { shown: entries.map(({ sequence }) => sequence), next }
}

const down = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step)

test('pages list entries newest or oldest first, without gaps or duplicates', async () => {
  const database = await withActs(120)
  expect(await numbers(database)).toEqual({ shown: down(120, 71), next: 71 })
  expect(await numbers(database, {}, { after: 71 })).toEqual({ shown: down(70, 21), next: 21 })
  expect(await numbers(database, {}, { after: 21 })).toEqual({ shown: down(20, 1), next: undefined })
  expect(await numbers(database, {}, { before: 20 })).toEqual({ shown: down(70, 21), next: 21 })
  expect(await numbers(database, {}, { oldestFirst: true })).toEqual({ shown: down(50, 1).toReversed(), next: 50 })
})

test('pages can list the entries of one record, of one area and of one kind of actor', async () => {
  const database = await withActs(120)
  const even = { records: ['order:even'] }
  expect(await numbers(database, even)).toEqual({ shown: down(120, 22, 2), next: 22 })
  expect(await numbers(database, even, { after: 22 })).toEqual({ shown: down(20, 2, 2), next: undefined })
  expect(await numbers(database, { records: ['order:none'] })).toMatchObject({ shown: [] })

  const change = { who: 'program', act: 'orders.exported' }
  await database.db.updateTable('auditEntries').set(change).where('sequence', '=', 7).execute()
  await database.db.updateTable('auditEntries').set({ act: 'post.shown' }).where('sequence', '=', 8).execute()
  expect(await numbers(database, { who: 'program', area: 'order' })).toMatchObject({ shown: [7] })
  expect((await numbers(database, { who: 'person' }, { oldestFirst: true })).shown.slice(5, 8)).toEqual([6, 8, 9])
  expect(await numbers(database, { area: 'post' })).toMatchObject({ shown: [8] })
  expect(await numbers(database, { area: 'pos' })).toMatchObject({ shown: [] })
})

test('entries of one day are found even if a clock was set back', async () => {
  const database = await withActs(6)
  const day = { from: 1_000, until: 2_000 }
  for (const [sequence, time] of [
    [1, 999],
    [2, 1_000],
    [3, 5_000],
    [4, 1_999],
    [5, 2_000],
    [6, 6_000],
  ] as const)
    await at(database, sequence, time)
  expect(await numbers(database, { day })).toMatchObject({ shown: [4, 2] })
  expect(await numbers(database, { day, records: ['order:even'] }, { after: 4 })).toMatchObject({ shown: [2] })
  expect(await numbers(database, { day: { from: 7_000, until: 8_000 } })).toMatchObject({ shown: [] })
})

test('an entry shows everything that was recorded', async () => {
  const database = await withActs(1)
  const { entries } = await listEntries(database, {})
  expect(entries).toMatchObject([
    {
      sequence: 1,
      at: expect.any(Number),
      who: 'account-1',
      fromWhere: '192.0.2.7',
      act: 'order.changed',
      record: 'order:odd',
      detail: null,
    },
  ])
})
