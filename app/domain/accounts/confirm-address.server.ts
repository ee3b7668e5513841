import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Confirmation } from './account-links.ts'
import { checkPassword, type PasswordCheck } from './check-password.server.ts'
import { getHashQueue, type LoginClient } from './login-attempts.server.ts'
import { findUnfit, type PasswordContext } from './password-rules.ts'
import { revokeAccess } from './revoke-access.server.ts'

type Confirmed =
  | { ok: true; email: string }
  | Exclude<PasswordCheck, { ok: true }>
  /** `weak`: the admin's address needs a better password; a reset link sets one. */
  | { ok: false; reason: 'gone' | 'weak' }

type ConfirmationInput = {
  link: Confirmation
  password: string
  getClient(email: string): LoginClient | undefined
  rules: PasswordContext
  now: number
}

/**
 * The link proves who owns the mailbox, and the password proves that the same person made the account. Without the
 * password, a stranger could sign up with another person's address and wait for them to confirm it.
 */
export async function confirmAddress(
  deps: { database: Database; signIn: SignIn },
  { link, password, getClient, rules, now }: ConfirmationInput,
): Promise<Confirmed> {
  const { database, signIn } = deps
  const account = await signIn.findAccountById(link.accountId)
  if (!account) return { ok: false, reason: 'gone' }
  const { id: accountId, email } = account
  // A second press: the caller signs in as usual.
  if (account.isVerified) return { ok: true, email }
  if (!(await signIn.hasConfirmation(link, now))) return { ok: false, reason: 'gone' }
  const client = getClient(email)
  const known = await checkPassword(deps, { accountId, password, client, now })
  if (!known.ok) return known
  // The confirmation removes two-factor authentication, so it cannot make up for a short password.
  if (findUnfit(password, { ...account, hasSecondFactor: false }, rules)) return { ok: false, reason: 'weak' }
  const hash = await signIn.hash(password, getHashQueue(client))
  if (!hash) return { ok: false, reason: 'busy' }
  return database.transaction(async (tx): Promise<Confirmed> => {
    // The link may have been revoked while the password was hashed.
    if (!(await signIn.hasConfirmation(link, now))) return { ok: false, reason: 'gone' }
    await signIn.verifyAccount(accountId, hash)
    await revokeAccess({ tx }, { accountId })
    return { ok: true, email }
  })
}
