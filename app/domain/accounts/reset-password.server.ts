import type { Database } from '#app/database/connection.server.ts'
import { randomUUID } from 'node:crypto'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { countPost, type Allowed, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { countAccountEmail } from './account-emails.server.ts'
import { resetLoginAttempts, type LoginClient } from './login-attempts.server.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { newPasswordProblem } from './new-password.ts'

type Deps = { database: Database; signIn: SignIn; queue: Queue; vault: Vault; mailDomain: string }

/** How long the link in the email can be used. */
const resetWithinMs = 30 * 60 * 1000

/** Sends a link to the address if it has an account. Answer and work are the same if it has none. */
export function requestReset(
  { database, signIn, ...deps }: Omit<Deps, 'vault'>,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Allowed> {
  return database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'reset', sender, now)
    if (!allowed.ok) return allowed
    const mayWrite = await countAccountEmail({ tx }, sender, now)
    if (!mayWrite.ok) return mayWrite
    // Of nobody's when the address has no account: what is written is alike, and the email is never rendered.
    const accountId = (await signIn.findAccount(email))?.id ?? randomUUID()
    const resetId = await signIn.addReset({ accountId, until: now + resetWithinMs })
    await sendEmail({ ...deps, tx }, { kind: 'password-reset', ids: { resetId }, recipient: email })
    return { ok: true }
  })
}

type Reset =
  | { ok: true; email: string }
  | { ok: false; reason: 'gone' | 'busy' }
  /** What is wrong with the new password; the link can still be used. */
  | { ok: false; reason: 'unfit'; problem: string }

type NewPassword = {
  resetId: string
  password: string
  trier(email: string): LoginClient | undefined
  rules: { adminEmail: string; clinicName: string }
  /** Network address, for the audit trail. */
  from: string
  now: number
}

/**
 * Uses the link: new password, all sign-ins ended, and the owner told, all or nothing. Of an account whose address was
 * never proved the link is the proof, so whoever made it loses what they had; a second factor of a proved one stays.
 */
export async function resetPassword(deps: Deps, reset: NewPassword): Promise<Reset> {
  const { database, signIn } = deps
  const { resetId, password, trier, rules, from, now } = reset
  const accountId = await signIn.findReset(resetId, now)
  const account = accountId && (await signIn.findAccountById(accountId))
  if (!account) return { ok: false, reason: 'gone' }
  // The proof removes a second factor of before, so it makes up for nothing.
  const hasSecondFactor = account.isVerified && account.hasSecondFactor
  const problem = newPasswordProblem(password, { ...account, hasSecondFactor }, rules)
  if (problem) return { ok: false, reason: 'unfit', problem }
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) return { ok: false, reason: 'busy' }
  const { id, email } = account
  return database.transaction(async (tx): Promise<Reset> => {
    if ((await signIn.consumeReset(resetId, now)) !== id) return { ok: false, reason: 'gone' }
    if (account.isVerified) await signIn.setPassword(id, hash)
    else await signIn.verifyAccount(id, hash)
    await revokeAccess({ tx }, { accountId: id })
    await resetLoginAttempts({ tx }, trier(email))
    await sendEmail({ ...deps, tx }, { kind: 'password-changed', ids: { accountId: id }, recipient: email })
    if (email === rules.adminEmail)
      await recordAct({ ...deps, tx }, { who: id, from }, { act: 'password.changed', record: `account:${id}` })
    return { ok: true, email }
  })
}
