import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { resetCodeAttempts, recordWrongCode, consumeCode } from './code-attempts.server.ts'

type Deps = { database: Database; signIn: SignIn; vault: Vault }

/** Creates a secret for the authenticator app. The first right code turns it on. */
export async function startSecondFactor({ database, signIn }: Deps, { who }: Actor) {
  await database.transaction(async () => {
    const account = await signIn.findAccountById(who)
    if (account && !account.hasSecondFactor) await signIn.prepareSecondFactor(who)
  })
}

type FirstCode = {
  code: SecondFactorCode | undefined
  /** Of the request, with the session cookie. */
  headers: Headers
  /** False while ABUSE_LIMITS is off. */
  isLimited: boolean
  now: number
}

export type TurnedOn =
  | { ok: true; cookies: string[]; backupCodes: string[] }
  | { ok: false; reason: 'too-many'; retryAt: number }
  | { ok: false; reason: 'wrong' }

/** Ends every other session: they began without the second factor. */
export async function turnSecondFactorOn(deps: Deps, actor: Actor, first: FirstCode): Promise<TurnedOn> {
  const { database, signIn } = deps
  const { code, headers, isLimited, now } = first
  const accountId = actor.who
  if (code?.kind !== 'totp') return { ok: false, reason: 'wrong' }
  const taken = await database.transaction((tx) => consumeCode({ tx }, { accountId, code: code.code, isLimited, now }))
  if (!taken.ok && taken.reason === 'too-many') return taken
  const turned = taken.ok && (await database.transaction((tx) => turnOn({ ...deps, tx }, actor, code, headers)))
  if (!turned) {
    await recordWrongCode(deps, actor)
    return { ok: false, reason: 'wrong' }
  }
  return { ok: true, cookies: turned.cookies, backupCodes: await signIn.getBackupCodes(accountId) }
}

async function turnOn(deps: Deps & { tx: Tx }, actor: Actor, code: SecondFactorCode, headers: Headers) {
  const { tx, signIn } = deps
  const account = await signIn.findAccountById(actor.who)
  if (!account || account.hasSecondFactor) return undefined
  const known = await signIn.listSessions(actor.who)
  const right = await signIn.verifyCode(code, headers)
  if (!right.ok) return undefined
  // The library has started a new session for this device.
  for (const { id } of known) await signIn.endSession({ accountId: actor.who, sessionId: id })
  await resetCodeAttempts({ tx }, actor.who)
  await recordAct(deps, actor, { act: 'admin.second-factor-on', record: `account:${actor.who}` })
  return right
}

/** The old codes stop working. Undefined when there is no second factor. */
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
