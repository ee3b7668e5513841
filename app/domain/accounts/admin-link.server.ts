import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { findUnfit, type NewPassword, type Unfit } from './password-rules.ts'
import { revokeAccess } from './revoke-access.server.ts'

const lifetimeMs = 30 * 60 * 1000

/** The database stores only this, so that a stolen database contains no link. */
const toHash = (token: string) => hash('sha256', token, 'base64url')

/** The operator who prints this link could read the database as well, so it counts as proof of the admin's address. */
async function createAdminLink({ tx }: { tx: Tx }, email: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('adminLinks')
    .values({ id: randomUUID(), hash: toHash(token), email, until: now + lifetimeMs })
    .execute()
  return `/login/admin/${token}`
}

/**
 * For `npm run admin:link`. The admin may have lost a device, or a stranger may be signed in: every session and older
 * link ends.
 */
export const createAdminLinkByCommand = (
  { database, signIn, vault }: { database: Database; signIn: SignIn; vault: Vault },
  email: string,
  now: number,
) =>
  database.transaction(async (tx) => {
    await tx.deleteFrom('adminLinks').execute()
    const known = await signIn.findAccount(email)
    if (known) await revokeAccess({ tx }, { accountId: known.id })
    const path = await createAdminLink({ tx }, email, now)
    await recordAct({ tx, vault }, { who: 'operator', from: 'here' }, { act: 'admin.link-made' })
    return path
  })

/**
 * At the start, while there is no admin account. Each of several processes prints a link, and the log does not show
 * which is the newest: all of them work until one is used.
 */
export async function createFirstAdminLink(
  { database, signIn }: { database: Database; signIn: SignIn },
  email: string,
  now: number,
): Promise<string | undefined> {
  if ((await signIn.findAccount(email))?.isVerified) return undefined
  return database.transaction(async (tx) => {
    await tx.deleteFrom('adminLinks').where('until', '<=', now).execute()
    return createAdminLink({ tx }, email, now)
  })
}

const findLink = (db: Db, token: string, email: string, now: number) =>
  db
    .selectFrom('adminLinks')
    .select('id')
    .where('hash', '=', toHash(token))
    .where('email', '=', email)
    .where('until', '>', now)
    .executeTakeFirst()

/** Does not use the link up. */
export const isAdminLinkValid = async ({ db }: Pick<Database, 'db'>, token: string, email: string, now: number) =>
  (await findLink(db, token, email, now)) !== undefined

type LinkUsed =
  | { ok: true }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'busy' }
  /** The link still works. */
  | Unfit

/** Sets a new password and ends all earlier access, two-factor authentication included. */
export async function consumeAdminLink(
  deps: { database: Database; signIn: SignIn; vault: Vault; config: { admin: { email: string } } },
  { token, password, rules, from, now }: NewPassword & { token: string; now: number },
): Promise<LinkUsed> {
  const { database, signIn } = deps
  const { email } = deps.config.admin
  if (!(await isAdminLinkValid(database, token, email, now))) return { ok: false, reason: 'gone' }
  const unfit = findUnfit(password, { email, name: 'Admin', hasSecondFactor: false, role: 'owner' }, rules)
  if (unfit) return unfit
  const passwordHash = await signIn.hash(password, 'owner-device')
  if (!passwordHash) return { ok: false, reason: 'busy' }
  return database.transaction(async (tx): Promise<LinkUsed> => {
    const link = await findLink(tx, token, email, now)
    const deleted = await tx.deleteFrom('adminLinks').returning('id').execute()
    // Of two uses at once, the second finds the row deleted by the first.
    if (!deleted.some(({ id }) => id === link?.id)) return database.refuse(tx, { ok: false, reason: 'gone' })
    const known = await signIn.findAccount(email)
    if (known) {
      await signIn.verifyAccount(known.id, passwordHash)
      await revokeAccess({ tx }, { accountId: known.id })
    }
    const who = known?.id ?? (await signIn.addAccount({ name: 'Admin', email, hash: passwordHash, isVerified: true }))
    await recordAct({ ...deps, tx }, { who, from }, { act: 'admin.link-used', record: `account:${who}` })
    return { ok: true }
  })
}
