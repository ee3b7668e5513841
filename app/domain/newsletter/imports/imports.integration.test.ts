import { isLong } from '#tests/support/timing.ts'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { suppress } from '#app/domain/newsletter/suppressions.server.ts'
import { getSubscriberTotals } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { checkImport } from './check-import.server.ts'
import { deleteImport, deleteOldImports } from './import-retention.server.ts'
import { deleteFile } from './import-file.server.ts'
import { listLines, countOutcomes } from './import-lines.server.ts'
import { discardImport, findImport, recordImportFailure, receiveImport, startImport } from './imports.server.ts'
import { runImport } from './run-import.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const day = 24 * 60 * 60 * 1000
const admin = { who: 'account-1', from: '192.0.2.7' }
const signer = createSigner('s'.repeat(32))

const deps = (database: Database) => ({
  database,
  queue: createQueue(database),
  vault: testVault(database),
  signer,
})

const receive = (database: Database, text: string) =>
  receiveImport(deps(database), admin, { file: Buffer.from(text), name: 'list.csv', now })

async function check(database: Database, id: string) {
  await checkImport(deps(database), (await findImport(database, id))!)
  return findImport(database, id)
}

async function checked(database: Database, text: string) {
  const id = await receive(database, text)
  expect(await check(database, id)).toMatchObject({ state: 'checked' })
  return id
}

const report = async ({ db }: Database, id: string) =>
  (await listLines(db, id, { after: 0, count: 10_000 })).map(
    ({ line, address, outcome }) => `${line} ${address} ${outcome}`,
  )

