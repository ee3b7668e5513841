import type { Database } from '#app/database/connection.server.ts'
import type { Allowed } from '#app/domain/limits/limits.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import {
  countLoginAttempt,
  getHashQueue,
  type LoginClient,
  refundLoginAttempt,
  resetLoginAttempts,
} from './login-attempts.server.ts'

type PasswordAttempt = { accountId: string; password: string; client: LoginClient | undefined; now: number }

export type PasswordCheck = Allowed | { ok: false; reason: 'wrong' } | { ok: false; reason: 'busy' }

/** Checks the password of a known account, with the same limits as the login. */
export async function checkPassword(
  { database, signIn }: { database: Database; signIn: SignIn },
  { accountId, password, client, now }: PasswordAttempt,
): Promise<PasswordCheck> {
  const allowed = await database.transaction((tx) => countLoginAttempt({ tx }, client, now))
  if (!allowed.ok) return allowed
  const isRight = await signIn.verifyPassword(accountId, password, getHashQueue(client))
  if (isRight === undefined) {
    await database.transaction((tx) => refundLoginAttempt({ tx }, client))
    return { ok: false, reason: 'busy' }
  }
  if (!isRight) return { ok: false, reason: 'wrong' }
  await database.transaction((tx) => resetLoginAttempts({ tx }, client))
  return { ok: true }
}
