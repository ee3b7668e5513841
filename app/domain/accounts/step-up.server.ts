import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { checkPassword, type PasswordCheck } from './check-password.server.ts'
import type { LoginClient } from './login-attempts.server.ts'
import { type CodeAttempt, resetCodeAttempts, tryCode } from './code-attempts.server.ts'
import { openWorkingDay } from './working-day.server.ts'

type Deps = { database: Database; signIn: SignIn; vault: Vault }

type Proof = Omit<CodeAttempt, 'isLimited'> & {
  sessionId: string
  password: string
  /** Undefined while ABUSE_LIMITS is off. */
  client: LoginClient | undefined
}

/** Confirms the admin's identity by a code, or by the password without two-factor authentication, and starts a new working day. */
export async function stepUp(deps: Deps, actor: Actor, proof: Proof): Promise<PasswordCheck> {
  const { database, signIn } = deps
  const account = await signIn.findAccountById(actor.who)
  if (!account) return { ok: false, reason: 'wrong' }
  const shown = account.hasSecondFactor
    ? await tryCode(deps, actor, { ...proof, isLimited: proof.client !== undefined }, signIn.verifyCode)
    : await checkPassword(deps, { ...proof, accountId: actor.who })
  if (!shown.ok) return shown
  await database.transaction(async (tx) => {
    if (account.hasSecondFactor) await resetCodeAttempts({ tx }, actor.who)
    await openWorkingDay({ tx }, proof.sessionId, proof.now)
    await recordAct({ ...deps, tx }, actor, { act: 'admin.stepped-up', record: `account:${actor.who}` })
  })
  return { ok: true }
}