const onTheList = async ({ db }: Database) =>
  (await db.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute()).map(
    ({ email, state }) => `${email} ${state}`,
  )

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`)

/** A database whose transactions break after so many, as a kill would break them. */
function thatDies(database: Database, after: number): Database {
  let left = after
  return {
    ...database,
    async transaction(work, how) {
      if (left === 0) throw new Error('killed')
      left -= 1
      return database.transaction(work, how)
    },
  }
}

async function withEveryKind() {
  const database = await openTestDatabase()
  await listSubscribers(database.db, [
    { email: 'known@example.com' },
    { email: 'asked@example.com', state: 'pending' },
    { email: 'left@example.com', state: 'unsubscribed' },
    { email: 'bounced@example.com', state: 'bounced' },
  ])
  await database.transaction((tx) => suppress({ tx, signer }, 'deleted@example.com', now))
  const id = await checked(
    database,
    'name,email\nA,New@example.com\nB,known@example.com\nC,asked@example.com\nD,left@example.com\nE,deleted@example.com\n' +
      'F,bounced@example.com\nG,new@example.com\nH,=1+1\nI,\nJ,other@example.com\nUnsubscribed,off@example.com',
  )
  return { database, id }
}

const foundInTheDryRun = [
  '2 new@example.com added',
  '3 known@example.com known',
  '4 asked@example.com known',
  '5 left@example.com unsubscribed',
  '6 deleted@example.com unsubscribed',
  '7 bounced@example.com bounced',
  '8 new@example.com duplicate',
  '9 =1+1 malformed',
  '10  malformed',
  '11 other@example.com added',
  '12 off@example.com not-subscribed',
]

describe('the dry run', () => {
  test('saves the result of each line and adds no subscriber', async () => {
    const { database, id } = await withEveryKind()
    expect(await report(database, id)).toEqual(foundInTheDryRun)
    expect(await countOutcomes(database, id)).toEqual({
      added: 2,
      known: 2,
      unsubscribed: 2,
      bounced: 1,
      'not-subscribed': 1,
      duplicate: 1,
      malformed: 2,
    })
    expect(await onTheList(database)).toHaveLength(4)
  })

  test.each(isLong ? [0, 1, 2, 3] : [2])('resumes where it was killed, after %i transactions', async (after) => {
    const database = await openTestDatabase()
    const id = await receive(database, [...addresses(1_300), 'p3@example.com', 'no address'].join('\n'))
    await expect(check(thatDies(database, after), id)).rejects.toThrow('killed')
    expect(await check(database, id)).toMatchObject({ state: 'checked', lastLine: 1_302, throughLine: 0 })
    const lines = await report(database, id)
    expect(lines).toHaveLength(1_302)
    expect(lines.slice(-2)).toEqual(['1301 p3@example.com duplicate', '1302 no address malformed'])
  })

  // Exports of several lists have a line for each list that a person is on.
  test('skips a person whom any line marks as unsubscribed, in any order', async () => {
    const database = await openTestDatabase()
    const lines = ['a@x.org,subscribed', 'b@x.org,unsubscribed', 'A@X.org ,unsubscribed', 'b@x.org,subscribed']
    const id = await checked(database, ['email,status', ...lines].join('\n'))
    expect(await report(database, id)).toEqual([
      '2 a@x.org not-subscribed',
      '3 b@x.org not-subscribed',
      '4 a@x.org duplicate',
      '5 b@x.org duplicate',
    ])
  })

  test('saves each line once when two workers run it at the same time', async () => {
    const database = await openTestDatabase()
    const id = await receive(database, addresses(1_300).join('\n'))
    const row = (await findImport(database, id))!
    await Promise.all([checkImport(deps(database), row), checkImport(deps(database), row)])
    await check(database, id)
    expect(await report(database, id)).toHaveLength(1_300)
  })

  test.each([
    ['', 'empty'],
    ['no addresses\nat all', 'no-addresses'],
    ['Appointment date,Patient,Email,Practitioner\nx,y,a@example.com,z', 'appointments'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]).toString('latin1'), 'binary'],
    ...(isLong ? [[`${'x\n'.repeat(200_000)}a@example.com\n`, 'no-addresses']] : []),
    [`email\n${'x\n'.repeat(200_001)}`, 'too-many-lines'],
  ])(
    'rejects %j',
    async (text, problem) => {
      const database = await openTestDatabase()
      const id = await receive(database, text)
      expect(await check(database, id)).toMatchObject({ state: 'refused', problem })
    },
    60_000,
  )
})

test('what a newsletter must not have is stored nowhere', async () => {
  const database = await openTestDatabase()
  const file =
    'Email,Name,Card,Diagnosis,Plan\na@example.com,A,4111 1111 1111 1111,Migraine,Gold\n"x@example.com,B,123-45-6789\n'
  const id = await receive(database, file)
  const parts = await database.db.selectFrom('subscriberImportParts').select('bytes').execute()
  const stored = Buffer.concat(parts.map(({ bytes }) => bytes)).toString()
  expect(stored).toBe('Email,Name,Card,Diagnosis,Plan\na@example.com,A,•••,•••,Gold\n•••\n')
  const row = await check(database, id)
  expect(JSON.parse(row?.reading ?? '')).toMatchObject({ refused: ['Card', 'Diagnosis'] })
  expect(JSON.stringify(row)).not.toMatch(/4111|Migraine/)
})

describe('the import', () => {
  test('adds only new addresses, and never unsubscribed or pending ones', async () => {
    const { database, id } = await withEveryKind()
    expect(await startImport(deps(database), admin, id)).toBe(true)
    expect(await startImport(deps(database), admin, id)).toBe(false)
    await runImport(deps(database), id)
    expect(await findImport(database, id)).toMatchObject({ state: 'done' })
    expect(await onTheList(database)).toEqual([
      'asked@example.com pending',
      'bounced@example.com bounced',
      'known@example.com subscribed',
      'left@example.com unsubscribed',
      'new@example.com subscribed',
      'other@example.com subscribed',
    ])
    expect(await report(database, id)).toEqual(foundInTheDryRun)
    expect(await database.db.selectFrom('emails').select('id').execute()).toEqual([])
  })

  test('respects changes since the dry run, and its report shows them', async () => {
    const database = await openTestDatabase()
    const id = await checked(database, addresses(5).join('\n'))
    await listSubscribers(database.db, [{ email: 'p1@example.com' }, { email: 'p2@example.com', state: 'bounced' }])
    await database.transaction((tx) => suppress({ tx, signer }, 'p3@example.com', now))
    await startImport(deps(database), admin, id)
    await runImport(deps(database), id)
    expect(await report(database, id)).toEqual([
      '1 p0@example.com added',
      '2 p1@example.com known',
      '3 p2@example.com bounced',
      '4 p3@example.com unsubscribed',
      '5 p4@example.com added',
    ])
    expect(await getSubscriberTotals(database)).toEqual({ pending: 0, subscribed: 3, unsubscribed: 0, bounced: 1 })
  })

  test('completes without adding a subscriber when all addresses signed up since the dry run', async () => {
    const database = await openTestDatabase()
    const [first, second] = [await checked(database, 'p0@example.com'), await checked(database, 'p0@example.com')]
    for (const id of [first, second]) {
      await startImport(deps(database), admin, id)
      await runImport(deps(database), id)
      expect(await findImport(database, id)).toMatchObject({ state: 'done' })
    }
    expect(await report(database, second)).toEqual(['1 p0@example.com known'])
    expect(await onTheList(database)).toEqual(['p0@example.com subscribed'])
  })

  test.each(isLong ? [0, 1, 2, 3] : [2])(
    'resumes after a kill at %i transactions, even with two workers at once',
    async (after) => {
      const database = await openTestDatabase()
      const id = await checked(database, addresses(1_300).join('\n'))
      await startImport(deps(database), admin, id)
      await expect(runImport(deps(thatDies(database, after)), id)).rejects.toThrow('killed')
      await Promise.all([runImport(deps(database), id), runImport(deps(database), id)])
      await runImport(deps(database), id)
      expect(await findImport(database, id)).toMatchObject({ state: 'done' })
      expect(await countOutcomes(database, id)).toMatchObject({ added: 1_300, known: 0 })
      expect(await getSubscriberTotals(database)).toMatchObject({ subscribed: 1_300 })
    },
  )

  test('can be restarted after its job failed for good', async () => {
    const database = await openTestDatabase()
    const id = await checked(database, addresses(1_300).join('\n'))
    await startImport(deps(database), admin, id)
    await expect(runImport(deps(thatDies(database, 2)), id)).rejects.toThrow('killed')
    await database.transaction((tx) => recordImportFailure(tx, id, now))
    expect(await startImport(deps(database), admin, id)).toBe(true)
    await runImport(deps(database), id)
    expect(await countOutcomes(database, id)).toMatchObject({ added: 1_300, known: 0 })
  })

  test('audits its upload and the decision, with a count and no address', async () => {
    const { database, id } = await withEveryKind()
    await startImport(deps(database), admin, id)
    await runImport(deps(database), id)
    const entries = await database.db.selectFrom('auditEntries').selectAll().orderBy('sequence').execute()
    expect(entries.map(({ who, act, record, detail }) => [who, act, record, detail])).toEqual([
      ['account-1', 'import.uploaded', `import:${id}`, null],
      ['account-1', 'import.started', `import:${id}`, '2 addresses'],
    ])
  })
})

describe('the data of an imported file', () => {
  const held = async ({ db }: Database) => ({
    imports: (await db.selectFrom('subscriberImports').select('id').execute()).length,
    parts: (await db.selectFrom('subscriberImportParts').select('position').execute()).length,
    lines: (await db.selectFrom('subscriberImportLines').select('line').execute()).length,
  })
  const file = addresses(20_000).join('\n')

  test('is deleted once it is read, except for the report', async () => {
    const database = await openTestDatabase()
    const id = await checked(database, file)
    expect((await held(database)).parts).toBeGreaterThan(1)
    await deleteFile(database, id)
    expect(await held(database)).toEqual({ imports: 1, parts: 0, lines: 20_000 })
  })

  test('is deleted when the import is discarded', async () => {
    const database = await openTestDatabase()
    const id = await checked(database, addresses(1_300).join('\n'))
    expect(await discardImport(deps(database), admin, { id, now })).toBe(true)
    expect(await discardImport(deps(database), admin, { id, now })).toBe(false)
    expect(await startImport(deps(database), admin, id)).toBe(false)
    await deleteImport({ database }, id)
    expect(await held(database)).toEqual({ imports: 0, parts: 0, lines: 0 })
  })

  test('is deleted after a day without a decision, and a month after the import', async () => {
    const database = await openTestDatabase()
    await checked(database, 'a@example.com')
    const done = await checked(database, 'b@example.com')
    await startImport(deps(database), admin, done)
    await runImport(deps(database), done)
    await database.db
      .insertInto('subscriberImports')
      .values({ id: 'cut-off', state: 'receiving', throughLine: 0, lastLine: 0, createdAt: now })
      .execute()
    const thereAt = async (at: number) => {
      await deleteOldImports({ database }, at)
      return (await held(database)).imports
    }
    expect(await thereAt(now + 60 * 60 * 1000 - 1)).toBe(3)
    expect(await thereAt(now + 60 * 60 * 1000)).toBe(2)
    expect(await thereAt(now + day)).toBe(1)
    expect(await thereAt(now + 30 * day - 1)).toBe(1)
    expect(await thereAt(now + 30 * day)).toBe(0)
    expect(await onTheList(database)).toEqual(['b@example.com subscribed'])
  })
})
