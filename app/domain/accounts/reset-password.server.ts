import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { type Allowed, countPost, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { countAccountEmail } from './account-emails.server.ts'
import { type LoginClient, resetLoginAttempts } from './login-attempts.server.ts'
import { findRole } from './find-access.server.ts'
import { findUnfit, type NewPassword, type Unfit } from './password-rules.ts'
import { revokeAccess } from './revoke-access.server.ts'

type Deps = { database: Database; signIn: SignIn; queue: Queue; vault: Vault; mailDomain: string }

const lifetimeMs = 30 * 60 * 1000

/** Sends a link to the address if it has an account. Answer and work are the same if it has none. */
export function requestReset(
  { database, signIn, ...deps }: Omit<Deps, 'vault'>,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Allowed> {
  return database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'reset', sender, now)
    if (!allowed.ok) return allowed
    const emailAllowed = await countAccountEmail({ tx }, sender, now)
    if (!emailAllowed.ok) return emailAllowed
    // Without an account a random id stands in: the same rows are written, and the email is never rendered.
    const accountId = (await signIn.findAccount(email))?.id ?? randomUUID()
    const resetId = await signIn.addReset({ accountId, until: now + lifetimeMs })
    await sendEmail({ ...deps, tx }, { kind: 'password-reset', ids: { resetId }, recipient: email })
    return { ok: true }
  })
}

type Reset =
  | { ok: true; email: string }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'busy' }
  /** The link still works. */
  | Unfit

type ResetInput = NewPassword & {
  resetId: string
  getClient(email: string): LoginClient | undefined
  now: number
}

/**
 * Uses the link up: sets the password, ends all sessions and emails the owner, in one transaction. On an unverified
 * account the link also proves the address, so earlier access is removed; two-factor authentication of a verified one
 * stays. So do passkeys of people who work here, since the mailbox alone must not open the dashboard; those of others go,
 * since one may be a stranger's. The email says which are left.
 */
export async function resetPassword(
  deps: Deps & { config: { admin: { email: string } } },
  input: ResetInput,
): Promise<Reset> {
  const { database, signIn } = deps
  const { resetId, password, getClient, rules, from, now } = input
  const accountId = await signIn.findReset(resetId, now)
  const account = accountId && (await signIn.findAccountById(accountId))
  if (!account) return { ok: false, reason: 'gone' }
  const hasSecondFactor = account.isVerified && account.hasSecondFactor
  const role = await findRole(database, { ...account, isVerified: true }, deps.config.admin.email)
  const unfit = findUnfit(password, { ...account, hasSecondFactor, role }, rules)
  if (unfit) return unfit
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) return { ok: false, reason: 'busy' }
  const { id, email } = account
  return database.transaction(async (tx): Promise<Reset> => {
    if ((await signIn.consumeReset(resetId, now)) !== id) return { ok: false, reason: 'gone' }
    if (account.isVerified) await signIn.setPassword(id, hash)
    else await signIn.verifyAccount(id, hash)
    if (!role) await signIn.removePasskeys(id)
    await revokeAccess({ tx }, { accountId: id })
    await resetLoginAttempts({ tx }, getClient(email))
    await sendEmail({ ...deps, tx }, { kind: 'password-changed', ids: { accountId: id }, recipient: email })
    if (role) await recordAct({ ...deps, tx }, { who: id, from }, { act: 'password.changed', record: `account:${id}` })
    return { ok: true, email }
  })
}
