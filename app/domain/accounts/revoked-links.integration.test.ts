import { expect, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { goodPassword, openSignIn, otherPassword } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { consumeAdminLink, createFirstAdminLink } from './admin-link.server.ts'
import { confirmAddress } from './confirm-address.server.ts'
import { acceptInvitation, invite, withdrawInvitation } from './invitations.server.ts'
import { changePassword } from './my-account.server.ts'
import { revokeAccess } from './revoke-access.server.ts'

const now = Date.now()
const until = now + 60_000
const owner = { who: 'owner', from: 'here', role: 'owner' } as const
const admin = 'admin@clinic.example'
const rules = { clinicName: 'Clinic' }
const given = { password: otherPassword, rules, from: '', now }
const gone = { ok: false, reason: 'gone' }

/** `meanwhile` happens while a password is hashed. */
async function site(meanwhile?: () => Promise<unknown>) {
  const database = await openTestDatabase()
  const opened = openSignIn(database)
  const signIn: typeof opened = {
    ...opened,
    hash: async (...parameters) => {
      const hash = await opened.hash(...parameters)
      await meanwhile?.()
      return hash
    },
  }
  const config = { admin: { email: admin } }
  const mail = { queue: createQueue(database), mailDomain: 'clinic.example' }
  const deps = { database, signIn, vault: testVault(database), syncsTokens: false, config, ...mail }
  /** With a link that confirms its address. */
  async function addAccount(email = 'maya@example.com', password = otherPassword) {
    const hash = (await opened.hash(password, 'new-password')) ?? ''
    const accountId = await signIn.addAccount({ name: '', email, hash, isVerified: false })
    await signIn.addConfirmation({ accountId, until })
    return accountId
  }
  const confirm = (accountId: string, more: { until?: number; password?: string } = {}) =>
    confirmAddress(deps, {
      ...{ link: { accountId, until: more.until ?? until }, getClient: () => undefined },
      ...{ rules, now, password: more.password ?? otherPassword },
    })
  const isVerified = async (id: string) => (await signIn.findAccountById(id))?.isVerified
  return { ...deps, addAccount, confirm, isVerified }
}

test('an address is confirmed only by its own link, while there is an account', async () => {
  const { addAccount, confirm, isVerified } = await site()
  const id = await addAccount()
  expect(await confirm('nobody')).toEqual(gone)
  expect(await confirm(id, { until: until + 1 })).toEqual(gone)
  expect(await isVerified(id)).toBe(false)
  expect(await confirm(id)).toEqual({ ok: true, email: 'maya@example.com' })
  expect(await isVerified(id)).toBe(true)
})

test('a password that would not be good now does not confirm an address', async () => {
  const { addAccount, confirm, isVerified } = await site()
  const password = 'maya1234'
  const id = await addAccount('maya@example.com', password)
  expect(await confirm(id, { password })).toEqual({ ok: false, reason: 'weak' })
  expect(await isVerified(id)).toBe(false)
})

test('a confirmation that was revoked while the password was hashed confirms nothing', async () => {
  const state = { id: '' }
  const opened = await site(() => opened.database.transaction((tx) => revokeAccess({ tx }, { accountId: state.id })))
  state.id = await opened.addAccount()
  expect(await opened.confirm(state.id)).toEqual(gone)
  expect(await opened.isVerified(state.id)).toBe(false)
})

test('an invitation that was withdrawn while the password was hashed lets nobody in', async () => {
  const state = { invitationId: '' }
  const opened = await site(() => withdrawInvitation(opened, owner, state.invitationId))
  const { database, signIn } = opened
  await invite(opened, owner, { email: 'ben@example.com', given: { role: 'editor' }, now })
  const { id } = await database.db.selectFrom('invitations').select('id').executeTakeFirstOrThrow()
  state.invitationId = id
  expect(await acceptInvitation(opened, { ...given, invitationId: id, name: 'Ben' })).toEqual(gone)
  expect(await signIn.findAccount('ben@example.com')).toBeUndefined()
})

test('the password of an account that is gone cannot be changed', async () => {
  const session = { accountId: 'nobody', sessionId: '', client: undefined, now }
  expect(await changePassword(await site(), session, { ...given, current: goodPassword })).toEqual(gone)
})

test('the first admin’s link makes their account, confirmed, and then there is none any more', async () => {
  const { database, signIn, ...deps } = await site()
  const { db } = database
  const makeLink = (at: number) => createFirstAdminLink({ database, signIn }, admin, at)
  const countLinks = async () => (await db.selectFrom('adminLinks').select('id').execute()).length
  await makeLink(now - 60 * 60_000)
  await makeLink(now)
  expect(await countLinks(), 'the one that is over is deleted').toBe(1)
  const token = (await makeLink(now))?.split('/').at(-1) ?? ''
  expect(await countLinks(), 'those of several processes work').toBe(2)
  expect(await consumeAdminLink({ ...deps, database, signIn }, { ...given, token })).toEqual({ ok: true })
  expect(await countLinks()).toBe(0)
  expect(await signIn.findAccount(admin)).toMatchObject({ name: 'Admin', email: admin, isVerified: true })
  const credentials = { email: admin, password: otherPassword }
  expect(await signIn.signIn(credentials, new Headers())).toMatchObject({ ok: true })
  expect(await makeLink(now)).toBeUndefined()
})
