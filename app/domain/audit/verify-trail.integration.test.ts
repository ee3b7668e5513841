import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { createKeyRing } from '#app/vault/key-ring.server.ts'
import { openVault } from '#app/vault/vault.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { recordAct } from './audit.server.ts'
import type { Head } from './trail.ts'
import { findLastVerification, verifyAndSave } from './verifications.server.ts'
import { verifyTrail } from './verify-trail.server.ts'

const act = (database: Database, subscriber: number) => {
  const vault = testVault(database)
  return database.transaction((tx) =>
    recordAct(
      { tx, vault },
      { who: 'account-1', from: '192.0.2.7' },
      { act: 'subscriber.added', record: `subscriber:${subscriber}`, detail: `number ${subscriber}` },
    ),
  )
}

async function trailOf(length: number) {
  const database = await openTestDatabase()
  for (let entry = 1; entry <= length; entry += 1) await act(database, entry)
  return database
}

const verify = (database: Database, known?: Head) => verifyTrail({ database, vault: testVault(database) }, known)
const headOf = ({ db }: Database) => db.selectFrom('auditHead').select(['count', 'hmac']).executeTakeFirstOrThrow()
const hmacOf = async (db: Db, sequence: number) =>
  (await db.selectFrom('auditEntries').select('hmac').where('sequence', '=', sequence).executeTakeFirstOrThrow()).hmac
const remove = (db: Db, ...sequences: number[]) =>
  db.deleteFrom('auditEntries').where('sequence', 'in', sequences).execute()
const change = (db: Db, sequence: number) => db.updateTable('auditEntries').where('sequence', '=', sequence)

/** Two entries each in the place of the other. */
async function swap(db: Db, one: number, other: number) {
  for (const [from, to] of [
    [one, -1],
    [other, one],
    [-1, other],
  ] as const)
    await change(db, from).set({ sequence: to }).execute()
}

async function insertAfterTheLast(db: Db, sequence: number) {
  const last = await db.selectFrom('auditEntries').selectAll().where('sequence', '=', 5).executeTakeFirstOrThrow()
  await db
    .insertInto('auditEntries')
    .values({ ...last, sequence })
    .execute()
}

test('an unchanged trail is valid, and so is an empty one', async () => {
  const database = await trailOf(5)
  expect(await verify(database)).toEqual({ ok: true, head: await headOf(database) })
  expect(await verify(await trailOf(0))).toEqual({ ok: true, head: { count: 0, hmac: '' } })
})

