import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { isOwnerOfPasskey } from './accounts.server.ts'
import { openHandover } from './handovers.server.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { isPersonTaken, type PersonTaken } from './person-taken.server.ts'
import { describeRole, type GivenRole, type InvitedRole, mayManage, type Role } from './roles.ts'
import { enqueueTokenSync } from './token-sync.server.ts'

/** Who acts, and with which role. */
export type StaffActor = Actor & { role: Role }

/** `since`: epoch milliseconds; the owner has none. */
export type StaffMember = {
  accountId: string
  name: string
  email: string
  role: Role
  /** Who a practitioner is on the team. */
  person?: PersonResource
  hasSecondFactor: boolean
  hasPasskeys: boolean
  since?: number
}

/** Everybody who may open the dashboard: the owner, then the others by name. */
export async function listStaff({ db }: Pick<Database, 'db'>, adminEmail: string): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('staff', 'staff.accountId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.emailVerified', 'users.twoFactorEnabled'])
    .select(['staff.role', 'staff.person', 'staff.since', isOwnerOfPasskey])
    .where((where) => where.or([where('users.email', '=', adminEmail), where('staff.role', 'is not', null)]))
    .execute()
  return rows
    .flatMap(({ id, emailVerified, twoFactorEnabled, hasPasskeys, role, person, since, ...account }): StaffMember[] => {
      const actual: Role | null = account.email === adminEmail ? 'owner' : role
      if (!emailVerified || !actual) return []
      const factors = { hasSecondFactor: Boolean(twoFactorEnabled), hasPasskeys: Boolean(hasPasskeys) }
      const member = { ...account, accountId: id, role: actual, ...factors }
      if (actual === 'owner' || since === null) return [member]
      return [{ ...member, since, ...(person && { person }) }]
    })
    .toSorted((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)))
}

const rank = ({ role }: StaffMember) => (role === 'owner' ? 0 : 1)
export const nameOf = ({ name, email }: Pick<StaffMember, 'name' | 'email'>) => name || email

type Deps = { database: Database; queue: Queue; vault: Vault; syncsTokens: boolean }

/** `left`: who of the team has no access any more. `changed`: somebody else was faster; `not-allowed`: the role of who acts doesn't manage this one. */
type Managed = { ok: true; left?: PersonResource } | { ok: false; reason: 'changed' | 'not-allowed' }

/** It counts from the next request on. `was`: the role that was shown. */
export const changeRole = (
  deps: Deps,
  actor: StaffActor,
  { accountId, was, given, now }: { accountId: string; was: InvitedRole; given: GivenRole; now: number },
): Promise<Managed | PersonTaken> =>
  deps.database.transaction(async (tx): Promise<Managed | PersonTaken> => {
    const { role, person = null } = given
    if (!mayManage(actor.role, was) || !mayManage(actor.role, role)) return { ok: false, reason: 'not-allowed' }
    const before = await tx
      .selectFrom('staff')
      .select(['role', 'person'])
      .where('accountId', '=', accountId)
      .where('role', '=', was)
      .executeTakeFirst()
    if (!before) return { ok: false, reason: 'changed' }
    if (person && (await isPersonTaken(deps, tx, { person, accountId, now })))
      return { ok: false, reason: 'person-taken' }
    const changed = await tx
      .updateTable('staff')
      .set({ role, person })
      .where('accountId', '=', accountId)
      .where('role', '=', was)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) === 0) return { ok: false, reason: 'changed' }
    const left = before.person !== null && before.person !== person ? before.person : undefined
    if (left) await openHandover(tx, left, now)
    const detail = [before, given].map(describeRole)
    if (detail[0] !== detail[1])
      await recordAct({ ...deps, tx }, actor, {
        act: 'staff.role-changed',
        record: `staff:${accountId}`,
        detail: detail.join(' to '),
      })
    return { ok: true, ...(left && { left }) }
  })

/** Ends sessions, links and passkeys at once, and has appointments handed over. The account stays, as one of a patient. */
export const endAccess = (
  deps: Deps,
  actor: StaffActor,
  { accountId, was, now }: { accountId: string; was: InvitedRole; now: number },
): Promise<Managed> =>
  deps.database.transaction(async (tx): Promise<Managed> => {
    if (!mayManage(actor.role, was)) return { ok: false, reason: 'not-allowed' }
    const ended = await tx
      .deleteFrom('staff')
      .where('accountId', '=', accountId)
      .where('role', '=', was)
      .returning('person')
      .executeTakeFirst()
    if (!ended) return { ok: false, reason: 'changed' }
    const left = ended.person ?? undefined
    if (left) await openHandover(tx, left, now)
    await revokeAccess({ tx }, { accountId })
    await tx.deleteFrom('passkeys').where('userId', '=', accountId).execute()
    await enqueueTokenSync({ ...deps, tx }, accountId, 'signed-out')
    await recordAct({ ...deps, tx }, actor, { act: 'staff.ended', record: `staff:${accountId}`, detail: was })
    return { ok: true, ...(left && { left }) }
  })
