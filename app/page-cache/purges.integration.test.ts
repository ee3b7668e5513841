import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createPurges } from './purges.server.ts'

/** A process with its own page cache on the same database. */
function newProcess(database: Database) {
  const dropped: string[] = []
  return { dropped, ...createPurges(database, { invalidate: (...topics) => void dropped.push(...topics) }) }
}

test('a purge reaches its own process at once, and every other one at its next sync, once', async () => {
  const database = await openTestDatabase()
  const [here, there] = [newProcess(database), newProcess(database)]
  await database.transaction(async (tx) => {
    await here.purge(tx, 'blog', 'clinic')
    expect(here.dropped).toEqual([])
  })
  expect(here.dropped).toEqual(['blog', 'clinic'])
  expect(there.dropped).toEqual([])
  await there.syncPurges()
  await there.syncPurges()
  expect(there.dropped.toSorted()).toEqual(['blog', 'clinic'])

  await database.transaction((tx) => here.purge(tx, 'blog'))
  await there.syncPurges()
  expect(there.dropped.filter((topic) => topic === 'blog')).toHaveLength(2)
})

test('a rolled-back change purges nothing in any process', async () => {
  const database = await openTestDatabase()
  const [here, there] = [newProcess(database), newProcess(database)]
  const failing = database.transaction(async (tx) => {
    await here.purge(tx, 'blog')
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await there.syncPurges()
  expect([...here.dropped, ...there.dropped]).toEqual([])
})

test('two processes that purge the same topic at the same moment both count', async () => {
  const database = await openTestDatabase()
  const [here, there] = [newProcess(database), newProcess(database)]
  await Promise.all([here, there].map((process) => database.transaction((tx) => process.purge(tx, 'blog'))))
  expect(await database.db.selectFrom('pagePurges').select('count').executeTakeFirst()).toEqual({ count: 2 })
})

test('the data of a topic is reloaded before its pages are deleted, and again after a failure', async () => {
  const database = await openTestDatabase()
  const done: string[] = []
  let broken = true
  const pages = { invalidate: (...topics: string[]) => void done.push(`dropped ${topics.join()}`) }
  const renew = async () => {
    if (broken) throw new Error('away')
    done.push('renewed')
  }
  const there = createPurges(database, pages, { clinic: renew })
  await database.transaction((tx) => newProcess(database).purge(tx, 'clinic'))
  await expect(there.syncPurges()).rejects.toThrow('away')
  expect(done).toEqual([])
  broken = false
  await there.syncPurges()
  await there.syncPurges()
  expect(done).toEqual(['renewed', 'dropped clinic'])
})
