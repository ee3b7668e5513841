import type { Database } from '#app/database/connection.server.ts'

const day = 24 * 60 * 60 * 1000
const keptDays = 90

/** A transaction is short, since visitors wait for it. */
const atOnce = 500

/** Deletes who got which newsletter 90 days after it ended; how many they were stays with the newsletter. */
export async function forgetLedgers({ database }: { database: Pick<Database, 'db' | 'transaction'> }, now: number) {
  const old = await database.db
    .selectFrom('campaigns')
    .select('id')
    .where('ended_at', '<', now - keptDays * day)
    .execute()
  for (const { id } of old)
    for (let forgotten = atOnce; forgotten === atOnce;) {
      forgotten = await database.transaction(async (tx) => {
        const some = tx
          .selectFrom('campaign_recipients')
          .select('subscriber_id')
          .where('campaign_id', '=', id)
          .limit(atOnce)
        const gone = await tx
          .deleteFrom('campaign_recipients')
          .where('campaign_id', '=', id)
          .where('subscriber_id', 'in', some)
          .returning('subscriber_id')
          .execute()
        return gone.length
      })
      // Whoever waits gets a turn.
      await new Promise(setImmediate)
    }
}
