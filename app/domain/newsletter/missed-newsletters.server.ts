import type { Database } from '#app/database/connection.server.ts'

/** Newsletters whose start was missed by so much that a person decides, the longest ago first. */
export async function findMissedNewsletters({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'subject', 'url', 'starts_at', 'created_at'])
    .where('state', '=', 'paused')
    .where('paused_why', '=', 'late')
    .orderBy('starts_at')
    .execute()
  return rows.map(({ id, subject, url, starts_at: startsAt, created_at: createdAt }) => ({
    id,
    title: subject ?? url,
    at: startsAt ?? createdAt,
  }))
}
