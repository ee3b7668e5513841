import type { Database } from '#app/database/connection.server.ts'
import type { Allowed, TooMany } from '#app/domain/limits/limits.server.ts'
import type { HashQueueName, SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import {
  countLoginAttempt,
  getHashQueue,
  type LoginClient,
  refundLoginAttempt,
  resetLoginAttempts,
} from './login-attempts.server.ts'

type Attempt = { client: LoginClient | undefined; now: number }

/** Counts an attempt before `check`, and gives it back when the password queue was full. */
export async function tryPassword<Check extends { ok: true } | { ok: false; reason: string }>(
  { database }: { database: Database },
  { client, now }: Attempt,
  check: (queue: HashQueueName) => Promise<Check>,
): Promise<Check | TooMany> {
  const allowed = await database.transaction((tx) => countLoginAttempt({ tx }, client, now))
  if (!allowed.ok) return allowed
  const checked = await check(getHashQueue(client))
  if (!checked.ok && checked.reason === 'busy') await database.transaction((tx) => refundLoginAttempt({ tx }, client))
  return checked
}

export type PasswordCheck = Allowed | { ok: false; reason: 'wrong' } | { ok: false; reason: 'busy' }

/** Checks the password of a known account, with the same limits as the login. */
export async function checkPassword(
  { database, signIn }: { database: Database; signIn: SignIn },
  { accountId, password, ...attempt }: Attempt & { accountId: string; password: string },
): Promise<PasswordCheck> {
  const checked = await tryPassword({ database }, attempt, (queue) => signIn.verifyPassword(accountId, password, queue))
  if (checked.ok) await database.transaction((tx) => resetLoginAttempts({ tx }, attempt.client))
  return checked
}
