import { expect, test } from 'vitest'
import { openSignIn } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { deleteExpiredAccounts } from './delete-expired.server.ts'

const day = 24 * 60 * 60 * 1000

async function site() {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  const add = (email: string, isVerified: boolean) => signIn.addAccount({ name: '', email, hash: 'none', isVerified })
  await add('proved@example.com', true)
  await add('unproved@example.com', false)
  const emails = async () =>
    (await database.db.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email)
  return { database, signIn, emails }
}

test('deletes accounts that stay unverified for a month, and no others', async () => {
  const { database, signIn, emails } = await site()
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, Date.now() + 29 * day)
  expect(await emails()).toHaveLength(2)
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, Date.now() + 31 * day)
  expect(await emails()).toEqual(['proved@example.com'])
})

test('keeps unverified accounts while the site sends no email', async () => {
  const { database, signIn, emails } = await site()
  await deleteExpiredAccounts({ database, signIn, emailsLeave: false }, Date.now() + 400 * day)
  expect(await emails()).toHaveLength(2)
})

test('deletes unused links once they expire', async () => {
  const { database, signIn } = await site()
  const account = await signIn.findAccount('proved@example.com')
  const now = Date.now()
  const id = await signIn.addReset({ accountId: account?.id ?? '', until: now + 30 * 60_000 })
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, now)
  expect(await signIn.findReset(id, now)).toBe(account?.id)
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, now + 31 * 60_000)
  expect(await signIn.findReset(id, now)).toBeUndefined()
})
