import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import type { Database } from '#app/database/connection.server.ts'
import { internalTables, closeToWrites, openToWrites, readClosing } from './closing.server.ts'

const closing = { other: 'postgres://elsewhere/clinic', since: 1_800_000_000_000 }

const close = (database: Database) => database.transaction((tx) => closeToWrites(database.kind, tx, closing))
const open = (database: Database) => database.transaction((tx) => openToWrites(database.kind, tx))

/** Texts in text columns, so that a write can fail only because the database is closed. */
const limit = (key: string) => ({ key, windowStart: 0, count: 1 })

test('a closed database rejects every write, allows reads, and accepts writes once reopened', async () => {
  const [database, other] = await openTwice()
  await database.transaction((tx) => tx.insertInto('limits').values(limit('before')).execute())
  expect(await readClosing(database.kind, database.db)).toBeUndefined()
  await close(database)
  expect(await readClosing(other.kind, other.db)).toEqual({ ...closing, done: false })
  for (const each of [database, other]) {
    const refused = { message: expect.stringContaining('closed to writes') }
    await expect(each.transaction((tx) => tx.insertInto('limits').values(limit('a')).execute())).rejects.toMatchObject(
      refused,
    )
    await expect(each.db.updateTable('limits').set({ count: 2 }).execute()).rejects.toMatchObject(refused)
    await expect(each.libraryDb.deleteFrom('limits').execute()).rejects.toMatchObject(refused)
    const upsert = each.db
      .insertInto('limits')
      .values(limit('before'))
      .onConflict((conflict) => conflict.doNothing())
    await expect(upsert.execute()).rejects.toMatchObject(refused)
    expect(await each.db.selectFrom('limits').selectAll().execute()).toEqual([limit('before')])
  }
  await open(database)
  await other.transaction((tx) => tx.insertInto('limits').values(limit('after')).execute())
  expect(await readClosing(database.kind, database.db)).toBeUndefined()
})

test('closing covers every table', async () => {
  const database = await openTestDatabase()
  await close(database)
  const { rows } = await (
    database.kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(database.db)
  const written = rows.map(({ name }) => name).filter((name) => name !== 'database_closing')
  expect(written).toContain('migrations')
  for (const name of written)
    await expect(sql`insert into ${sql.table(name)} default values`.execute(database.db), name).rejects.toThrow(
      'closed to writes',
    )
  await open(database)
  const left = await (
    database.kind === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'trigger'`
      : sql`select tgname from pg_trigger where not tgisinternal union all select proname from pg_proc
          where pronamespace = current_schema()::regnamespace`
  ).execute(database.db)
  expect(left.rows).toEqual([])
  expect(internalTables).toContain('database_closing')
})

test('closing waits for open transactions', async () => {
  const [database, other] = await openTwice()
  let closed = false
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const writing = other.transaction(async (tx) => {
    // What returns something has reached the database.
    await tx.insertInto('limits').values(limit('under way')).returning('key').execute()
    begun()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(closed).toBe(false)
    await tx.insertInto('limits').values(limit('the same')).execute()
  })
  await hasBegun
  await close(database)
  closed = true
  expect(await database.db.selectFrom('limits').select('key').orderBy('key').execute()).toEqual([
    { key: 'the same' },
    { key: 'under way' },
  ])
  await writing
})
