import { expect, test } from 'vitest'
import { goodPassword, openSignIn, otherPassword } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { ensureAdmin } from './admin-account.server.ts'

const email = 'admin@clinic.example'
const credentials = { email, password: goodPassword }

async function site() {
  const database = await openTestDatabase()
  const signIn = openSignIn(database, { requireVerifiedEmail: false })
  const start = (password: string | undefined) => ensureAdmin({ database, signIn }, { email, password })
  return { database, signIn, start }
}

test('ADMIN_PASSWORD creates the verified admin account', async () => {
  const { signIn, start } = await site()
  await start(goodPassword)
  expect(await signIn.findAccount(email)).toMatchObject({ isVerified: true })
  expect(await signIn.signIn(credentials, new Headers())).toMatchObject({ ok: true })
})

test('a later start overwrites nothing, even with another ADMIN_PASSWORD', async () => {
  const { signIn, start } = await site()
  await start(goodPassword)
  await start(otherPassword)
  expect(await signIn.signIn(credentials, new Headers())).toMatchObject({ ok: true })
  expect(await signIn.signIn({ email, password: otherPassword }, new Headers())).toMatchObject({ ok: false })
})

test('two simultaneous starts create one account', async () => {
  const { signIn, start } = await site()
  await Promise.all([start(goodPassword), start(goodPassword)])
  expect(await signIn.signIn(credentials, new Headers())).toMatchObject({ ok: true })
})

test('a stranger who signed up with the admin’s address first loses password, sessions and two-factor authentication', async () => {
  const { database, signIn, start } = await site()
  const id = await signIn.addAccount({
    name: 'Stranger',
    email,
    hash: (await signIn.hash(otherPassword, 'new-password')) ?? '',
    isVerified: false,
  })
  const entered = await signIn.signIn({ email, password: otherPassword }, new Headers())
  const cookie = entered.ok ? (entered.cookies[0]?.split(';')[0] ?? '') : ''
  expect((await signIn.getSession(new Headers({ cookie }))).who).toMatchObject({ accountId: id })
  await database.db
    .insertInto('twoFactors')
    .values({ id: '1', secret: 'theirs', backupCodes: 'theirs', userId: id })
    .execute()

  await start(goodPassword)

  expect((await signIn.getSession(new Headers({ cookie }))).who).toBeUndefined()
  expect(await database.db.selectFrom('twoFactors').selectAll().execute()).toEqual([])
  expect(await signIn.signIn({ email, password: otherPassword }, new Headers())).toMatchObject({ ok: false })
  expect(await signIn.signIn(credentials, new Headers())).toMatchObject({ ok: true, accountId: id })
})
