import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { newPlace, openTestDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { testVault } from '#tests/support/test-deps.ts'
import type { Vault } from './vault.server.ts'
import type { KeyHolder } from './wrapping.server.ts'

const maya = { purpose: 'condition', id: 'maya' }
const noor = { purpose: 'condition', id: 'noor' }

async function newVault() {
  const database = await openTestDatabase()
  return { database, vault: testVault(database) }
}

const seal = ({ database, vault }: { database: Database; vault: Vault }, record: KeyHolder, text: string) =>
  database.transaction((tx) => vault.seal(tx, record, text))

const open = async (
  { database, vault }: { database: Database; vault: Vault },
  record: KeyHolder,
  sealed: Uint8Array | undefined,
) => (await vault.open(database.db, record, sealed ?? new Uint8Array()))?.toString()

test('sealed text opens again, and the database has neither the text nor the bare key', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee — since May')
  expect(await open(deps, maya, sealed)).toBe('A sore knee — since May')
  expect(Buffer.from(sealed).includes('knee')).toBe(false)
  const [key] = await deps.database.db.selectFrom('recordKeys').selectAll().execute()
  expect(key).toMatchObject({ purpose: 'condition', id: 'maya', createdAt: expect.any(Number) })
  expect(key?.wrapped.length).toBe(12 + 32 + 16)
})

test('bytes are sealed unchanged', async () => {
  const { database, vault } = await newVault()
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const sealed = await database.transaction((tx) => vault.seal(tx, maya, bytes))
  expect(new Uint8Array((await vault.open(database.db, maya, sealed)) ?? [])).toEqual(bytes)
})

test('each record has its own key, so one key does not open the bytes of another record', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee')
  await seal(deps, noor, 'Tired')
  await expect(open(deps, noor, sealed)).rejects.toThrow()
})

test('keys that were swapped together with the bytes are detected', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee')
  const { db } = deps.database
  await db.updateTable('recordKeys').set({ id: 'noor' }).execute()
  await expect(open(deps, noor, sealed)).rejects.toThrow()
  await db.updateTable('recordKeys').set({ id: 'maya', purpose: 'note' }).execute()
  await expect(open(deps, { ...maya, purpose: 'note' }, sealed)).rejects.toThrow()
})

test('altered bytes do not open', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee')
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Uint8Array.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    await expect(open(deps, maya, altered), `byte ${at}`).rejects.toThrow()
  }
  await expect(open(deps, maya, sealed.subarray(0, -1))).rejects.toThrow()
  await expect(open(deps, maya, undefined)).rejects.toThrow()
})

test('destroying the key makes the record unreadable', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee')
  const others = await seal(deps, noor, 'Tired')
  await deps.database.transaction((tx) => deps.vault.destroy(tx, maya))
  expect(await open(deps, maya, sealed)).toBeUndefined()
  expect(await open(deps, noor, others)).toBe('Tired')
})

test('a replaced text gets a new key, so the old text in a backup cannot be read with it', async () => {
  const deps = await newVault()
  const first = await seal(deps, maya, 'A sore knee')
  const second = await seal(deps, maya, 'Nothing any more')
  await expect(open(deps, maya, first)).rejects.toThrow()
  expect(await open(deps, maya, second)).toBe('Nothing any more')
})

test('another ENCRYPTION_KEY opens nothing', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee')
  const other = testVault(deps.database, 'o'.repeat(44))
  await expect(open({ ...deps, vault: other }, maya, sealed)).rejects.toThrow('has another ENCRYPTION_KEY')
})

test('a key created in a rolled-back transaction does not exist', async () => {
  const deps = await newVault()
  const sealed = await seal(deps, maya, 'A sore knee')
  await expect(
    deps.database.transaction(async (tx) => {
      await deps.vault.seal(tx, maya, 'Lost')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await open(deps, maya, sealed)).toBe('A sore knee')
})

describe.runIf(process.env.TEST_DATABASE === 'sqlite')('the files of SQLite', () => {
  async function sealedOnDisk(reading = false) {
    const { file = '' } = await newPlace()
    const database = openDatabase({ file })
    onTestFinished(() => database.close())
    await migrate(database, migrations)
    const vault = testVault(database)
    await seal({ database, vault }, maya, 'A sore knee')
    const { wrapped } = await database.db.selectFrom('recordKeys').select('wrapped').executeTakeFirstOrThrow()
    const reader = new DatabaseSync(file)
    onTestFinished(() => reader.close())
    if (reading) reader.exec('begin; select * from record_keys')
    const stillThere = () =>
      ['', '-wal'].some((suffix) => readFileSync(`${file}${suffix}`).includes(Buffer.from(wrapped)))
    expect(stillThere()).toBe(true)
    return { database, vault, gone: async () => !stillThere() || undefined, reader }
  }

  test('contain no destroyed key', async () => {
    const { database, vault, gone } = await sealedOnDisk()
    await database.transaction((tx) => vault.destroy(tx, maya))
    await until(gone)
  })

  test('contain no replaced key', async () => {
    const { gone, ...deps } = await sealedOnDisk()
    await seal(deps, maya, 'Nothing any more')
    await until(gone)
  })

  test('contain neither once another process has finished reading', async () => {
    const { database, vault, gone, reader } = await sealedOnDisk(true)
    await database.transaction((tx) => vault.destroy(tx, maya))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await gone()).toBeUndefined()
    reader.exec('commit')
    await until(gone)
  })
})
