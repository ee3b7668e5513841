import { expect, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { goodPassword, openSignIn } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { checkPassword } from './check-password.server.ts'
import { logIn } from './log-in.server.ts'
import { signUp } from './sign-up.server.ts'

const now = Date.UTC(2026, 10, 22, 18)

/** A site whose password queue can be full, and which counts the hashes. */
async function site() {
  const database = await openTestDatabase()
  const unlimited = openSignIn(database, { requireVerifiedEmail: false })
  const state = { isBusy: false, hashed: 0 }
  const signIn: typeof unlimited = {
    ...unlimited,
    hash: async (...parameters) => {
      if (state.isBusy) return undefined
      state.hashed += 1
      return unlimited.hash(...parameters)
    },
    signIn: async (...parameters) => (state.isBusy ? { ok: false, reason: 'busy' } : unlimited.signIn(...parameters)),
    verifyPassword: async (...parameters) =>
      state.isBusy ? { ok: false, reason: 'busy' } : unlimited.verifyPassword(...parameters),
  }
  const queue = createQueue(database)
  const config = { admin: { email: '' } }
  const deps = { database, signIn, queue, mailDomain: 'clinic.example', syncsTokens: false, config }
  return { ...deps, vault: testVault(database), state }
}

const sender = (address: string) => ({ network: 'one', address })
const newAccount = (name: string) => ({
  name,
  email: `${name}@example.com`,
  password: goodPassword,
  sender: sender(name),
  now,
})

test.each([true, false])('a rejected sign-up hashes no password; emails are sent: %s', async (emailsLeave) => {
  const deps = { ...(await site()), emailsLeave }
  await deps.database.db
    .insertInto('limits')
    .values({ key: 'sign-up:network:one', windowStart: now, count: 60 })
    .execute()
  for (const name of ['anna', 'ben'])
    expect(await signUp(deps, newAccount(name))).toMatchObject({ ok: false, reason: 'too-many' })
  expect(deps.state.hashed).toBe(0)
})

test('a sign-up rejected by the limit of emails to an address hashes no password', async () => {
  const deps = { ...(await site()), emailsLeave: true }
  for (let times = 0; times < 5; times += 1) expect(await signUp(deps, newAccount('maya'))).toMatchObject({ ok: true })
  expect(await signUp(deps, newAccount('maya'))).toMatchObject({ ok: false, reason: 'too-many' })
  expect(deps.state.hashed).toBe(5)
})

test.each([true, false])(
  'a busy response to a sign-up uses up no attempt; emails are sent: %s',
  async (emailsLeave) => {
    const deps = { ...(await site()), emailsLeave }
    deps.state.isBusy = true
    for (let times = 0; times < 70; times += 1)
      expect(await signUp(deps, newAccount('maya'))).toEqual({ ok: false, reason: 'busy' })
    deps.state.isBusy = false
    expect(await signUp(deps, newAccount('maya'))).toMatchObject({ ok: true })
  },
)

test.each([undefined, 'laptop'])(
  'a busy response to a sign-in uses up no attempt, on the device %s',
  async (device) => {
    const deps = { ...(await site()), emailsLeave: false }
    await signUp(deps, newAccount('maya'))
    const { email, password } = newAccount('maya')
    const client = { ...sender('maya'), device }
    const credentials = { email, password, client, headers: new Headers(), from: '', now }
    deps.state.isBusy = true
    for (let times = 0; times < 70; times += 1)
      expect(await logIn(deps, credentials)).toEqual({ ok: false, reason: 'busy' })
    const accountId = (await deps.signIn.findAccount(email))?.id ?? ''
    for (let times = 0; times < 70; times += 1)
      expect(await checkPassword(deps, { accountId, password, client, now })).toEqual({ ok: false, reason: 'busy' })
    deps.state.isBusy = false
    for (let times = 0; times < 5; times += 1)
      expect(await checkPassword(deps, { accountId, password: 'wrong', client, now })).toMatchObject({
        reason: 'wrong',
      })
  },
)
