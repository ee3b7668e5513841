import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Pages } from './page-cache.server.ts'

/** Tells every process that pages showing a topic are old. */
export type Purges = {
  /** In the transaction that changes what the pages show: they are dropped once it has committed, never otherwise. */
  purge(tx: Tx, ...topics: string[]): Promise<void>
  /** Drops what other processes purged since the last look; called every second. */
  look(): Promise<void>
}

/** `renew`, by topic: brings what pages show of it up to date before they are rendered anew. */
export function createPurges(
  database: Database,
  pages: Pick<Pages, 'drop'>,
  renew: Record<string, () => Promise<void>> = {},
): Purges {
  const seen = new Map<string, number>()
  return {
    async purge(tx, ...topics) {
      for (const topic of topics) {
        await tx
          .insertInto('pagePurges')
          .values({ topic, count: 1 })
          .onConflict((conflict) => conflict.column('topic').doUpdateSet({ count: sql<number>`page_purges.count + 1` }))
          .execute()
      }
      database.afterCommit(tx, () => pages.drop(...topics))
    },
    async look() {
      const purges = await database.db.selectFrom('pagePurges').selectAll().execute()
      for (const { topic, count } of purges) {
        if ((seen.get(topic) ?? 0) < count) {
          await renew[topic]?.()
          pages.drop(topic)
        }
        // After it all: what failed is tried again at the next look.
        seen.set(topic, count)
      }
    },
  }
}
