import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { PasskeyAnswer } from '#app/integrations/sign-in/passkeys.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { checkPassword, type PasswordCheck } from './check-password.server.ts'
import { findConfirmation } from './confirmation.server.ts'
import { type LoginClient, passkeyClient, resetLoginAttempts } from './login-attempts.server.ts'
import { type CodeAttempt, resetCodeAttempts, tryCode } from './code-attempts.server.ts'
import { notePasskey, openWorkingDay } from './working-day.server.ts'

type Deps = {
  database: Database
  signIn: SignIn
  vault: Vault
  config: { admin: { mustHaveSecondFactor: boolean } }
}

type Proof = Omit<CodeAttempt, 'isLimited'> & {
  sessionId: string
  password: string
  /** Given: it counts, instead of a code or the password. */
  passkey: PasskeyAnswer | undefined
  /** Undefined while ABUSE_LIMITS is off. */
  client: LoginClient | undefined
}

/** Confirms who is at the dashboard (`findConfirmation`), and starts a new working day. */
export async function stepUp(deps: Deps, actor: Actor, proof: Proof): Promise<PasswordCheck> {
  const { database, signIn } = deps
  const account = await signIn.findAccountById(actor.who)
  if (!account) return wrong
  const { by } = await findConfirmation(deps, { ...account, accountId: actor.who })
  const shown = proof.passkey
    ? await tryPasskey(deps, actor, proof.passkey, proof)
    : by === 'code'
      ? await tryCode(deps, actor, { ...proof, isLimited: proof.client !== undefined }, signIn.verifyCode)
      : by === 'password'
        ? await checkPassword(deps, { ...proof, accountId: actor.who })
        : wrong
  if (!shown.ok) return shown
  const usedPasskey = proof.passkey !== undefined
  await database.transaction(async (tx) => {
    if (by === 'code') await resetCodeAttempts({ tx }, actor.who)
    await openWorkingDay({ tx }, proof.sessionId, proof.now)
    if (usedPasskey) await notePasskey({ tx }, proof.sessionId, proof.now)
    const act = { act: 'admin.stepped-up', record: `account:${actor.who}` } as const
    await recordAct({ ...deps, tx }, actor, usedPasskey ? { ...act, detail: 'by passkey' } : act)
  })
  return { ok: true }
}

const wrong = { ok: false, reason: 'wrong' } as const

/** The library starts a session for every passkey that is right; this one is not for use. */
const tryPasskey = (
  { database, signIn }: Deps,
  { who }: Actor,
  answer: PasskeyAnswer,
  { headers, client }: Pick<Proof, 'headers' | 'client'>,
) =>
  database.transaction(async (tx) => {
    const session = await signIn.signInWithPasskey(answer, headers)
    if (session) await signIn.endSession(session)
    if (session?.accountId !== who) return wrong
    await resetLoginAttempts({ tx }, client && passkeyClient(client))
    return { ok: true } as const
  })
