import { expect, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { goodPassword, openSignIn } from '#tests/support/accounts.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { invite, joinStaff, withdrawInvitation } from './invitations.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const email = 'ben@example.com'
const owner = { who: 'owner', from: 'here', role: 'owner' } as const

async function openWithInvited(role: 'manager' | 'editor') {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  const config = { admin: { email: 'owner@clinic.example' } }
  const queue = createQueue(database)
  const deps = { database, signIn, queue, vault: testVault(database), mailDomain: 'clinic.example', config }
  await invite(deps, owner, { email, given: { role }, now })
  const { db } = database
  const { id } = await db.selectFrom('invitations').select('id').executeTakeFirstOrThrow()
  const hash = (await signIn.hash(goodPassword, 'new-password')) ?? ''
  const accountId = await signIn.addAccount({ name: 'Ben', email, hash, isVerified: true })
  return {
    ...{ deps, id, accountId },
    join: (account: { email: string; isVerified: boolean }, at = now) =>
      joinStaff(deps, { accountId, ...account }, { invitationId: id, from: 'here', now: at }),
    isOpen: async () => (await db.selectFrom('invitations').select('id').execute()).length === 1,
    acts: async () =>
      (await db.selectFrom('auditEntries').select('act').orderBy('sequence').execute()).map(({ act }) => act),
  }
}

test('an invitation is used up only by whoever confirmed its address, and once', async () => {
  const { join, isOpen, acts } = await openWithInvited('editor')
  expect(await join({ email: 'other@example.com', isVerified: true })).toBe(false)
  expect(await join({ email, isVerified: false })).toBe(false)
  expect(await join({ email, isVerified: true }, now + 8 * 86_400_000)).toBe(false)
  expect(await isOpen()).toBe(true)
  const both = await Promise.all([1, 2].map(() => join({ email, isVerified: true })))
  expect(both.toSorted()).toEqual([false, true])
  expect(await isOpen()).toBe(false)
  expect(await acts()).toEqual(['staff.invited', 'staff.joined'])
})

test('an invitation is withdrawn only by those who manage its role, and once', async () => {
  const { deps, id, isOpen, acts } = await openWithInvited('manager')
  const manager = { ...owner, who: 'manager', role: 'manager' } as const
  expect(await withdrawInvitation(deps, manager, id)).toBe(false)
  expect(await isOpen()).toBe(true)
  expect(await withdrawInvitation(deps, owner, id)).toBe(true)
  expect(await withdrawInvitation(deps, owner, id)).toBe(false)
  expect(await isOpen()).toBe(false)
  expect(await acts()).toEqual(['staff.invited', 'staff.withdrawn'])
})
