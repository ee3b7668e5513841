import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import type { PasskeyAnswer } from '#app/integrations/sign-in/passkeys.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { tryPassword } from './check-password.server.ts'
import { type CodeAttempt, resetCodeAttempts, tryCode } from './code-attempts.server.ts'
import { recordFailedSignIn } from './failed-sign-ins.server.ts'
import { findRole } from './find-access.server.ts'
import { countLoginAttempt, type LoginClient, type PasskeyClient, resetLoginAttempts } from './login-attempts.server.ts'
import { enqueueTokenSync } from './token-sync.server.ts'
import { notePasskey } from './working-day.server.ts'

type Deps = {
  database: Database
  signIn: SignIn
  queue: Queue
  vault: Vault
  syncsTokens: boolean
  config: { admin: { email: string } }
}

type LoginInput = {
  email: string
  password: string
  client: LoginClient | undefined
  /** Of the request: the cookie of an earlier session, and the User-Agent. */
  headers: Headers
  /** Network address; the admin's sign-ins are in the audit trail. */
  from: string
  now: number
  /** Only people who work here; anybody else is told that the password is wrong. */
  onlyStaff?: boolean
}

/** On no account: checking its password takes as long as any other. */
const nobody = 'nobody@invalid'

/** Neither the answer nor its time tells whether the address has an account. */
export async function logIn(deps: Deps, input: LoginInput) {
  const { database, signIn, config } = deps
  const { email, password, client, headers, from, now, onlyStaff } = input
  const isLetIn = !onlyStaff || (await worksHere(deps, await signIn.findAccount(email)))
  const entered = await tryPassword(deps, input, (queue) =>
    signIn.signIn({ email: isLetIn ? email : nobody, password, queue }, headers),
  )
  if (!entered.ok) {
    if (entered.reason === 'wrong') await recordFailedSignIn(deps, { isAdmin: email === config.admin.email, now })
    return entered
  }
  const { who: before } = await signIn.getSession(headers)
  await database.transaction(async (tx) => {
    await resetLoginAttempts({ tx }, client)
    // Against session fixation: a copy of this browser's earlier session ends here.
    if (before) await signIn.endSession(before)
    if (!entered.needsCode) await recordSignIn({ ...deps, tx }, entered.accountId, from)
  })
  return entered
}

/** Completes a sign-in that waits for a code. `gone`: it has to start again with the password. */
export async function logInWithCode(deps: Deps, { from, ...attempt }: CodeAttempt & Pick<LoginInput, 'from'>) {
  const { database, signIn } = deps
  const accountId = await signIn.findPendingAccount(attempt.headers)
  if (!accountId) return { ok: false, reason: 'gone' } as const
  // In one transaction, so that revoking access also ends this session, or prevents it.
  const entered = await tryCode(deps, { who: accountId, from }, attempt, (code, headers) =>
    database.transaction(() => signIn.signInWithCode(code, headers)),
  )
  if (!entered.ok) return entered
  await database.transaction(async (tx) => {
    await resetCodeAttempts({ tx }, accountId)
    await recordSignIn({ ...deps, tx }, accountId, from)
  })
  return { ...entered, email: (await signIn.findAccountById(accountId))?.email ?? '' }
}

/** For the browser to ask for a passkey. Each is counted as an attempt, since it is answered once. */
export async function challengePasskey(
  { database, signIn }: Pick<Deps, 'database' | 'signIn'>,
  { client, headers, now }: { client: PasskeyClient | undefined; headers: Headers; now: number },
) {
  const allowed = await database.transaction((tx) => countLoginAttempt({ tx }, client, now))
  return allowed.ok ? { ok: true as const, ...(await signIn.challengePasskey(headers)) } : allowed
}

async function worksHere(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  account: Parameters<typeof findRole>[1] | undefined,
) {
  return account !== undefined && (await findRole({ db }, account, config.admin.email)) !== undefined
}

type PasskeyLogin = Pick<LoginInput, 'headers' | 'from' | 'now' | 'onlyStaff'> & {
  answer: PasskeyAnswer | undefined
  client: PasskeyClient | undefined
}

/** A passkey is two factors: the device, and what opens it. So no code is asked for. */
export async function logInWithPasskey(deps: Deps, { answer, client, headers, from, now, onlyStaff }: PasskeyLogin) {
  const { database, signIn } = deps
  const { who: before } = await signIn.getSession(headers)
  return database.transaction(async (tx) => {
    const session = answer && (await signIn.signInWithPasskey(answer, headers))
    if (!session) return { ok: false, reason: 'wrong' } as const
    const account = await signIn.findAccountById(session.accountId)
    if (onlyStaff && !(account && (await findRole({ db: tx }, account, deps.config.admin.email)))) {
      await signIn.endSession(session)
      return { ok: false, reason: 'wrong' } as const
    }
    await resetLoginAttempts({ tx }, client)
    if (before) await signIn.endSession(before)
    const isStaff = await recordSignIn({ ...deps, tx }, session.accountId, from, 'by passkey')
    if (isStaff) await notePasskey({ tx }, session.sessionId, now)
    const { accountId, cookies } = session
    return { ok: true, accountId, email: account?.email ?? '', cookies } as const
  })
}

/** Whether it is somebody who works here, whose sign-ins are in the audit trail. */
async function recordSignIn(
  deps: Omit<Deps, 'database'> & { tx: Tx },
  accountId: string,
  from: string,
  detail?: string,
) {
  await enqueueTokenSync(deps, accountId, 'signed-in')
  const account = await deps.signIn.findAccountById(accountId)
  if (!account || !(await findRole({ db: deps.tx }, account, deps.config.admin.email))) return false
  const act = { act: 'admin.signed-in', record: `account:${accountId}`, ...(detail && { detail }) } as const
  await recordAct(deps, { who: accountId, from }, act)
  return true
}

/** Ends the request's session and returns the cookies that clear it. */
export async function logOut(deps: Deps, headers: Headers, from: string) {
  const { who } = await deps.signIn.getSession(headers)
  if (who)
    await deps.database.transaction(async (tx) => {
      await endSignIn({ ...deps, tx }, who)
      if (await findRole({ db: tx }, { ...who, id: who.accountId }, deps.config.admin.email)) {
        const act = { act: 'admin.signed-out', record: `account:${who.accountId}` } as const
        await recordAct({ ...deps, tx }, { who: who.accountId, from }, act)
      }
    })
  return deps.signIn.signOut(headers)
}

/** Not left to the library's `signOut`, which ignores a failed delete: this throws. */
export async function endSignIn(
  deps: Pick<Deps, 'signIn' | 'queue' | 'syncsTokens'> & { tx: Tx },
  session: { accountId: string; sessionId: string },
) {
  await deps.signIn.endSession(session)
  await enqueueTokenSync(deps, session.accountId, 'signed-out')
}
