import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { noteFailedSignIn } from './failed-sign-ins.server.ts'
import { allowTry, giveBackTry, hashPlaceOf, settleTries, type LoginClient } from './login-tries.server.ts'
import { isAdmin } from './admin.ts'
import { forgetCodeTries, recordWrongCode, takeCode } from './second-factor-tries.server.ts'
import { tellSync } from './token-sync.server.ts'

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
  | { ok: true; accountId: string; waitsForCode: boolean; cookies: string[] }
  | { ok: false; reason: 'too-many'; retryAt: number }
  /** `unproved`: the password is right, and the address still to be confirmed. */
  | { ok: false; reason: 'wrong' | 'unproved' | 'busy' }

/** Signs in with address and password. What it answers, and after how long, tells nothing about who has an account. */
export async function logIn(deps: Deps, { email, password, trier, headers, admin, now }: Tried): Promise<LoggedIn> {
  const { database, signIn } = deps
  const allowed = await database.transaction((tx) => allowTry({ tx }, trier, now))
  if (!allowed.ok) return { ok: false, reason: 'too-many', retryAt: allowed.retryAt }
  const entered = await signIn.signIn({ email, password, place: hashPlaceOf(trier) }, headers)
  if (!entered.ok) {
    if (entered.reason === 'wrong')
      await noteFailedSignIn({ database, vault: deps.vault }, { isAdmin: email === admin.email, now })
    if (entered.reason === 'busy') await database.transaction((tx) => giveBackTry({ tx }, trier))
    return entered
  }
  const { who: before } = await signIn.whoIs(headers)
  await database.transaction(async (tx) => {
    await settleTries({ tx }, trier)
    // Whoever has a copy of this browser's last sign-in has nothing from now on.
    if (before) await signIn.endSession(before)
    if (!entered.waitsForCode) await noteSignIn({ ...deps, tx }, entered.accountId, admin)
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
  const accountId = await signIn.waitingForCode(headers)
  if (!accountId) return { ok: false, reason: 'gone' }
  if (!code) return { ok: false, reason: 'wrong' }
  const taken = await database.transaction((tx) => takeCode({ tx }, { accountId, code: code.code, isLimited, now }))
  if (!taken.ok && taken.reason === 'too-many') return taken
  // In one transaction, so that a session is made before access is revoked or not at all.
  const entered = taken.ok ? await database.transaction(() => signIn.signInWithCode(code, headers)) : taken
  if (!entered.ok) {
    if (entered.reason === 'wrong') await recordWrongCode(deps, { who: accountId, from: admin.from })
    return entered
  }
  await database.transaction(async (tx) => {
    await forgetCodeTries({ tx }, accountId)
    await noteSignIn({ ...deps, tx }, accountId, admin)
  })
  return entered
}

async function noteSignIn(deps: Omit<Deps, 'database'> & { tx: Tx }, accountId: string, { email, from }: Admin) {
  await tellSync(deps, accountId, 'signed-in')
  const account = await deps.signIn.findAccountById(accountId)
  if (account && isAdmin(account, email))
    await recordAct(deps, { who: accountId, from }, { act: 'admin.signed-in', record: `account:${accountId}` })
}

/** Ends the request's own sign-in; answers the cookies that say so. Throws when it could not be ended. */
export async function logOut(deps: Deps, headers: Headers, admin: Admin) {
  const { who } = await deps.signIn.whoIs(headers)
  if (who)
    await deps.database.transaction(async (tx) => {
      // The library passes over a database that does not take it.
      await deps.signIn.endSession(who)
      await tellSync({ ...deps, tx }, who.accountId, 'signed-out')
      if (isAdmin(who, admin.email)) {
        const act = { act: 'admin.signed-out', record: `account:${who.accountId}` } as const
        await recordAct({ ...deps, tx }, { who: who.accountId, from: admin.from }, act)
      }
    })
  return deps.signIn.signOut(headers)
}
