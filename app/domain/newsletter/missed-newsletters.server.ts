import type { Database } from '#app/database/connection.server.ts'

/** Newsletters that missed their time by so much that the clinic decides, the oldest first. */
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
