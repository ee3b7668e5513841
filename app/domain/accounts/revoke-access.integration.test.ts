import { expect, test } from 'vitest'
import { goodPassword, openSignIn, otherPassword } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { revokeAccess, revokeAllAccess } from './revoke-access.server.ts'

const until = Date.now() + 60 * 60_000

/** Two accounts, each with two sessions, a reset link, a confirmation and an operator's link. */
async function site() {
  const database = await openTestDatabase()
  const { db } = database
  const signIn = openSignIn(database, { requireVerifiedEmail: false })
  const hash = (await signIn.hash(goodPassword, 'new-password')) ?? ''
  async function account(email: string) {
    const accountId = await signIn.addAccount({ name: '', email, hash, isVerified: true })
    for (let device = 0; device < 2; device += 1) await signIn.signIn({ email, password: goodPassword }, new Headers())
    await signIn.addReset({ accountId, until })
    await signIn.addConfirmation({ accountId, until })
    await db.insertInto('adminLinks').values({ id: email, hash: email, email, until }).execute()
    return accountId
  }
  const [maya, ben] = [await account('maya@example.com'), await account('ben@example.com')]
  const left = async (accountId: string, email: string) => ({
    sessions: (await signIn.listSessions(accountId)).length,
    permissions: (await db.selectFrom('verifications').select('id').where('value', '=', accountId).execute()).length,
    links: (await db.selectFrom('adminLinks').select('id').where('email', '=', email).execute()).length,
  })
  const both = async () => [await left(maya, 'maya@example.com'), await left(ben, 'ben@example.com')]
  return { database, signIn, maya, both }
}

const all = { sessions: 2, permissions: 2, links: 1 }
const nothing = { sessions: 0, permissions: 0, links: 0 }

test('revokes all access of one account and of no other', async () => {
  const { database, maya, both } = await site()
  expect(await both()).toEqual([all, all])
  await database.transaction((tx) => revokeAccess({ tx }, { accountId: maya }))
  expect(await both()).toEqual([nothing, all])
})

test('the session that changed the password stays signed in', async () => {
  const { database, signIn, maya, both } = await site()
  const [mine] = await signIn.listSessions(maya)
  await database.transaction((tx) => revokeAccess({ tx }, { accountId: maya, exceptSessionId: mine?.id ?? '' }))
  expect(await both()).toEqual([{ ...nothing, sessions: 1 }, all])
  expect((await signIn.listSessions(maya)).map(({ id }) => id)).toEqual([mine?.id])
})

test('revokes the access of all accounts at once', async () => {
  const { database, both } = await site()
  const invitation = { id: 'i', email: 'noor@example.com', role: 'editor', invitedAt: 1, until: 2 } as const
  await database.db.insertInto('invitations').values(invitation).execute()
  expect(await database.transaction(revokeAllAccess)).toBe(4)
  expect(await both()).toEqual([nothing, nothing])
  expect(await database.db.selectFrom('invitations').select('id').execute()).toEqual([])
})

test('a sign-in with the old password fails if the password changes during the check', async () => {
  const { database, signIn, maya, both } = await site()
  const newHash = (await signIn.hash(otherPassword, 'new-password')) ?? ''
  // Others stand before it, so it has read the hash of before and waits while the password is changed.
  const others = Array.from({ length: 6 }, () => signIn.hash(goodPassword, 'sign-in'))
  const entering = signIn.signIn({ email: 'maya@example.com', password: goodPassword }, new Headers())
  await Promise.all(others.slice(0, 3))
  await database.transaction(async (tx) => {
    await signIn.setPassword(maya, newHash)
    await revokeAccess({ tx }, { accountId: maya })
  })
  expect(await entering).toEqual({ ok: false, reason: 'wrong' })
  expect(await both()).toEqual([nothing, all])
})
