import { expect, test } from 'vitest'
import { goodPassword, openSignIn, softwareAuthenticator } from '#tests/support/accounts.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { parseCreatedPasskey, parsePasskeyAnswer } from './passkey-answers.server.ts'
import { deletePersonsAccount } from './accounts.server.ts'
import { logInWithPasskey } from './log-in.server.ts'
import { addPasskey } from './passkeys.server.ts'
import { revokeAccess, revokeAllAccess } from './revoke-access.server.ts'

const origin = 'http://localhost'
const email = 'maya@example.com'

/** The cookies that a browser would send after these answers. */
const toHeaders = (...cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })

/** An account with a session, and a device. */
async function site() {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  const hash = (await signIn.hash(goodPassword, 'new-password')) ?? ''
  const accountId = await signIn.addAccount({ name: '', email, hash, isVerified: true })
  const entered = await signIn.signIn({ email, password: goodPassword }, new Headers())
  const session = entered.ok ? entered.cookies : []
  const device = softwareAuthenticator(origin)

  async function create(authenticator = device, fault: Parameters<typeof device.create>[1] = {}) {
    const { options, cookies } = await signIn.startPasskey(toHeaders(...session), 'The clinic')
    const json = authenticator.create(options as Parameters<typeof device.create>[0], fault)
    const created = parseCreatedPasskey(json)
    if (!created) throw new Error('the authenticator answers in another form')
    return { created, headers: toHeaders(...session, ...cookies) }
  }
  async function add(authenticator = device, fault: Parameters<typeof device.create>[1] = {}) {
    const { created, headers } = await create(authenticator, fault)
    return signIn.addPasskey({ created, name: 'Phone' }, headers)
  }
  async function answer(fault: Parameters<typeof device.get>[1] = {}, authenticator = device) {
    const { options, cookies } = await signIn.challengePasskey(new Headers())
    const given = parsePasskeyAnswer(authenticator.get(options as Parameters<typeof device.get>[0], fault))
    if (!given) throw new Error('the authenticator answers in another form')
    return { given, headers: toHeaders(...cookies) }
  }
  async function enter(fault: Parameters<typeof device.get>[1] = {}, authenticator = device) {
    const { given, headers } = await answer(fault, authenticator)
    return signIn.signInWithPasskey(given, headers)
  }
  const config = { admin: { email: 'admin@clinic.example', mustHaveSecondFactor: false } }
  const mail = { queue: createQueue(database), mailDomain: 'clinic.example' }
  const deps = { database, signIn, config, vault: testVault(database), syncsTokens: false, ...mail }
  return { database, signIn, accountId, device, session, deps, create, add, answer, enter }
}

test('a passkey signs in without an email address, and starts a session', async () => {
  const { signIn, accountId, add, enter } = await site()
  const id = await add()
  expect(await signIn.listPasskeys(accountId)).toEqual([{ id, name: 'Phone', createdAt: expect.any(Number) }])
  const entered = await enter()
  expect(entered).toMatchObject({ accountId })
  const { who } = await signIn.getSession(toHeaders(...(entered?.cookies ?? [])))
  expect(who).toMatchObject({ accountId, sessionId: entered?.sessionId })
})

test('asks for a passkey that the device keeps, and that a PIN, finger or face opens', async () => {
  const { signIn, session } = await site()
  const { options } = await signIn.startPasskey(toHeaders(...session), 'The clinic')
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'The clinic' },
    user: { name: email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect((await signIn.challengePasskey(new Headers())).options).toMatchObject({ userVerification: 'required' })
})

test.each([
  ['by a device that did not check who holds it', { isVerified: false }],
  ['under another origin', { origin: 'https://clinic.example' }],
])('none is created %s', async (_, fault) => {
  const { signIn, accountId, device, add } = await site()
  expect(await add(device, fault)).toBeUndefined()
  expect(await signIn.listPasskeys(accountId)).toEqual([])
})

test.each([
  ['by a device that did not check who holds it', { isVerified: false }],
  ['under another origin', { origin: 'https://clinic.example' }],
  ['by a copy, whose counter goes back', { counter: 1 }],
])('none signs in %s', async (_, fault) => {
  const { add, enter } = await site()
  await add()
  expect(await enter()).toBeDefined()
  expect(await enter(fault)).toBeUndefined()
})

test('a stranger’s device signs nobody in', async () => {
  const { add, enter } = await site()
  await add()
  expect(await enter({}, softwareAuthenticator(origin))).toBeUndefined()
})

test('an answer works once, and only in the browser that was asked', async () => {
  const { signIn, add, answer } = await site()
  await add()
  const { given, headers } = await answer()
  expect(await signIn.signInWithPasskey(given, new Headers())).toBeUndefined()
  expect(await signIn.signInWithPasskey(given, (await answer()).headers)).toBeUndefined()
  expect(await signIn.signInWithPasskey(given, headers)).toBeDefined()
  expect(await signIn.signInWithPasskey(given, headers)).toBeUndefined()
})

