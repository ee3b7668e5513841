import type { Database } from '#app/database/connection.server.ts'
import { deleteCampaignEmails } from '#app/domain/outbox/campaign-emails.server.ts'

const day = 24 * 60 * 60 * 1000
const keptDays = 90

/** A transaction is short, since visitors wait for it. */
const atOnce = 500

/** Deletes who got which newsletter 90 days after it ended; how many they were stays with the newsletter. */
export async function forgetLedgers({ database }: { database: Pick<Database, 'db' | 'transaction'> }, now: number) {
  const old = await database.db
    .selectFrom('campaigns')
    .select('id')
    .where('endedAt', '<', now - keptDays * day)
    .execute()
  for (const { id } of old)
    for (let deleted = atOnce; deleted === atOnce;) {
      deleted = await database.transaction((tx) => deleteCampaignEmails(tx, id, atOnce))
      await new Promise(setImmediate)
    }
}
