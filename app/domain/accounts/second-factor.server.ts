import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type CodeAttempt, resetCodeAttempts, tryCode } from './code-attempts.server.ts'

type Deps = { database: Database; signIn: SignIn; vault: Vault }

/** Creates a secret for the authenticator app. The first right code turns it on. */
export async function startSecondFactor({ database, signIn }: Deps, { who }: Actor) {
  await database.transaction(async () => {
    const account = await signIn.findAccountById(who)
    if (account && !account.hasSecondFactor) await signIn.prepareSecondFactor(who)
  })
}

/** Ends every other session: they began without a code. */
export async function turnSecondFactorOn(deps: Deps, actor: Actor, { code, ...attempt }: CodeAttempt) {
  const appCode = code?.kind === 'totp' ? code : undefined
  const turned = await tryCode(deps, actor, { ...attempt, code: appCode }, (given, headers) =>
    deps.database.transaction((tx) => turnOn({ ...deps, tx }, actor, given, headers)),
  )
  return turned.ok ? { ...turned, backupCodes: await deps.signIn.getBackupCodes(actor.who) } : turned
}

async function turnOn(deps: Deps & { tx: Tx }, actor: Actor, code: SecondFactorCode, headers: Headers) {
  const { tx, signIn } = deps
  const account = await signIn.findAccountById(actor.who)
  if (!account || account.hasSecondFactor) return { ok: false, reason: 'wrong' } as const
  const known = await signIn.listSessions(actor.who)
  const right = await signIn.verifyCode(code, headers)
  if (!right.ok) return right
  // The library has started a new session for this device.
  for (const { id } of known) await signIn.endSession({ accountId: actor.who, sessionId: id })
  await resetCodeAttempts({ tx }, actor.who)
  await recordAct(deps, actor, { act: 'admin.second-factor-on', record: `account:${actor.who}` })
  return right
}

/** The old codes stop working. Undefined without two-factor authentication. */
export async function renewBackupCodes(deps: Deps, actor: Actor): Promise<string[] | undefined> {
  const { database, signIn } = deps
  return database.transaction(async (tx) => {
    const account = await signIn.findAccountById(actor.who)
    if (!account?.hasSecondFactor) return undefined
    const codes = await signIn.renewBackupCodes(actor.who)
    await recordAct({ ...deps, tx }, actor, { act: 'admin.codes-renewed', record: `account:${actor.who}` })
    return codes
  })
}

/** Rejected while the password is too short to protect the dashboard alone. */
export function turnSecondFactorOff(deps: Deps, actor: Actor): Promise<{ ok: boolean }> {
  return deps.database.transaction(async (tx) => {
    if (!(await deps.signIn.hasLongPassword(actor.who))) return { ok: false }
    await deps.signIn.removeSecondFactor(actor.who)
    await recordAct({ ...deps, tx }, actor, { act: 'admin.second-factor-off', record: `account:${actor.who}` })
    return { ok: true }
  })
}
