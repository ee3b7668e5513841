import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { newPasswordProblem } from './new-password.ts'

/** How long the operator's link can be used. */
const goodForMs = 30 * 60 * 1000

/** Only who holds the link can tell it from what is stored. */
const hashOf = (token: string) => hash('sha256', token, 'base64url')

/**
 * A link with which whoever runs the website lets the admin in. Whoever can run a command here, or read what the start
 * prints, could read the database as well, so it proves the address.
 */
async function createAdminLink({ tx }: { tx: Tx }, email: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('adminLinks')
    .values({ id: randomUUID(), hash: hashOf(token), email, until: now + goodForMs })
    .execute()
  return `/login/admin/${token}`
}

/**
 * Asked for by a command, which the trail tells. Whoever asks may have lost a device, or a stranger may be in: from here
 * on the present password alone lets anybody in, and older links of this kind are gone.
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
 * At the start, while nobody could get in otherwise. Several processes print one each, of which whoever reads them cannot
 * tell which is the newest: all of them can be used until one is.
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

/** Whether it can be used; leaves it as it is. */
export async function isAdminLinkValid({ db }: Pick<Database, 'db'>, token: string, email: string, now: number) {
  const row = await db
    .selectFrom('adminLinks')
    .select('id')
    .where('hash', '=', hashOf(token))
    .where('email', '=', email)
    .where('until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

type Use = {
  token: string
  password: string
  rules: { adminEmail: string; clinicName: string }
  /** Network address, for the audit trail. */
  from: string
  now: number
}

type Used =
  | { ok: true }
  | { ok: false; reason: 'gone' | 'busy' }
  /** What is wrong with the new password; the link can still be used. */
  | { ok: false; reason: 'unfit'; problem: string }

/** Uses it up: a new password; whatever let somebody in before is gone, a second factor too. */
export async function consumeAdminLink(
  deps: { database: Database; signIn: SignIn; vault: Vault },
  { token, password, rules, from, now }: Use,
): Promise<Used> {
  const { database, signIn } = deps
  const email = rules.adminEmail
  if (!(await isAdminLinkValid(database, token, email, now))) return { ok: false, reason: 'gone' }
  const problem = newPasswordProblem(password, { email, name: 'Admin', hasSecondFactor: false }, rules)
  if (problem) return { ok: false, reason: 'unfit', problem }
  const passwordHash = await signIn.hash(password, 'owner-device')
  if (!passwordHash) return { ok: false, reason: 'busy' }
  return database.transaction(async (tx): Promise<Used> => {
    const used = await tx
      .deleteFrom('adminLinks')
      .where('hash', '=', hashOf(token))
      .where('email', '=', email)
      .where('until', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (!used) return { ok: false, reason: 'gone' }
    await tx.deleteFrom('adminLinks').execute()
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
