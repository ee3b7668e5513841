import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import {
  countLoginAttempt,
  refundLoginAttempt,
  getHashQueue,
  resetLoginAttempts,
  type LoginClient,
} from './login-attempts.server.ts'

type Check = { accountId: string; password: string; trier: LoginClient | undefined; now: number }

export type PasswordCheck =
  | { ok: true }
  | { ok: false; reason: 'too-many'; retryAt: number }
  | { ok: false; reason: 'wrong' | 'busy' }

/** Asks for the password of a known account. It cannot be guessed faster here than at the login. */
export async function checkPassword(
  { database, signIn }: { database: Database; signIn: SignIn },
  { accountId, password, trier, now }: Check,
): Promise<PasswordCheck> {
  const allowed = await database.transaction((tx) => countLoginAttempt({ tx }, trier, now))
  if (!allowed.ok) return { ...allowed, reason: 'too-many' }
  const isRight = await signIn.verifyPasswordOf(accountId, password, getHashQueue(trier))
  if (isRight === undefined) {
    await database.transaction((tx) => refundLoginAttempt({ tx }, trier))
    return { ok: false, reason: 'busy' }
  }
  if (!isRight) return { ok: false, reason: 'wrong' }
  await database.transaction((tx) => resetLoginAttempts({ tx }, trier))
  return { ok: true }
}
