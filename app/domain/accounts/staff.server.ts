import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { revokeAccess } from './revoke-access.server.ts'
import { type InvitedRole, mayManage, type Role } from './roles.ts'
import { enqueueTokenSync } from './token-sync.server.ts'

/** Who acts, and with which role. */
export type StaffActor = Actor & { role: Role }

/** `since`: epoch milliseconds; the owner has none. */
export type StaffMember = {
  accountId: string
  name: string
  email: string
  role: Role
  hasSecondFactor: boolean
  since?: number
}

/** Everybody who may open the dashboard: the owner, then the others by name. */
export async function listStaff({ db }: Pick<Database, 'db'>, adminEmail: string): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('staff', 'staff.accountId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.emailVerified', 'users.twoFactorEnabled'])
    .select(['staff.role', 'staff.since'])
    .where((where) => where.or([where('users.email', '=', adminEmail), where('staff.role', 'is not', null)]))
    .execute()
  return rows
    .flatMap(({ id, emailVerified, twoFactorEnabled, role, since, ...account }): StaffMember[] => {
      const actual: Role | null = account.email === adminEmail ? 'owner' : role
      if (!emailVerified || !actual) return []
      const member = { ...account, accountId: id, role: actual, hasSecondFactor: Boolean(twoFactorEnabled) }
      return [actual !== 'owner' && since !== null ? { ...member, since } : member]
    })
    .toSorted((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)))
}

const rank = ({ role }: StaffMember) => (role === 'owner' ? 0 : 1)
export const nameOf = ({ name, email }: Pick<StaffMember, 'name' | 'email'>) => name || email

type Deps = { database: Database; queue: Queue; vault: Vault; syncsTokens: boolean }

/** `changed`: somebody else was faster; `not-allowed`: the role of who acts doesn't manage this one. */
type Managed = { ok: true } | { ok: false; reason: 'changed' | 'not-allowed' }

/** It counts from the next request on. `was`: the role that was shown. */
export const changeRole = (
  deps: Deps,
  actor: StaffActor,
  { accountId, was, role }: { accountId: string; was: InvitedRole; role: InvitedRole },
): Promise<Managed> =>
  deps.database.transaction(async (tx): Promise<Managed> => {
    if (!mayManage(actor.role, was) || !mayManage(actor.role, role)) return { ok: false, reason: 'not-allowed' }
    const changed = await tx
      .updateTable('staff')
      .set({ role })
      .where('accountId', '=', accountId)
      .where('role', '=', was)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) === 0) return { ok: false, reason: 'changed' }
    if (role !== was)
      await recordAct({ ...deps, tx }, actor, {
        act: 'staff.role-changed',
        record: `staff:${accountId}`,
        detail: `${was} to ${role}`,
      })
    return { ok: true }
  })

/** Ends sessions and links at once. The account stays, as one of a patient. */
export const endAccess = (
  deps: Deps,
  actor: StaffActor,
  { accountId, was }: { accountId: string; was: InvitedRole },
): Promise<Managed> =>
  deps.database.transaction(async (tx): Promise<Managed> => {
    if (!mayManage(actor.role, was)) return { ok: false, reason: 'not-allowed' }
    const ended = await tx
      .deleteFrom('staff')
      .where('accountId', '=', accountId)
      .where('role', '=', was)
      .executeTakeFirst()
    if (Number(ended.numDeletedRows) === 0) return { ok: false, reason: 'changed' }
    await revokeAccess({ tx }, { accountId })
    await enqueueTokenSync({ ...deps, tx }, accountId, 'signed-out')
    await recordAct({ ...deps, tx }, actor, { act: 'staff.ended', record: `staff:${accountId}`, detail: was })
    return { ok: true }
  })
