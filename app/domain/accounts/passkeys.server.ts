import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { CreatedPasskey } from '#app/integrations/sign-in/passkeys.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { findRole } from './find-access.server.ts'
import { notePasskey } from './working-day.server.ts'

type Deps = {
  database: Database
  signIn: SignIn
  queue: Queue
  vault: Vault
  mailDomain: string
  config: { admin: { email: string; mustHaveSecondFactor: boolean } }
}

type Added = { ok: true } | { ok: false; reason: 'wrong' | 'gone' }

/**
 * Adds the passkey that a browser created for the challenge of `headers`, and emails the owner. Only a confirmed address
 * has passkeys: otherwise somebody could wait with one until the owner of the address confirms it.
 */
export const addPasskey = (
  deps: Deps,
  { sessionId, ...owner }: Actor & { sessionId: string },
  { created, name, headers, now }: { created: CreatedPasskey | undefined; name: string; headers: Headers; now: number },
): Promise<Added> =>
  deps.database.transaction(async (tx): Promise<Added> => {
    const { signIn } = deps
    const account = await signIn.findAccountById(owner.who)
    if (!account?.isVerified) return { ok: false, reason: 'gone' }
    const passkeyId = created && (await signIn.addPasskey({ created, name }, headers))
    if (!passkeyId) return { ok: false, reason: 'wrong' }
    const isStaff = await worksHere(deps, tx, owner)
    if (isStaff) await notePasskey({ tx }, sessionId, now)
    const ids = { accountId: owner.who, passkeyId }
    await sendEmail({ ...deps, tx }, { kind: 'passkey-added', ids, recipient: account.email })
    if (isStaff) await record(deps, tx, owner, 'passkey.added')
    return { ok: true }
  })

/** False when the account has no such passkey. */
export const renamePasskey = (deps: Deps, owner: Actor, { id, name }: { id: string; name: string }) =>
  deps.database.transaction(async (tx) => {
    const isRenamed = await deps.signIn.renamePasskey({ accountId: owner.who, id, name })
    if (isRenamed && (await worksHere(deps, tx, owner))) await record(deps, tx, owner, 'passkey.renamed')
    return isRenamed
  })

/** `last`: without it, its owner has to set up two-factor authentication again before the dashboard opens. */
type Removed = { ok: true } | { ok: false; reason: 'gone' | 'last' }

export const removePasskey = (
  deps: Deps,
  owner: Actor,
  { id, isSure }: { id: string; isSure: boolean },
): Promise<Removed> =>
  deps.database.transaction(async (tx): Promise<Removed> => {
    const passkeys = await deps.signIn.listPasskeys(owner.who)
    if (!passkeys.some((passkey) => passkey.id === id)) return { ok: false, reason: 'gone' }
    const isStaff = await worksHere(deps, tx, owner)
    const account = await deps.signIn.findAccountById(owner.who)
    const isNeeded = isStaff && deps.config.admin.mustHaveSecondFactor && !account?.hasSecondFactor
    if (isNeeded && passkeys.length === 1 && !isSure) return { ok: false, reason: 'last' }
    await deps.signIn.removePasskey({ accountId: owner.who, id })
    if (isStaff) await record(deps, tx, owner, 'passkey.removed')
    return { ok: true }
  })

const record = (deps: Deps, tx: Tx, owner: Actor, act: Act['act']) =>
  recordAct({ ...deps, tx }, owner, { act, record: `account:${owner.who}` })

async function worksHere({ signIn, config }: Deps, tx: Tx, { who }: Actor) {
  const account = await signIn.findAccountById(who)
  return account !== undefined && (await findRole({ db: tx }, account, config.admin.email)) !== undefined
}