const tamperings: [what: string, tamper: (db: Db) => Promise<unknown>, fault: string, entry: number][] = [
  ['the time of an entry is altered', (db) => change(db, 3).set({ at: 1 }).execute(), 'altered', 3],
  ['who did it is altered', (db) => change(db, 3).set({ who: 'program' }).execute(), 'altered', 3],
  ['from where is altered', (db) => change(db, 3).set({ fromWhere: 'here' }).execute(), 'altered', 3],
  ['the act is altered', (db) => change(db, 3).set({ act: 'subscriber.deleted' }).execute(), 'altered', 3],
  ['the record is altered', (db) => change(db, 3).set({ record: 'subscriber:4' }).execute(), 'altered', 3],
  ['the record is taken out', (db) => change(db, 3).set({ record: null }).execute(), 'altered', 3],
  ['the detail is altered', (db) => change(db, 3).set({ detail: 'number 30' }).execute(), 'altered', 3],
  ['the detail is taken out', (db) => change(db, 3).set({ detail: null }).execute(), 'altered', 3],
  [
    'the HMAC is altered',
    (db) =>
      change(db, 3)
        .set({ hmac: 'x'.repeat(43) })
        .execute(),
    'altered',
    3,
  ],
  ['the sequence number is altered', (db) => change(db, 3).set({ sequence: 30 }).execute(), 'missing', 3],
  [
    'a text moves from one field to the next',
    (db) => change(db, 3).set({ act: 'subscriber.added","subscriber:3', record: null }).execute(),
    'altered',
    3,
  ],
  ['the first entry is removed', (db) => remove(db, 1), 'missing', 1],
  ['one in the middle is removed', (db) => remove(db, 3), 'missing', 3],
  ['the last is removed', (db) => remove(db, 5), 'missing', 5],
  ['all are removed', (db) => remove(db, 1, 2, 3, 4, 5), 'missing', 1],
  [
    'one is removed and those after it move up',
    async (db) => {
      await remove(db, 3)
      for (const sequence of [4, 5])
        await change(db, sequence)
          .set({ sequence: sequence - 1 })
          .execute()
    },
    'altered',
    3,
  ],
  ['two neighbors are swapped', (db) => swap(db, 2, 3), 'altered', 2],
  ['the first and the last are swapped', (db) => swap(db, 1, 5), 'altered', 1],
  ['one is put after the last', (db) => insertAfterTheLast(db, 6), 'added', 6],
  ['one is put before the first', (db) => insertAfterTheLast(db, 0), 'added', 0],
  [
    'one is put after the last, and the head counts it',
    async (db) => {
      await insertAfterTheLast(db, 6)
      await db.updateTable('auditHead').set({ count: 6 }).execute()
    },
    'altered',
    6,
  ],
  ['the head counts less', (db) => db.updateTable('auditHead').set({ count: 4 }).execute(), 'head', 4],
  ['the head counts more', (db) => db.updateTable('auditHead').set({ count: 6 }).execute(), 'missing', 6],
  ['the HMAC of the head is altered', (db) => db.updateTable('auditHead').set({ hmac: 'x' }).execute(), 'head', 5],
  ['the head is removed', (db) => db.deleteFrom('auditHead').execute(), 'head', 1],
  [
    'the head is set back while the entries stay',
    async (db) =>
      db
        .updateTable('auditHead')
        .set({ count: 4, hmac: await hmacOf(db, 4) })
        .execute(),
    'added',
    5,
  ],
  ['the key is removed', (db) => db.deleteFrom('recordKeys').execute(), 'key', 1],
  ['the head names no key', (db) => db.updateTable('auditHead').set({ keyId: null }).execute(), 'altered', 1],
  [
    'the wrapped key is altered',
    (db) =>
      db
        .updateTable('recordKeys')
        .set({ wrapped: new Uint8Array(60) })
        .execute(),
    'key',
    1,
  ],
]

describe('manual changes are detected, and the first bad entry is named', () => {
  test.each(tamperings)('%s', async (_, tamper, fault, entry) => {
    const database = await trailOf(5)
    await tamper(database.db)
    expect(await verify(database)).toEqual({ ok: false, fault, entry })
  })
})

test('the key of another record cannot replace the key of the trail', async () => {
  const database = await trailOf(2)
  const vault = testVault(database)
  await database.transaction((tx) => vault.seal(tx, { purpose: 'condition', id: 'a' }, 'A sore knee'))
  const key = database.db.selectFrom('recordKeys').select('wrapped').where('purpose', '=', 'condition')
  await database.db.updateTable('recordKeys').set({ wrapped: key }).where('purpose', '!=', 'condition').execute()
  expect(await verify(database)).toEqual({ ok: false, fault: 'key', entry: 1 })
})

test('with another ENCRYPTION_KEY verification fails and no action is recorded', async () => {
  const database = await trailOf(2)
  const vault = testVault(database, 'o'.repeat(44))
  expect(await verifyTrail({ database, vault })).toEqual({ ok: false, fault: 'key', entry: 1 })
  const actor = { who: 'account-1', from: 'here' }
  await expect(
    database.transaction((tx) => recordAct({ tx, vault }, actor, { act: 'subscriber.added' })),
  ).rejects.toThrow('the key of the audit trail is gone or does not open')
  expect(await headOf(database)).toMatchObject({ count: 2 })
})

