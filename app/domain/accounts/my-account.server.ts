import type { Database } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { checkPassword, type PasswordCheck } from './check-password.server.ts'
import { getHashQueue, type LoginClient } from './login-attempts.server.ts'
import { newPasswordProblem } from './new-password.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { enqueueTokenSync } from './token-sync.server.ts'

type Deps = {
  database: Database
  signIn: SignIn
  queue: Queue
  vault: Vault
  mailDomain: string
  syncsTokens: boolean
}

/** The sign-in from which somebody acts on their own account. */
export type Own = { accountId: string; sessionId: string; trier: LoginClient | undefined; now: number }

/** `wrong`: not the password of the account. */
type Refusal = Exclude<PasswordCheck, { ok: true }> | { ok: false; reason: 'gone' }

type NewPassword = {
  current: string
  password: string
  rules: { adminEmail: string; clinicName: string }
  /** Network address, for the audit trail. */
  from: string
}

/** Ends every other sign-in and tells the owner, all or nothing. The admin's is an act of the audit trail. */
export async function changePassword(
  deps: Deps,
  own: Own,
  { current, password, rules, from }: NewPassword,
): Promise<{ ok: true } | Refusal | { ok: false; reason: 'unfit'; problem: string }> {
  const { database, signIn } = deps
  const account = await signIn.findAccountById(own.accountId)
  if (!account) return { ok: false, reason: 'gone' }
  const known = await checkPassword(deps, { ...own, password: current })
  if (!known.ok) return known
  const problem = newPasswordProblem(password, account, rules)
  if (problem) return { ok: false, reason: 'unfit', problem }
  const hash = await signIn.hash(password, getHashQueue(own.trier))
  if (!hash) return { ok: false, reason: 'busy' }
  const { id, email } = account
  await database.transaction(async (tx) => {
    await signIn.setPassword(id, hash)
    await revokeAccess({ tx }, { accountId: id, exceptSessionId: own.sessionId })
    await sendEmail({ ...deps, tx }, { kind: 'password-changed', ids: { accountId: id }, recipient: email })
    if (email === rules.adminEmail && account.isVerified)
      await recordAct({ ...deps, tx }, { who: id, from }, { act: 'password.changed', record: `account:${id}` })
  })
  return { ok: true }
}

/** Ends one of their own sign-ins; without an id all of them, this one too. */
export async function endSignIns({ database, signIn, ...deps }: Deps, { accountId }: Own, sessionId?: string) {
  await database.transaction(async (tx) => {
    if (sessionId) await signIn.endSession({ accountId, sessionId })
    else await signIn.endSessions({ accountId })
    await enqueueTokenSync({ ...deps, tx }, accountId, 'signed-out')
  })
}

/** Orders and past appointments stay in the clinic's books without the account. The admin's cannot be deleted. */
export async function deleteAccount(
  deps: Deps,
  own: Own,
  { password, isAdmin }: { password: string; isAdmin: boolean },
): Promise<{ ok: true } | Refusal> {
  if (isAdmin) return { ok: false, reason: 'gone' }
  const known = await checkPassword(deps, { ...own, password })
  if (!known.ok) return known
  await deps.database.transaction(() => deps.signIn.removeAccount(own.accountId))
  return { ok: true }
}
