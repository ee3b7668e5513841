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
  async function addSession(email: string, until: number) {
    const toDate = (at: number) => (database.kind === 'sqlite' ? new Date(at).toISOString() : new Date(at))
    const { id: userId = '' } = (await signIn.findAccount(email)) ?? {}
    const times = { expiresAt: toDate(until), createdAt: toDate(Date.now()), updatedAt: toDate(Date.now()) }
    await database.db
      .insertInto('sessions')
      .values({ id: email, token: email, userId, ...times })
      .execute()
  }
  return { database, signIn, emails, addSession }
}

test('deletes accounts that stay unverified for a month, and no others', async () => {
  const { database, signIn, emails } = await site()
  const letter = { kind: 'account-known', ids: '{}', state: 'sent', createdAt: 1 } as const
  for (const recipient of await emails())
    await database.db
      .insertInto('emails')
      .values({ ...letter, id: recipient, messageId: recipient, recipient })
      .execute()
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, Date.now() + 29 * day)
  expect(await emails()).toHaveLength(2)
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, Date.now() + 31 * day)
  expect(await emails()).toEqual(['proved@example.com'])
  const letters = await database.db.selectFrom('emails').select('recipient').execute()
  expect(letters, 'emails to it are gone, too').toEqual([{ recipient: 'proved@example.com' }])
})

test('deletes sessions that have ended, and no account that is in use', async () => {
  const { database, signIn, emails, addSession } = await site()
  await addSession('proved@example.com', Date.now() + 30 * day)
  await addSession('unproved@example.com', Date.now() + 40 * day)
  const sessions = async () => (await database.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, Date.now())
  expect(await sessions()).toHaveLength(2)
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, Date.now() + 31 * day)
  expect(await sessions()).toEqual(['unproved@example.com'])
  expect(await emails()).toHaveLength(2)
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
  expect(await signIn.findReset(id, now + 30 * 60_000)).toBeUndefined()
  const [spent, late] = await Promise.all(
    [1, 2].map(() => signIn.addReset({ accountId: account?.id ?? '', until: now + 30 * 60_000 })),
  )
  expect(await signIn.consumeReset(spent!, now)).toBe(account?.id)
  expect(await signIn.consumeReset(spent!, now)).toBeUndefined()
  expect(await signIn.consumeReset(late!, now + 30 * 60_000)).toBeUndefined()
  await deleteExpiredAccounts({ database, signIn, emailsLeave: true }, now + 31 * 60_000)
  expect(await signIn.findReset(id, now)).toBeUndefined()
})