describe('a trail truncated together with its head', () => {
  async function cutOff() {
    const database = await trailOf(5)
    const logged = await headOf(database)
    const hmac = await hmacOf(database.db, 3)
    await remove(database.db, 4, 5)
    await database.db.updateTable('auditHead').set({ count: 3, hmac }).execute()
    return { database, logged }
  }

  test('is detected by a head from the log, even after further actions', async () => {
    const { database, logged } = await cutOff()
    expect(await verify(database)).toMatchObject({ ok: true })
    expect(await verify(database, logged)).toEqual({ ok: false, fault: 'cut-off', entry: 4 })
    await act(database, 40)
    await act(database, 50)
    await act(database, 60)
    expect(await verify(database, logged)).toEqual({ ok: false, fault: 'rewritten', entry: 5 })
  })

  test('is detected by the next daily verification, and stays reported', async () => {
    const database = await trailOf(5)
    const deps = { database, vault: testVault(database) }
    expect(await findLastVerification(database)).toBeUndefined()
    await verifyAndSave({ ...deps, backups: { newestHead: async () => undefined } }, 1_000)
    expect(await findLastVerification(database)).toEqual({ at: 1_000, state: { ok: true } })
    const hmac = await hmacOf(database.db, 3)
    await remove(database.db, 4, 5)
    await database.db.updateTable('auditHead').set({ count: 3, hmac }).execute()
    for (const at of [2_000, 3_000]) {
      await verifyAndSave({ ...deps, backups: { newestHead: async () => undefined } }, at)
      expect(await findLastVerification(database)).toEqual({ at, state: { ok: false, fault: 'cut-off', entry: 4 } })
    }
  })

  test('a head from the log that is still in the trail is valid', async () => {
    const database = await trailOf(3)
    const logged = await headOf(database)
    await act(database, 4)
    expect(await verify(database, logged)).toMatchObject({ ok: true, head: { count: 4 } })
  })
})

test('a trail longer than one read page is verified to its end', async () => {
  const database = await trailOf(0)
  const vault = testVault(database)
  await database.transaction(async (tx) => {
    for (let entry = 1; entry <= 501; entry += 1)
      await recordAct({ tx, vault }, { who: 'program', from: 'here' }, { act: 'message.handled' })
  })
  expect(await verify(database)).toMatchObject({ ok: true, head: { count: 501 } })
  await change(database.db, 501).set({ who: 'operator' }).execute()
  expect(await verify(database)).toEqual({ ok: false, fault: 'altered', entry: 501 })
})

test('only the head is logged, after the action has committed', async () => {
  const database = await openTestDatabase()
  const logged: unknown[] = []
  const vault = openVault({
    database,
    log: { info: (...line: unknown[]) => void logged.push(line) },
    keys: createKeyRing(database, () => ['k'.repeat(44)]),
  })
  const actor = { who: 'account-1', from: 'here' }
  await database.transaction(async (tx) => {
    await recordAct({ tx, vault }, actor, { act: 'subscriber.added' })
    expect(logged).toEqual([])
  })
  expect(logged).toEqual([[await headOf(database), 'audit head']])
  await database
    .transaction(async (tx) => {
      await recordAct({ tx, vault }, actor, { act: 'subscriber.added' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(logged).toHaveLength(1)
})

test('health text stays closed if its audit entry cannot be written', async () => {
  const database = await trailOf(0)
  const vault = testVault(database)
  const answer = { purpose: 'condition', id: 'appointment-1' }
  const sealed = await database.transaction((tx) => vault.seal(tx, answer, 'A sore knee'))
  const view = () =>
    database.transaction(async (tx) => {
      await recordAct({ tx, vault }, { who: 'account-1', from: 'here' }, { act: 'message.handled' })
      return (await vault.open(tx, answer, sealed))?.toString()
    })
  expect(await view()).toBe('A sore knee')
  await sql`alter table audit_entries rename to away`.execute(database.db)
  let seen: unknown = 'nothing'
  await view().then(
    (text) => (seen = text),
    () => {},
  )
  expect(seen).toBe('nothing')
})