test('a challenge is over after five minutes', async () => {
  const { database, signIn, add, answer } = await site()
  await add()
  const { given, headers } = await answer()
  const rows = await database.db.selectFrom('verifications').select('expiresAt').execute()
  for (const { expiresAt } of rows) expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + 300_000)
  const past = new Date(Date.now() - 1000)
  await database.db
    .updateTable('verifications')
    .set({ expiresAt: database.kind === 'sqlite' ? past.toISOString() : past })
    .execute()
  expect(await signIn.signInWithPasskey(given, headers)).toBeUndefined()
})

test('the challenge of a new passkey is for the session that asked', async () => {
  const { signIn, create } = await site()
  const { created, headers } = await create()
  const other = await signIn.addAccount({
    name: '',
    email: 'ben@example.com',
    hash: (await signIn.hash(goodPassword, 'new-password')) ?? '',
    isVerified: true,
  })
  const entered = await signIn.signIn({ email: 'ben@example.com', password: goodPassword }, new Headers())
  const theirs = toHeaders(...(entered.ok ? entered.cookies : []), headers.get('cookie')?.split('; ')[1] ?? '')
  expect(await signIn.addPasskey({ created, name: 'Stolen' }, theirs)).toBeUndefined()
  expect(await signIn.listPasskeys(other)).toEqual([])
})

test('one device’s passkey belongs to one account, and only that one renames or removes it', async () => {
  const { signIn, accountId, add } = await site()
  const id = (await add()) ?? ''
  const other = await signIn.addAccount({ name: '', email: 'ben@example.com', hash: 'x', isVerified: true })
  expect(await signIn.renamePasskey({ accountId: other, id, name: 'Mine' })).toBe(false)
  expect(await signIn.removePasskey({ accountId: other, id })).toBe(false)
  expect(await signIn.renamePasskey({ accountId, id, name: 'Old phone' })).toBe(true)
  expect(await signIn.listPasskeys(accountId)).toMatchObject([{ name: 'Old phone' }])
  expect(await signIn.removePasskey({ accountId, id })).toBe(true)
  expect(await signIn.hasPasskeys(accountId)).toBe(false)
})

test('whoever proves the address later removes the passkeys from before', async () => {
  const { signIn, accountId, add, enter } = await site()
  await add()
  await signIn.verifyAccount(accountId, 'x')
  expect(await enter()).toBeUndefined()
})

test('revoking access leaves passkeys, a restore and the end of the account do not', async () => {
  const { database, signIn, accountId, add } = await site()
  const again = async () => (await signIn.hasPasskeys(accountId)) || undefined
  await add()
  await database.transaction((tx) => revokeAccess({ tx }, { accountId }))
  expect(await again()).toBe(true)
  await database.transaction(revokeAllAccess)
  expect(await again()).toBeUndefined()
  await database.db
    .insertInto('passkeys')
    .values({
      id: '1',
      userId: accountId,
      name: null,
      publicKey: 'key',
      credentialId: 'credential',
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: database.kind === 'sqlite' ? 0 : false,
      transports: null,
      aaguid: null,
    })
    .execute()
  await database.transaction((tx) => deletePersonsAccount(tx, accountId))
  expect(await database.db.selectFrom('passkeys').select('id').execute()).toEqual([])
})

test.each(['', '{', 'null', '{"id":"a"}', JSON.stringify({ id: '\0' })])('%j is no answer of a passkey', (json) => {
  expect(parsePasskeyAnswer(json)).toBeUndefined()
  expect(parseCreatedPasskey(json)).toBeUndefined()
})

test('a passkey of somebody who does not work here starts no session where only staff sign in', async () => {
  const { signIn, accountId, session, deps, add, answer } = await site()
  await add()
  const before = await signIn.listSessions(accountId)
  const { given, headers } = await answer()
  const login = { answer: given, client: undefined, headers, from: '', now: Date.now() }
  expect(await logInWithPasskey(deps, { ...login, onlyStaff: true })).toEqual({ ok: false, reason: 'wrong' })
  expect(await signIn.listSessions(accountId)).toEqual(before)

  // Elsewhere it does, in place of the one that this browser had.
  const again = await answer()
  const both = new Headers({
    cookie: [again.headers, toHeaders(...session)].map((one) => one.get('cookie')).join('; '),
  })
  const entered = await logInWithPasskey(deps, { ...login, answer: again.given, headers: both })
  expect(entered).toMatchObject({ ok: true, accountId, email })
  const after = await signIn.listSessions(accountId)
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
})

test('only an account with a confirmed address gets a passkey, and only one that the device made', async () => {
  const { database, signIn, accountId, deps, create } = await site()
  const owner = { who: accountId, from: '', sessionId: '' }
  const { created, headers } = await create()
  const passkey = { created, name: 'Phone', headers, now: Date.now() }
  const unmade = { ...passkey, created: undefined }
  expect(await addPasskey(deps, owner, unmade)).toEqual({ ok: false, reason: 'wrong' })
  const verify = (emailVerified: boolean) =>
    database.db
      .updateTable('users')
      .set({ emailVerified: database.kind === 'sqlite' ? Number(emailVerified) : emailVerified })
      .execute()
  await verify(false)
  expect(await addPasskey(deps, owner, passkey)).toEqual({ ok: false, reason: 'gone' })
  expect(await signIn.hasPasskeys(accountId)).toBe(false)
  await verify(true)
  expect(await addPasskey(deps, owner, passkey)).toEqual({ ok: true })
})
