import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newPostgresDatabase, openTestDatabase } from '#tests/support/test-database.ts'
import { openDatabase } from './connection.server.ts'
import { inFewMessages } from './few-messages.server.ts'

const limit = (key: string) => ({ key, window_start: 0, count: 1 })

test('an insert is seen by what is asked after it in the same transaction', async () => {
  const database = await openTestDatabase()
  const seen = await database.transaction(async (tx) => {
    await tx.insertInto('limits').values(limit('a')).execute()
    await tx.insertInto('limits').values(limit('b')).execute()
    await tx.updateTable('limits').set({ count: 2 }).where('key', '=', 'a').execute()
    return tx.selectFrom('limits').select(['key', 'count']).orderBy('key').execute()
  })
  expect(seen).toEqual([
    { key: 'a', count: 2 },
    { key: 'b', count: 1 },
  ])
})

test('of a transaction whose last insert fails nothing is kept, and the next one is as good as ever', async () => {
  const database = await openTestDatabase()
  const effect = vi.fn()
  const failing = database.transaction(async (tx) => {
    database.afterCommit(tx, effect)
    await tx.insertInto('limits').values(limit('a')).execute()
    await tx
      .insertInto('limits')
      .values({ ...limit('b'), count: sql<number>`null` })
      .execute()
  })
  await expect(failing).rejects.toThrow(/null/i)
  expect(effect).not.toHaveBeenCalled()
  await database.transaction((tx) => tx.insertInto('limits').values(limit('c')).execute())
  expect(await database.db.selectFrom('limits').select('key').execute()).toEqual([{ key: 'c' }])
})

test('more inserts than are held back are all there, in their order', async () => {
  const database = await openTestDatabase()
  const keys = Array.from({ length: 25 }, (_, index) => `key ${String(index).padStart(2, '0')}`)
  await database.transaction(async (tx) => {
    for (const key of keys) await tx.insertInto('limits').values(limit(key)).execute()
  })
  const kept = await database.db.selectFrom('limits').select('key').orderBy('key').execute()
  expect(kept.map(({ key }) => key)).toEqual(keys)
})

if (process.env.TEST_DATABASE === 'postgres') {
  const insert = 'insert into said (word) values ($1)'

  /** A connection with a table of words, and how many messages were sent over it. */
  async function speaking() {
    const client = new pg.Client(await newPostgresDatabase())
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('create table said (word text not null)')
    const sent = vi.spyOn(client, 'query')
    return {
      client,
      say: inFewMessages(client, pg.types as pg.CustomTypesConfig),
      messages: () => sent.mock.calls.length,
    }
  }

  test('a transaction of inserts is one message, and each answer that is needed one more', async () => {
    const { say, messages } = await speaking()
    await say('begin', [])
    await say("set local lock_timeout = '3s'", [])
    expect((await say(`${insert} returning word`, ['one'])).rows).toEqual([{ word: 'one' }])
    expect(messages()).toBe(1)
    await say(insert, ['two'])
    await say(insert, ['three'])
    expect(await say('commit', [])).toMatchObject({ command: 'COMMIT' })
    expect(messages()).toBe(2)
    await say('begin', [])
    await say(insert, ['four'])
    await say('commit', [])
    expect(messages()).toBe(3)
    expect((await say('select count(*)::int as words from said', [])).rows).toEqual([{ words: 4 }])
  })

  test('a transaction that does nothing, or gives up before it said anything, is no message', async () => {
    const { say, messages } = await speaking()
    await say('begin', [])
    expect(await say('commit', [])).toMatchObject({ command: 'COMMIT' })
    await say('begin', [])
    await say(insert, ['one'])
    expect(await say('rollback', [])).toMatchObject({ command: 'ROLLBACK' })
    expect(messages()).toBe(0)
    expect((await say('select word from said', [])).rows).toEqual([])
  })

  test('outside of a transaction an insert is there at once, and the failure of one is told at once', async () => {
    const { say, messages } = await speaking()
    expect(await say(insert, ['one'])).toMatchObject({ command: 'INSERT', rowCount: 1 })
    await expect(say(insert, [null])).rejects.toMatchObject({ code: '23502' })
    expect(messages()).toBe(2)
  })

  test('several statements in one text come after what was held back', async () => {
    const { say } = await speaking()
    await say('begin', [])
    await say(insert, ['one'])
    await say(`update said set word = 'two'; update said set word = word || 's'`, [])
    await say('commit', [])
    expect((await say('select word from said', [])).rows).toEqual([{ word: 'twos' }])
  })

  test('no answer in time ends a transaction of which one message was said', async () => {
    const database = openDatabase({ url: await newPostgresDatabase() }, { patienceMs: 2_000 })
    onTestFinished(() => database.close())
    const silent = database.transaction((tx) => sql`select pg_sleep(20)`.execute(tx))
    await expect(silent).rejects.toThrow('timeout')
    await database.ping()
  })
}
