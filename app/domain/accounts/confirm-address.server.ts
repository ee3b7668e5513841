import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import { allowTry, type Trier } from './login-tries.server.ts'
import { newPasswordProblem } from './new-password.ts'

type Means = { database: Database; signIn: SignIn }

type Confirmed =
  | { ok: true; email: string }
  | { ok: false; reason: 'too-many'; retryAt: number }
  /** `weak`: the admin's address needs a better password, which a reset link takes. */
  | { ok: false; reason: 'gone' | 'wrong' | 'weak' | 'busy' }

type Confirmation = {
  accountId: string
  password: string
  trier(email: string): Trier | undefined
  rules: { adminEmail: string; clinicName: string }
  now: number
}

/**
 * The link proves the mailbox, the password that whoever has it also made the account: otherwise a stranger could
 * sign up with somebody's address and wait for them to confirm it.
 */
export async function confirmAddress(means: Means, confirmation: Confirmation): Promise<Confirmed> {
  const { database, signIn } = means
  const { accountId, password, rules, now } = confirmation
  const account = await signIn.findAccountById(accountId)
  if (!account) return { ok: false, reason: 'gone' }
  const { email } = account
  if (account.isVerified) return { ok: true, email }
  const allowed = await database.transaction((tx) => allowTry({ tx }, confirmation.trier(email), now))
  if (!allowed.ok) return { ok: false, reason: 'too-many', retryAt: allowed.retryAt }
  const isRight = await signIn.isPasswordOf(accountId, password)
  if (isRight === undefined) return { ok: false, reason: 'busy' }
  if (!isRight) return { ok: false, reason: 'wrong' }
  // Second factors of before the proof do not count.
  if (newPasswordProblem(password, { ...account, hasSecondFactor: false }, rules)) return { ok: false, reason: 'weak' }
  const hash = await signIn.hash(password)
  if (!hash) return { ok: false, reason: 'busy' }
  await database.transaction(() => signIn.prove(accountId, hash))
  return { ok: true, email }
}
