import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { findUnfit, type NewPassword, type Unfit } from './password-rules.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { isPersonTaken, type PersonTaken } from './person-taken.server.ts'
import { describeRole, type GivenRole, type InvitedRole, mayManage } from './roles.ts'
import type { StaffActor } from './staff.server.ts'

type Deps = { database: Database; signIn: SignIn; queue: Queue; vault: Vault; mailDomain: string }

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The newest first, also those whose link has ended. Times are epoch milliseconds. */
export const listInvitations = ({ db }: Pick<Database, 'db'>) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'person', 'invitedAt', 'until'])
    .orderBy('invitedAt', 'desc')
    .execute()

/** Undefined once it is accepted, withdrawn, replaced or over. */
export const findInvitation = ({ db }: { db: Db }, id: string, now: number) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'person'])
    .where('id', '=', id)
    .where('until', '>', now)
    .executeTakeFirst()

export type Invited = { ok: true } | { ok: false; reason: 'not-allowed' | 'works-here' | 'is-owner' } | PersonTaken

/** Sends a link to the address. An earlier invitation of the same address ends. */
export const invite = (
  deps: Deps & { config: { admin: { email: string } } },
  actor: StaffActor,
  { email, given, now }: { email: string; given: GivenRole; now: number },
): Promise<Invited> =>
  deps.database.transaction(async (tx): Promise<Invited> => {
    const { role, person = null } = given
    if (email === deps.config.admin.email) return { ok: false, reason: 'is-owner' }
    const before = await tx.selectFrom('invitations').select('role').where('email', '=', email).executeTakeFirst()
    if (![role, ...(before ? [before.role] : [])].every((one) => mayManage(actor.role, one)))
      return { ok: false, reason: 'not-allowed' }
    const member = await tx
      .selectFrom('staff')
      .innerJoin('users', 'users.id', 'staff.accountId')
      .select('users.id')
      .where('users.email', '=', email)
      .executeTakeFirst()
    if (member) return { ok: false, reason: 'works-here' }
    if (person && (await isPersonTaken(deps, tx, { person, email, now }))) return { ok: false, reason: 'person-taken' }
    const id = randomUUID()
    await tx.deleteFrom('invitations').where('email', '=', email).execute()
    await tx
      .insertInto('invitations')
      .values({ id, email, role, person, invitedAt: now, until: now + lifetimeMs })
      .execute()
    await sendEmail({ ...deps, tx }, { kind: 'staff-invitation', ids: { invitationId: id }, recipient: email })
    await recordAct({ ...deps, tx }, actor, { act: 'staff.invited', detail: describeRole(given) })
    return { ok: true }
  })

/** False when it is gone already, or is for a role that this one doesn't manage. */
export const withdrawInvitation = (deps: Pick<Deps, 'database' | 'vault'>, actor: StaffActor, id: string) =>
  deps.database.transaction(async (tx) => {
    const invitation = await deleteInvitation(tx, id).executeTakeFirst()
    if (!invitation || !mayManage(actor.role, invitation.role)) return deps.database.refuse(tx, false)
    await recordAct({ ...deps, tx }, actor, { act: 'staff.withdrawn', detail: describeRole(invitation) })
    return true
  })

type Ids = { invitationId: string; from: string; now: number }
type OwnerDeps = Deps & { config: { admin: { email: string } } }

/** `known`: a confirmed account has the address; its owner signs in and joins. */
type Accepted =
  | { ok: true; email: string }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'known' }
  | { ok: false; reason: 'busy' }
  | Unfit

/**
 * For somebody without a confirmed account: the link proves the address, so a password, sessions and two-factor
 * authentication from before are replaced, as with every proof of an address.
 */
export async function acceptInvitation(
  deps: OwnerDeps,
  { invitationId, name, password, rules, from, now }: NewPassword & Ids & { name: string },
): Promise<Accepted> {
  const { database, signIn } = deps
  const invitation = await findInvitation(database, invitationId, now)
  if (!invitation) return { ok: false, reason: 'gone' }
  const { email, role, person } = invitation
  const unfit = findUnfit(password, { email, name, hasSecondFactor: false, role }, rules)
  if (unfit) return unfit
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) return { ok: false, reason: 'busy' }
  return database.transaction(async (tx): Promise<Accepted> => {
    const known = await signIn.findAccount(email)
    if (known?.isVerified) return { ok: false, reason: 'known' }
    if (!(await consume(tx, invitationId, now))) return { ok: false, reason: 'gone' }
    if (known) {
      await signIn.verifyAccount(known.id, hash)
      await signIn.rename(known.id, name)
      await revokeAccess({ tx }, { accountId: known.id })
    }
    const accountId = known?.id ?? (await signIn.addAccount({ name, email, hash, isVerified: true }))
    await join(deps, tx, { accountId, role, person, from, now })
    return { ok: true, email }
  })
}

/** For somebody who is signed in with the confirmed address of the invitation. False: it is gone, or for somebody else. */
export const joinStaff = (
  deps: OwnerDeps,
  account: { accountId: string; email: string; isVerified: boolean },
  ids: Ids,
) =>
  deps.database.transaction(async (tx) => {
    const { invitationId, from, now } = ids
    const invitation = await consume(tx, invitationId, now)
    if (!account.isVerified || invitation?.email !== account.email) return deps.database.refuse(tx, false)
    await join(deps, tx, { ...invitation, accountId: account.accountId, from, now })
    return true
  })

/** Of two uses at once, the second finds nothing. */
const deleteInvitation = (tx: Tx, id: string) =>
  tx.deleteFrom('invitations').where('id', '=', id).returning(['email', 'role', 'person'])

const consume = (tx: Tx, id: string, now: number) =>
  deleteInvitation(tx, id).where('until', '>', now).executeTakeFirst()

type Joining = {
  accountId: string
  role: InvitedRole
  person: `person:${string}` | null
  from: string
  now: number
}

/** The owner is told, in case the link reached somebody else. */
async function join(deps: OwnerDeps, tx: Tx, { accountId, role, person, from, now }: Joining) {
  await tx
    .insertInto('staff')
    .values({ accountId, role, person, since: now })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ role, person, since: now }))
    .execute()
  const recipient = deps.config.admin.email
  await sendEmail({ ...deps, tx }, { kind: 'staff-joined', ids: { accountId }, recipient })
  const act = { act: 'staff.joined', record: `staff:${accountId}`, detail: describeRole({ role, person }) } as const
  await recordAct({ ...deps, tx }, { who: accountId, from }, act)
}
