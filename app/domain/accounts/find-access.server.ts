import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { PersonResource, Scope } from '#app/domain/shared/scope.ts'
import { isAdmin } from './admin.ts'
import type { Role } from './roles.ts'

/** What somebody may open, and whose appointments they see. */
export type Access = { role: Role; scope: Scope }

type Account = { id: string; email: string; isVerified: boolean }

/** Undefined for everybody who does not work here. An address that is not verified grants nothing. */
export async function findAccess(
  { db }: Pick<Database, 'db'>,
  { id, ...account }: Account,
  adminEmail: string,
): Promise<Access | undefined> {
  if (!account.isVerified) return undefined
  if (isAdmin(account, adminEmail)) return { role: 'owner', scope: 'everything' }
  const row = await db.selectFrom('staff').select(['role', 'person']).where('accountId', '=', id).executeTakeFirst()
  return row && toAccess(row)
}

/** A practitioner sees only what is theirs, and nothing without a person. */
export function toAccess({ role, person }: { role: Role; person: PersonResource | null }): Access | undefined {
  if (role !== 'practitioner') return { role, scope: 'everything' }
  return person ? { role, scope: { person } } : undefined
}

export const findRole = async (database: Pick<Database, 'db'>, account: Account, adminEmail: string) =>
  (await findAccess(database, account, adminEmail))?.role

/** Whether somebody works here with this address, so that it is no patient's. */
export async function isStaffAddress(db: Db, email: string, adminEmail: string) {
  if (email === adminEmail) return true
  const staff = db.selectFrom('staff').innerJoin('users', 'users.id', 'staff.accountId').select('users.id')
  return (await staff.where('users.email', '=', email).executeTakeFirst()) !== undefined
}
