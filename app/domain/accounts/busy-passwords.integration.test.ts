import { expect, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { goodPassword, openSignIn, otherPassword } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { consumeAdminLink, createFirstAdminLink, isAdminLinkValid } from './admin-link.server.ts'
import { checkPassword } from './check-password.server.ts'
import { confirmAddress } from './confirm-address.server.ts'
import { acceptInvitation, findInvitation, invite } from './invitations.server.ts'
import { logIn } from './log-in.server.ts'
import { changePassword } from './my-account.server.ts'
import { resetPassword } from './reset-password.server.ts'
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
  const config = { admin: { email: 'admin@clinic.example' } }
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

test('while the queue is full, no link is used up and no password changes', async () => {
  const deps = await site()
  const { database, signIn, config } = deps
  const until = Date.now() + 60_000
  const hash = (await signIn.hash(goodPassword, 'new-password')) ?? ''
  const accountId = await signIn.addAccount({ name: '', email: 'maya@example.com', hash, isVerified: false })
  await signIn.addConfirmation({ accountId, until })
  const resetId = await signIn.addReset({ accountId, until })
  const owner = { who: 'owner', from: 'here', role: 'owner' } as const
  await invite(deps, owner, { email: 'ben@example.com', given: { role: 'editor' }, now })
  const { id: invitationId } = await database.db.selectFrom('invitations').select('id').executeTakeFirstOrThrow()
  const token = (await createFirstAdminLink(deps, config.admin.email, now))?.split('/').at(-1) ?? ''

  const full = { ...deps, signIn: { ...signIn, hash: async () => undefined } }
  const given = { password: otherPassword, rules: { clinicName: 'Clinic' }, from: '', now, getClient: () => undefined }
  const link = { accountId, until }
  const session = { accountId, sessionId: '', client: undefined, now }
  for (const answer of [
    await confirmAddress(full, { ...given, link, password: goodPassword }),
    await resetPassword(full, { ...given, resetId }),
    await changePassword(full, session, { ...given, current: goodPassword }),
    await acceptInvitation(full, { ...given, invitationId, name: 'Ben' }),
    await consumeAdminLink(full, { ...given, token }),
  ])
    expect(answer).toEqual({ ok: false, reason: 'busy' })
  expect(await signIn.hasConfirmation(link, now)).toBe(true)
  expect(await signIn.findReset(resetId, now)).toBe(accountId)
  expect(await findInvitation(database, invitationId, now)).toMatchObject({ role: 'editor' })
  expect(await isAdminLinkValid(database, token, config.admin.email, now)).toBe(true)
  expect(await signIn.verifyPassword(accountId, goodPassword, 'sign-in')).toEqual({ ok: true })
})
