import type { Database } from '#app/database/connection.server.ts'
import { isAdmin } from './admin.ts'
import type { Role } from './roles.ts'

/** Undefined for everybody who does not work here. An address that is not verified grants nothing. */
export async function findRole(
  { db }: Pick<Database, 'db'>,
  { id, ...account }: { id: string; email: string; isVerified: boolean },
  adminEmail: string,
): Promise<Role | undefined> {
  if (!account.isVerified) return undefined
  if (isAdmin(account, adminEmail)) return 'owner'
  const row = await db.selectFrom('staff').select('role').where('accountId', '=', id).executeTakeFirst()
  return row?.role
}
