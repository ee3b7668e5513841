import type { Database } from '#app/database/connection.server.ts'

export type KnownAccount = { name: string; email: string }

/** Accounts by their ids; those that are not there any more are left out. */
export async function findAccounts(
  { db }: Pick<Database, 'db'>,
  ids: readonly string[],
): Promise<Map<string, KnownAccount>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const accounts = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', wanted).execute()
  return new Map(accounts.map(({ id, ...account }) => [id, account]))
}
