import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { allowTry, settleTries, type Trier } from './login-tries.server.ts'
import { isAdmin } from './admin.ts'
import { tellSync } from './token-sync.server.ts'

type Means = { database: Database; signIn: SignIn; queue: Queue; vault: Vault; syncsTokens: boolean }

/** Of the request; the admin's sign-ins are in the audit trail. */
type Admin = { email: string; from: string }

type Tried = {
  email: string
  password: string
  trier: Trier | undefined
  /** Of the request: what it carried of an earlier sign-in, and the browser's name for itself. */
  headers: Headers
  admin: Admin
  now: number
}

export type LoggedIn =
  /** `cookies`: Set-Cookie values for the answer. */
  | { ok: true; accountId: string; cookies: string[] }
  | { ok: false; reason: 'too-many'; retryAt: number }
  /** `unproved`: the password is right, and the address still to be confirmed. */
  | { ok: false; reason: 'wrong' | 'unproved' | 'busy' }

/** Signs in with address and password. What it answers, and after how long, tells nothing about who has an account. */
export async function logIn(means: Means, { email, password, trier, headers, admin, now }: Tried): Promise<LoggedIn> {
  const { database, signIn } = means
  const allowed = await database.transaction((tx) => allowTry({ tx }, trier, now))
  if (!allowed.ok) return { ok: false, reason: 'too-many', retryAt: allowed.retryAt }
  const entered = await signIn.signIn({ email, password }, headers)
  if (!entered.ok) return entered
  const { who: before } = await signIn.whoIs(headers)
  await database.transaction(async (tx) => {
    await settleTries({ tx }, trier)
    // Whoever has a copy of this browser's last sign-in has nothing from now on.
    if (before) await signIn.endSession(before)
    await noteSignIn({ ...means, tx }, entered.accountId, admin)
  })
  return entered
}

async function noteSignIn(means: Omit<Means, 'database'> & { tx: Tx }, accountId: string, { email, from }: Admin) {
  await tellSync(means, accountId, 'signed-in')
  const account = await means.signIn.findAccountById(accountId)
  if (account && isAdmin(account, email))
    await recordAct(means, { who: accountId, from }, { act: 'admin.signed-in', record: `account:${accountId}` })
}

/** Ends the request's own sign-in; answers the cookies that say so. */
export async function logOut(means: Means, headers: Headers, admin: Admin) {
  const { who } = await means.signIn.whoIs(headers)
  const cookies = await means.signIn.signOut(headers)
  if (who)
    await means.database.transaction(async (tx) => {
      await tellSync({ ...means, tx }, who.accountId, 'signed-out')
      if (isAdmin(who, admin.email)) {
        const act = { act: 'admin.signed-out', record: `account:${who.accountId}` } as const
        await recordAct({ ...means, tx }, { who: who.accountId, from: admin.from }, act)
      }
    })
  return cookies
}
