import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import { checkPassword, type PasswordCheck } from './check-password.server.ts'
import { getHashQueue, type LoginClient } from './login-attempts.server.ts'
import type { Confirmation } from './confirm-link.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { newPasswordProblem } from './new-password.ts'

type Deps = { database: Database; signIn: SignIn }

type Confirmed =
  | { ok: true; email: string }
  | Exclude<PasswordCheck, { ok: true }>
  /** `weak`: the admin's address needs a better password, which a reset link takes. */
  | { ok: false; reason: 'gone' | 'weak' }

type ConfirmationInput = {
  link: Confirmation
  password: string
  trier(email: string): LoginClient | undefined
  rules: { adminEmail: string; clinicName: string }
  now: number
}

/**
 * The link proves the mailbox, the password that whoever has it also made the account: otherwise a stranger could
 * sign up with somebody's address and wait for them to confirm it.
 */
export async function confirmAddress(deps: Deps, input: ConfirmationInput): Promise<Confirmed> {
  const { database, signIn } = deps
  const { link, password, rules, now } = input
  const account = await signIn.findAccountById(link.accountId)
  if (!account) return { ok: false, reason: 'gone' }
  const { id: accountId, email } = account
  // A second press: what follows is a sign-in as any other.
  if (account.isVerified) return { ok: true, email }
  if (!(await signIn.hasConfirmation(link, now))) return { ok: false, reason: 'gone' }
  const trier = input.trier(email)
  const known = await checkPassword(deps, { accountId, password, trier, now })
  if (!known.ok) return known
  // Second factors of before the proof do not count.
  if (newPasswordProblem(password, { ...account, hasSecondFactor: false }, rules)) return { ok: false, reason: 'weak' }
  const hash = await signIn.hash(password, getHashQueue(trier))
  if (!hash) return { ok: false, reason: 'busy' }
  return database.transaction(async (tx): Promise<Confirmed> => {
    // It may have been revoked while the password was looked at.
    if (!(await signIn.hasConfirmation(link, now))) return { ok: false, reason: 'gone' }
    await signIn.verifyAccount(accountId, hash)
    await revokeAccess({ tx }, { accountId })
    return { ok: true, email }
  })
}
