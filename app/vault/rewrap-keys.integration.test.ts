import { expect, test } from 'vitest'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { verifyTrail } from '#app/domain/audit/verify-trail.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { rewrapKeys } from './rotate-keys.server.ts'

const from = 'k'.repeat(44)
const to = 'n'.repeat(44)

async function withSealed(count: number) {
  const database = await openTestDatabase()
  const vault = testVault(database, from)
  const sealed = new Map<string, Uint8Array>()
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const id = `record-${index}`
      sealed.set(id, await vault.seal(tx, { purpose: 'condition', id }, `text of ${id}`))
    }
    await recordAct({ tx, vault }, { who: 'operator', from: 'here' }, { act: 'message.handled' })
  })
  return { database, sealed }
}

test('after a rewrap the new key opens every record and the audit trail continues, and the old key opens nothing', async () => {
  const { database, sealed } = await withSealed(1_003)
  expect(await rewrapKeys(database, { from, to })).toBe(1_004)
  const [old, next] = [testVault(database, from), testVault(database, to)]
  for (const id of ['record-0', 'record-700', 'record-1002']) {
    const record = { purpose: 'condition', id }
    const bytes = sealed.get(id) ?? new Uint8Array()
    expect((await next.open(database.db, record, bytes))?.toString()).toBe(`text of ${id}`)
    await expect(old.open(database.db, record, bytes)).rejects.toThrow()
  }
  const act = { act: 'message.handled' } as const
  await database.transaction((tx) => recordAct({ tx, vault: next }, { who: 'operator', from: 'here' }, act))
  expect(await verifyTrail({ database, vault: next })).toMatchObject({ ok: true, head: { count: 2 } })
})

test('a rewrap skips keys that already use the new key, and a second run finds nothing to do', async () => {
  const { database } = await withSealed(3)
  const one = { purpose: 'condition', id: 'record-1' }
  await database.transaction((tx) => testVault(database, to).seal(tx, one, 'sealed with the new key already'))
  expect(await rewrapKeys(database, { from, to })).toBe(3)
  expect(await rewrapKeys(database, { from, to })).toBe(0)
})

test('a key destroyed during the rewrap stays destroyed', async () => {
  const { database } = await withSealed(40)
  const vault = testVault(database, from)
  const destroyed = Array.from({ length: 40 }, (_, index) => ({ purpose: 'condition', id: `record-${index}` }))
  await Promise.all([
    rewrapKeys(database, { from, to }),
    ...destroyed.map((record) => database.transaction((tx) => vault.destroy(tx, record))),
  ])
  const left = await database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'condition').execute()
  expect(left).toEqual([])
})
