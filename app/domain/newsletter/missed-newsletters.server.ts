import type { Database } from '#app/database/connection.server.ts'

/** Newsletters whose start was missed by so much that a person decides, the longest ago first. */
export async function findMissedNewsletters({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'subject', 'url', 'startsAt', 'createdAt'])
    .where('state', '=', 'paused')
    .where('pausedWhy', '=', 'late')
    .orderBy('startsAt')
    .execute()
  return rows.map(({ id, subject, url, startsAt, createdAt }) => ({
    id,
    title: subject ?? url,
    at: startsAt ?? createdAt,
  }))
}
