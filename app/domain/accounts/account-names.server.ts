import type { Database } from '#app/database/connection.server.ts'

/** The names of accounts by their ids; those that are not there any more are left out. */
export async function findAccountNames({ db }: Pick<Database, 'db'>, ids: string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const accounts = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', wanted).execute()
  return new Map(accounts.map(({ id, name }) => [id, name]))
}
