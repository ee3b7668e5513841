import type { Database } from '#app/database/connection.server.ts'

/** Jobs of each kind that wait or run, and how long ago the oldest was due. */
export async function queueDepth({ db }: Pick<Database, 'db'>, now: number) {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', ({ fn }) => fn.countAll().as('jobs'), ({ fn }) => fn.min('runAt').as('first')])
    .where('state', '=', 'waiting')
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, jobs, first }) => ({ kind, jobs: Number(jobs), oldestMs: Math.max(0, now - Number(first)) }))
}
