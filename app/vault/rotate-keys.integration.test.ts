import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { verifyTrail } from '#app/domain/audit/verify-trail.server.ts'
import { openTwice } from '#tests/support/test-database.ts'
import { createKeyRing } from './key-ring.server.ts'
import { rotateKeys } from './rotate-keys.server.ts'
import { checkFingerprints } from './secrets.server.ts'
import { openVault } from './vault.server.ts'

const [from, to, other] = ['k'.repeat(44), 'n'.repeat(44), 'o'.repeat(44)] as const
const operator = { who: 'operator', from: 'here' }
const session = 's'.repeat(40)

const vaultWith = (database: Database, ...keys: [string, ...string[]]) =>
  openVault({ database, log: pino({ level: 'silent' }), keys: createKeyRing(database, () => keys) })

const record = (id: string) => ({ purpose: 'condition', id })

async function withSealed(count: number) {
  const [database, elsewhere] = await openTwice()
  await checkFingerprints(database, { session, encryption: from })
  const sealed = new Map<string, Uint8Array>()
  const seal = async (vault: ReturnType<typeof vaultWith>, id: string) =>
    sealed.set(id, await elsewhere.transaction((tx) => vault.seal(tx, record(id), `text of ${id}`)))
  const vault = vaultWith(elsewhere, from)
  for (let index = 0; index < count; index += 1) await seal(vault, `before ${index}`)
  const rotate = (keys = { from, to }) =>
    rotateKeys(database, keys, (tx) =>
      recordAct({ tx, vault: vaultWith(database, keys.from, keys.to) }, operator, { act: 'keys.rotated' }),
    )
  const opens = async (with_: ReturnType<typeof vaultWith>) => {
    for (const [id, bytes] of sealed)
      expect((await with_.open(database.db, record(id), bytes))?.toString()).toBe(`text of ${id}`)
  }
  return { database, elsewhere, seal, rotate, opens }
}

test('a process with both keys can read and seal during a rotation, and afterwards the new key alone opens everything', async () => {
  const { database, elsewhere, seal, rotate, opens } = await withSealed(30)
  const both = vaultWith(elsewhere, from, to)
  let isOver = false
  const sealing = (async () => {
    for (let index = 0; !isOver || index < 5; index += 1) {
      await seal(both, `meanwhile ${index}`)
      await opens(both)
    }
  })()
  await rotate()
  isOver = true
  await sealing
  await opens(vaultWith(database, to))
  expect(await verifyTrail({ database, vault: vaultWith(database, to) })).toMatchObject({
    ok: true,
    head: { count: 1 },
  })
  await expect(checkFingerprints(database, { session, encryption: from })).rejects.toThrow(/^ENCRYPTION_KEY is not/)
  expect(await checkFingerprints(database, { session, encryption: to })).toBe(to)
  expect(await checkFingerprints(database, { session, encryption: from, nextEncryption: to })).toBe(to)
})

test('a process with only the old key loses no data during a rotation, and cannot seal after it', async () => {
  const { elsewhere, database, seal, rotate, opens } = await withSealed(1)
  const old = vaultWith(elsewhere, from)
  let isOver = false
  let count = 0
  const sealing = (async () => {
    for (; !isOver; count += 1) await seal(old, `old ${count}`)
  })().catch((error: Error) => error.message)
  await rotate()
  isOver = true
  expect([undefined, 'ENCRYPTION_KEY was changed in the meantime. Start this process with the new one']).toContain(
    await sealing,
  )
  await opens(vaultWith(database, to))
  await expect(seal(old, 'late')).rejects.toThrow('was changed in the meantime')
})

test('an interrupted rotation can be continued only with the same new key, and is recorded once', async () => {
  const { database, rotate, opens } = await withSealed(3)
  const stopped = rotateKeys(database, { from, to }, () => Promise.reject(new Error('killed')))
  await expect(stopped).rejects.toThrow('killed')
  await opens(vaultWith(database, from, to))
  await expect(rotate({ from, to: other })).rejects.toThrow(/^ENCRYPTION_KEY_NEXT: a change to another key was begun/)
  expect(await checkFingerprints(database, { session, encryption: from })).toBe(from)
  await rotate()
  expect(await rotate()).toBe(0)
  await opens(vaultWith(database, to))
  expect(await database.db.selectFrom('auditEntries').select('act').execute()).toEqual([{ act: 'keys.rotated' }])
  await expect(rotate({ from, to: other })).rejects.toThrow(/^ENCRYPTION_KEY is not/)
})
