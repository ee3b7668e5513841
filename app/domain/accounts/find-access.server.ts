import type { Database } from '#app/database/connection.server.ts'
import type { Reach } from '#app/domain/shared/reach.ts'
import { isAdmin } from './admin.ts'
import type { Role } from './roles.ts'

/** What somebody may open, and whose appointments they see. */
export type Access = Reach & { role: Role }

type Account = { id: string; email: string; isVerified: boolean }

/** Undefined for everybody who does not work here. An address that is not verified grants nothing. */
export async function findAccess(
  { db }: Pick<Database, 'db'>,
  { id, ...account }: Account,
  adminEmail: string,
): Promise<Access | undefined> {
  if (!account.isVerified) return undefined
  if (isAdmin(account, adminEmail)) return { role: 'owner' }
  const row = await db.selectFrom('staff').select(['role', 'person']).where('accountId', '=', id).executeTakeFirst()
  return row && toAccess(row)
}

/** A practitioner without a person sees nothing: without one, the reach would be the whole clinic's. */
export function toAccess({ role, person }: { role: Role; person: Reach['person'] | null }): Access | undefined {
  if (role !== 'practitioner') return { role }
  return person ? { role, person } : undefined
}

export const findRole = async (database: Pick<Database, 'db'>, account: Account, adminEmail: string) =>
  (await findAccess(database, account, adminEmail))?.role
