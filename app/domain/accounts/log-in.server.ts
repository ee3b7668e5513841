import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { recordFailedSignIn } from './failed-sign-ins.server.ts'
import {
  countLoginAttempt,
  refundLoginAttempt,
  getHashQueue,
  resetLoginAttempts,
  type LoginClient,
} from './login-attempts.server.ts'
import { isAdmin } from './admin.ts'
import { resetCodeAttempts, recordWrongCode, consumeCode } from './code-attempts.server.ts'
import { enqueueTokenSync } from './token-sync.server.ts'

type Deps = { database: Database; signIn: SignIn; queue: Queue; vault: Vault; syncsTokens: boolean }

/** Of the request; the admin's sign-ins are in the audit trail. */
type Admin = { email: string; from: string }

type Tried = {
  email: string
  password: string
  trier: LoginClient | undefined
  /** Of the request: what it carried of an earlier sign-in, and the browser's name for itself. */
  headers: Headers
  admin: Admin
  now: number
}

export type LoggedIn =
  /** `cookies`: Set-Cookie values for the answer. */
  | { ok: true; accountId: string; needsCode: boolean; cookies: string[] }
  | { ok: false; reason: 'too-many'; retryAt: number }
  /** `unproved`: the password is right, and the address still to be confirmed. */
  | { ok: false; reason: 'wrong' | 'unproved' | 'busy' }

/** Signs in with address and password. What it answers, and after how long, tells nothing about who has an account. */
export async function logIn(deps: Deps, { email, password, trier, headers, admin, now }: Tried): Promise<LoggedIn> {
  const { database, signIn } = deps
  const allowed = await database.transaction((tx) => countLoginAttempt({ tx }, trier, now))
  if (!allowed.ok) return { ok: false, reason: 'too-many', retryAt: allowed.retryAt }
  const entered = await signIn.signIn({ email, password, place: getHashQueue(trier) }, headers)
  if (!entered.ok) {
    if (entered.reason === 'wrong')
      await recordFailedSignIn({ database, vault: deps.vault }, { isAdmin: email === admin.email, now })
    if (entered.reason === 'busy') await database.transaction((tx) => refundLoginAttempt({ tx }, trier))
    return entered
  }
  const { who: before } = await signIn.getSession(headers)
  await database.transaction(async (tx) => {
    await resetLoginAttempts({ tx }, trier)
    // Whoever has a copy of this browser's last sign-in has nothing from now on.
    if (before) await signIn.endSession(before)
    if (!entered.needsCode) await recordSignIn({ ...deps, tx }, entered.accountId, admin)
  })
  return entered
}

export type LoggedInWithCode =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'too-many'; retryAt: number }
  /** `gone`: the password has to be given once more. */
  | { ok: false; reason: 'wrong' | 'gone' }

type TriedCode = Pick<Tried, 'headers' | 'admin' | 'now'> & {
  code: SecondFactorCode | undefined
  /** False while ABUSE_LIMITS is off. */
  isLimited: boolean
}

/** Ends a sign-in that waits for a second factor with it. */
export async function logInWithCode(deps: Deps, tried: TriedCode): Promise<LoggedInWithCode> {
  const { database, signIn } = deps
  const { code, isLimited, headers, admin, now } = tried
  const accountId = await signIn.findPendingAccount(headers)
  if (!accountId) return { ok: false, reason: 'gone' }
  if (!code) return { ok: false, reason: 'wrong' }
  const taken = await database.transaction((tx) => consumeCode({ tx }, { accountId, code: code.code, isLimited, now }))
  if (!taken.ok && taken.reason === 'too-many') return taken
  // In one transaction, so that a session is made before access is revoked or not at all.
  const entered = taken.ok ? await database.transaction(() => signIn.signInWithCode(code, headers)) : taken
  if (!entered.ok) {
    if (entered.reason === 'wrong') await recordWrongCode(deps, { who: accountId, from: admin.from })
    return entered
  }
  await database.transaction(async (tx) => {
    await resetCodeAttempts({ tx }, accountId)
    await recordSignIn({ ...deps, tx }, accountId, admin)
  })
  return entered
}

async function recordSignIn(deps: Omit<Deps, 'database'> & { tx: Tx }, accountId: string, { email, from }: Admin) {
  await enqueueTokenSync(deps, accountId, 'signed-in')
  const account = await deps.signIn.findAccountById(accountId)
  if (account && isAdmin(account, email))
    await recordAct(deps, { who: accountId, from }, { act: 'admin.signed-in', record: `account:${accountId}` })
}

/** Ends the request's own sign-in; answers the cookies that say so. Throws when it could not be ended. */
export async function logOut(deps: Deps, headers: Headers, admin: Admin) {
  const { who } = await deps.signIn.getSession(headers)
  if (who)
    await deps.database.transaction(async (tx) => {
      // The library passes over a database that does not take it.
      await deps.signIn.endSession(who)
      await enqueueTokenSync({ ...deps, tx }, who.accountId, 'signed-out')
      if (isAdmin(who, admin.email)) {
        const act = { act: 'admin.signed-out', record: `account:${who.accountId}` } as const
        await recordAct({ ...deps, tx }, { who: who.accountId, from: admin.from }, act)
      }
    })
  return deps.signIn.signOut(headers)
}
