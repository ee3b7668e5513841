import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Pages } from './page-cache.server.ts'

export type Purges = ReturnType<typeof createPurges>

/** `reload`, by topic: reloads data in memory before pages that show it are rendered again. */
export function createPurges(
  database: Database,
  pages: Pick<Pages, 'invalidate'>,
  reload: Record<string, () => Promise<void>> = {},
) {
  const seen = new Map<string, number>()
  return {
    /** Called in the transaction that changes what pages show: after its commit, every process deletes those pages. */
    async purge(tx: Tx, ...topics: string[]) {
      for (const topic of topics) {
        await tx
          .insertInto('pagePurges')
          .values({ topic, count: 1 })
          .onConflict((conflict) => conflict.column('topic').doUpdateSet({ count: sql<number>`page_purges.count + 1` }))
          .execute()
      }
      database.afterCommit(tx, () => pages.invalidate(...topics))
    },
    /** Applies the purges of other processes; called every second. */
    async syncPurges() {
      const purges = await database.db.selectFrom('pagePurges').selectAll().execute()
      const fresh = purges.filter(({ topic, count }) => (seen.get(topic) ?? 0) < count)
      // All of it before any page, since a page shows several of them. A failure is retried at the next call.
      for (const { topic } of fresh) await reload[topic]?.()
      for (const { topic, count } of fresh) {
        pages.invalidate(topic)
        seen.set(topic, count)
      }
    },
  }
}
