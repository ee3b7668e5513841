import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgresDatabase, openTestDatabase } from '#tests/support/test-database.ts'
import { openDatabase } from './connection.server.ts'
import { checkWritable } from './liveness.server.ts'
import { migrate } from './migrate.server.ts'
import { migrations } from './migrations/all.ts'
import type { Db } from './tables.ts'

const limit = (key: string) => ({ key, windowStart: 0, count: 1 })

test('frequent write checks leave one row, with the time of the last one', async () => {
  const database = await openTestDatabase()
  await checkWritable(database, 1)
  await checkWritable(database, 2)
  expect(await database.db.selectFrom('liveness').select('writtenAt').execute()).toEqual([{ writtenAt: 2 }])
})

if (process.env.TEST_DATABASE === 'sqlite') {
  test('a full disk rejects a write, stores nothing of it, and accepts it once there is space', async () => {
    const database = await openTestDatabase()
    const big = () =>
      database.transaction((tx) =>
        tx
          .insertInto('limits')
          .values(limit('x'.repeat(1_000_000)))
          .execute(),
      )
    await sql`pragma max_page_count = 1`.execute(database.db)
    await expect(big()).rejects.toMatchObject({ errstr: 'database or disk is full' })
    expect(await database.db.selectFrom('limits').select('count').execute()).toEqual([])
    await sql`pragma max_page_count = 1000000`.execute(database.db)
    await big()
    expect(await database.db.selectFrom('limits').select('count').execute()).toHaveLength(1)
  })

  test('while another process writes, reads continue and a write waits for the lock', async () => {
    const { database, other } = await lockedDatabase()
    let written = false
    const writing = database.transaction((tx) => tx.insertInto('limits').values(limit('a')).execute())
    void writing.then(() => (written = true))
    for (let reads = 0; reads < 5; reads += 1) {
      await database.db.selectFrom('limits').selectAll().execute()
      // The write waits for three seconds.
      expect(written).toBe(false)
    }
    other.exec('rollback')
    await writing
  })

  test('while another process holds the lock, any number of writes fail after about three seconds', async () => {
    const { database } = await lockedDatabase()
    const askedAt = performance.now()
    const writers = Array.from({ length: 20 }, () => checkWritable(database, 1))
    for (const outcome of await Promise.allSettled(writers))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { errstr: 'database is locked' } })
    expect(performance.now() - askedAt).toBeLessThan(15_000)
  })
} else {
  test('a connection whose query timed out is not reused', async () => {
    const database = openDatabase({ url: await newPostgresDatabase() }, { queryTimeoutMs: 2_000 })
    onTestFinished(() => database.close())
    const slow = (db: Db) => sql`select pg_sleep(20)`.execute(db)
    await expect(slow(database.db)).rejects.toThrow('timeout')
    await expect(database.transaction(slow)).rejects.toThrow('timeout')
    const askedAt = performance.now()
    await database.ping()
    expect(performance.now() - askedAt).toBeLessThan(10_000)
  })

  test('a wait for a lock of another connection ends after about three seconds', async () => {
    const url = await newPostgresDatabase()
    const [database, other] = [openDatabase({ url }), openDatabase({ url })]
    onTestFinished(async () => void (await Promise.all([database.close(), other.close()])))
    await migrate(database, migrations)
    await other.transaction(async (tx) => {
      await sql`lock table liveness in access exclusive mode`.execute(tx)
      const askedAt = performance.now()
      await expect(checkWritable(database, 1)).rejects.toMatchObject({ code: '55P03' })
      expect(performance.now() - askedAt).toBeLessThan(15_000)
    })
    await checkWritable(database, 1)
  })
}

/** A database in a file, whose write lock another connection holds. */
async function lockedDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-locked-'))
  const file = join(folder, 'clinic.db')
  const database = openDatabase({ file })
  await migrate(database, migrations)
  const other = new DatabaseSync(file)
  onTestFinished(async () => {
    other.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  other.exec('begin immediate')
  return { database, other }
}
