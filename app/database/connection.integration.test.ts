import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'

const limit = (key: string) => ({ key, windowStart: 0, count: 1 })

describe('a transaction', () => {
  test('commits everything it wrote, then runs the effects', async () => {
    const database = await openTestDatabase()
    const seen: string[] = []
    await database.transaction(async (tx) => {
      database.afterCommit(tx, () => seen.push('committed'))
      await tx.insertInto('limits').values(limit('a')).execute()
      expect(seen).toEqual([])
    })
    expect(seen).toEqual(['committed'])
    expect(await database.db.selectFrom('limits').select('key').execute()).toEqual([{ key: 'a' }])
  })

  test('that fails stores nothing and never runs the effects', async () => {
    const database = await openTestDatabase()
    const seen: string[] = []
    const failing = database.transaction(async (tx) => {
      database.afterCommit(tx, () => seen.push('committed'))
      await tx.insertInto('limits').values(limit('a')).execute()
      throw new Error('power cut')
    })
    await expect(failing).rejects.toThrow('power cut')
    expect(seen).toEqual([])
    expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([])
  })

  test('that fails does not affect concurrent ones', async () => {
    const database = await openTestDatabase()
    const seen: string[] = []
    const write = (key: string) =>
      database.transaction(async (tx) => {
        database.afterCommit(tx, () => seen.push(key))
        await tx.insertInto('limits').values(limit(key)).execute()
        if (key === 'failing') throw new Error('power cut')
      })
    const outcomes = await Promise.allSettled(['a', 'failing', 'b'].map(write))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(seen.toSorted()).toEqual(['a', 'b'])
    const kept = await database.db.selectFrom('limits').select('key').orderBy('key').execute()
    expect(kept).toEqual([{ key: 'a' }, { key: 'b' }])
  })

  test('reads, then writes, while fifty others do the same, and loses no update', async () => {
    const database = await openTestDatabase()
    await database.db.insertInto('limits').values({ key: 'a', windowStart: 0, count: 0 }).execute()
    const addOne = () =>
      database.transaction(async (tx) => {
        const query = tx.selectFrom('limits').select('count').where('key', '=', 'a')
        const { count } = await (database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
        await tx
          .updateTable('limits')
          .set({ count: count + 1 })
          .where('key', '=', 'a')
          .execute()
      })
    await Promise.all(Array.from({ length: 50 }, addOne))
    const { count } = await database.db.selectFrom('limits').select('count').executeTakeFirstOrThrow()
    expect(count).toBe(50)
  })
})

describe('a transaction that refuses', () => {
  const taken = { ok: false, reason: 'taken' } as const
  const keys = async ({ db }: Awaited<ReturnType<typeof openTestDatabase>>) =>
    (await db.selectFrom('limits').select('key').orderBy('key').execute()).map(({ key }) => key)

  test.each([{ durable: true }, { durable: false }])(
    'answers, stores nothing, and never runs the effects: %o',
    async (options) => {
      const database = await openTestDatabase()
      const seen: string[] = []
      const answer = await database.transaction(async (tx) => {
        await tx.insertInto('limits').values(limit('before')).execute()
        database.afterCommit(tx, () => seen.push('before'))
        const refused = database.refuse(tx, taken)
        // Whoever called goes on.
        await tx.insertInto('limits').values(limit('after')).execute()
        database.afterCommit(tx, () => seen.push('after'))
        return refused
      }, options)
      expect(answer).toBe(taken)
      expect(seen).toEqual([])
      expect(await keys(database)).toEqual([])
      await database.transaction((tx) => tx.insertInto('limits').values(limit('next')).execute(), options)
      expect(await keys(database)).toEqual(['next'])
    },
  )

  test('takes back what a library wrote in it, and leaves the concurrent ones alone', async () => {
    const database = await openTestDatabase()
    await database.db.insertInto('limits').values(['a', 'b', 'c'].map(limit)).execute()
    const remove = (key: string) =>
      database.transaction(async (tx) => {
        await database.libraryDb.deleteFrom('limits').where('key', '=', key).execute()
        return key === 'b' ? database.refuse(tx, taken) : key
      })
    expect(await Promise.all(['a', 'b', 'c'].map(remove))).toEqual(['a', taken, 'c'])
    expect(await keys(database)).toEqual(['b'])
  })

  test('throws what its work throws', async () => {
    const database = await openTestDatabase()
    const failing = database.transaction(async (tx) => {
      database.refuse(tx, taken)
      throw new Error('power cut')
    })
    await expect(failing).rejects.toThrow('power cut')
  })

  test('runs again after a write conflict, and commits if it does not refuse then', async () => {
    const [database, other] = await openTwice()
    const tries: string[] = []
    const answer = await database.transaction(async (tx) => {
      const found = await tx.selectFrom('limits').select('key').executeTakeFirst()
      tries.push(found?.key ?? 'none')
      if (found) return found
      if (database.kind === 'postgres') {
        await other.transaction((theirs) => theirs.insertInto('limits').values(limit('a')).execute())
        database.refuse(tx, taken)
      }
      await tx.insertInto('limits').values(limit('a')).execute()
      return limit('a')
    })
    expect(answer).toMatchObject({ key: 'a' })
    expect(tries).toEqual(database.kind === 'postgres' ? ['none', 'a'] : ['none'])
    expect(await keys(other)).toEqual(['a'])
  })

  test('is one of ours: in another one nothing can be refused', async () => {
    const { db, refuse } = await openTestDatabase()
    await db.transaction().execute(async (tx) => expect(() => refuse(tx, taken)).toThrow('belong inside'))
  })
})

test('numbers and bytes are read as they were written, on both databases', async () => {
  const database = await openTestDatabase()
  const raw = new Uint8Array([0, 1, 254, 255])
  const createdAt = 1_795_178_577_625
  const email = { id: '1', kind: 'x', ids: '{}', recipient: 'a@b.co', messageId: '<1@x>', state: 'sent' as const }
  await database.db
    .insertInto('emails')
    .values({ ...email, raw, createdAt })
    .execute()
  const row = await database.db.selectFrom('emails').select(['raw', 'createdAt']).executeTakeFirstOrThrow()
  expect(row.createdAt).toBe(createdAt)
  expect(new Uint8Array(row.raw ?? [])).toEqual(raw)
})

test('ping throws if the database does not answer', async () => {
  const database = await openTestDatabase()
  await expect(database.ping()).resolves.toBeUndefined()
})

test('a transaction that is not durable commits without a flush, and later ones are flushed again', async () => {
  const database = await openTestDatabase()
  const add = (key: string, durable: boolean) =>
    database.transaction((tx) => tx.insertInto('limits').values({ key, windowStart: 0, count: 0 }).execute(), {
      durable,
    })
  const readFlushMode = async (durable: boolean) =>
    database.transaction(
      async (tx) => {
        const asked =
          database.kind === 'sqlite' ? sql<object>`pragma synchronous` : sql<object>`show synchronous_commit`
        const { rows } = await asked.execute(tx)
        return Object.values(rows[0] ?? {})[0]
      },
      { durable },
    )
  await Promise.all([add('a', false), add('b', true), add('c', false)])
  expect(await database.db.selectFrom('limits').select('key').orderBy('key').execute()).toHaveLength(3)
  expect(await readFlushMode(false)).toBe(database.kind === 'sqlite' ? 1 : 'off')
  expect(await readFlushMode(true)).toBe(database.kind === 'sqlite' ? 2 : 'on')
})

test('the name of every table and column survives the conversion to camel case and back', async () => {
  const { db } = await openTestDatabase()
  const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, email: string) => email.toUpperCase())
  const tables = await db.introspection.getTables()
  expect(tables.length).toBeGreaterThan(30)
  for (const { name, columns } of tables) {
    const named = columns.map((column) => camel(column.name))
    const query = db.selectFrom(camel(name) as 'jobs').select(named as ['id'])
    expect(query.compile().sql).toContain(`"${name}"`)
    expect(await query.limit(1).execute()).toBeDefined()
  }
})

describe('an empty list', () => {
  test.each(['db', 'libraryDb'] as const)(
    'holds no value, and every value is outside of it, by %s',
    async (through) => {
      const { db: own, [through]: db } = await openTestDatabase()
      await own.insertInto('limits').values(['a', 'b'].map(limit)).execute()
      const keys = (query: { execute(): Promise<{ key: string }[]> }) =>
        query.execute().then((rows) => rows.map(({ key }) => key).toSorted())
      const read = () => db.selectFrom('limits').select('key')
      expect(await keys(read().where('key', 'in', []))).toEqual([])
      expect(await keys(read().where('key', 'not in', []).where('count', '>', 0))).toEqual(['a', 'b'])
      expect(await keys(read().where(({ not, eb }) => not(eb('key', 'in', []))))).toEqual(['a', 'b'])
      expect(await keys(read().where(({ or, eb }) => or([eb('key', 'in', []), eb('key', '=', 'b')])))).toEqual(['b'])
      expect(await keys(db.deleteFrom('limits').where('key', 'in', []).returning('key'))).toEqual([])
      expect(await keys(read())).toEqual(['a', 'b'])
    },
  )
})
