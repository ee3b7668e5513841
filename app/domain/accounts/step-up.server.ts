import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { checkPassword } from './check-password.server.ts'
import type { LoginClient } from './login-attempts.server.ts'
import { resetCodeAttempts, recordWrongCode, consumeCode } from './code-attempts.server.ts'
import { openWorkingDay } from './working-day.server.ts'

type Deps = { database: Database; signIn: SignIn; vault: Vault }

type Proof = {
  sessionId: string
  password: string
  code: SecondFactorCode | undefined
  /** Undefined while ABUSE_LIMITS is off. */
  client: LoginClient | undefined
  /** Of the request, with the session cookie. */
  headers: Headers
  now: number
}

export type SteppedUp =
  | { ok: true }
  | { ok: false; reason: 'too-many'; retryAt: number }
  | { ok: false; reason: 'wrong' | 'busy' }

/** Confirms the admin's identity by second factor, or by password where none is set, and starts a new working day. */
export async function stepUp(deps: Deps, actor: Actor, proof: Proof): Promise<SteppedUp> {
  const { database, signIn } = deps
  const account = await signIn.findAccountById(actor.who)
  if (!account) return { ok: false, reason: 'wrong' }
  const shown = account.hasSecondFactor
    ? await byCode(deps, actor, proof)
    : await checkPassword(deps, { ...proof, accountId: actor.who })
  if (!shown.ok) return shown
  await database.transaction(async (tx) => {
    await openWorkingDay({ tx }, proof.sessionId, proof.now)
    await recordAct({ ...deps, tx }, actor, { act: 'admin.stepped-up', record: `account:${actor.who}` })
  })
  return { ok: true }
}

async function byCode(deps: Deps, actor: Actor, { code, client, headers, now }: Proof): Promise<SteppedUp> {
  const { database, signIn } = deps
  if (!code?.code) return { ok: false, reason: 'wrong' }
  const tried = { accountId: actor.who, code: code.code, isLimited: client !== undefined, now }
  const taken = await database.transaction((tx) => consumeCode({ tx }, tried))
  if (!taken.ok && taken.reason === 'too-many') return taken
  if (!taken.ok || !(await signIn.verifyCode(code, headers)).ok) {
    await recordWrongCode(deps, actor)
    return { ok: false, reason: 'wrong' }
  }
  await database.transaction((tx) => resetCodeAttempts({ tx }, actor.who))
  return { ok: true }
}
