import type { Database } from '#app/database/connection.server.ts'

/** The account that is the admin's by now; undefined while nobody has proved the address. */
export async function findAdmin({ db }: Pick<Database, 'db'>, adminEmail: string) {
  const account = await db
    .selectFrom('users')
    .select(['emailVerified', 'twoFactorEnabled'])
    .where('email', '=', adminEmail)
    .executeTakeFirst()
  return account?.emailVerified ? { hasSecondFactor: Boolean(account.twoFactorEnabled) } : undefined
}
