import type { Database } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { checkPassword, type PasswordCheck } from './check-password.server.ts'
import { getHashQueue, type LoginClient } from './login-attempts.server.ts'
import { findRole } from './find-access.server.ts'
import { findUnfit, type NewPassword, type Unfit } from './password-rules.ts'
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

/** The session from which people change their own account. */
export type CurrentSession = { accountId: string; sessionId: string; client: LoginClient | undefined; now: number }

/** `wrong`: the password does not match. */
type Rejected = Exclude<PasswordCheck, { ok: true }> | { ok: false; reason: 'gone' }

/** Ends every other session and emails the owner, all in one transaction. */
export async function changePassword(
  deps: Deps & { config: { admin: { email: string } } },
  session: CurrentSession,
  { current, password, rules, from }: NewPassword & { current: string },
): Promise<{ ok: true } | Rejected | Unfit> {
  const { database, signIn } = deps
  const account = await signIn.findAccountById(session.accountId)
  if (!account) return { ok: false, reason: 'gone' }
  const known = await checkPassword(deps, { ...session, password: current })
  if (!known.ok) return known
  const role = await findRole(database, account, deps.config.admin.email)
  const unfit = findUnfit(password, { ...account, role }, rules)
  if (unfit) return unfit
  const hash = await signIn.hash(password, getHashQueue(session.client))
  if (!hash) return { ok: false, reason: 'busy' }
  const { id, email } = account
  await database.transaction(async (tx) => {
    await signIn.setPassword(id, hash)
    await revokeAccess({ tx }, { accountId: id, exceptSessionId: session.sessionId })
    await sendEmail({ ...deps, tx }, { kind: 'password-changed', ids: { accountId: id }, recipient: email })
    if (role) await recordAct({ ...deps, tx }, { who: id, from }, { act: 'password.changed', record: `account:${id}` })
  })
  return { ok: true }
}

/** Without `sessionId` all sessions end, this one too. */
export async function endSessions(
  { database, signIn, ...deps }: Deps,
  { accountId }: Pick<CurrentSession, 'accountId'>,
  sessionId?: string,
) {
  await database.transaction(async (tx) => {
    if (sessionId) await signIn.endSession({ accountId, sessionId })
    else await signIn.endSessions({ accountId })
    await enqueueTokenSync({ ...deps, tx }, accountId, 'signed-out')
  })
}

/** Orders and past appointments stay in the clinic's records. Nobody who works here can delete their own account. */
export async function deleteAccount(
  deps: Deps,
  session: CurrentSession,
  { password, isStaff }: { password: string; isStaff: boolean },
): Promise<{ ok: true } | Rejected> {
  if (isStaff) return { ok: false, reason: 'gone' }
  const known = await checkPassword(deps, { ...session, password })
  if (!known.ok) return known
  await deps.database.transaction(() => deps.signIn.removeAccount(session.accountId))
  return { ok: true }
}
