import type { Database } from '#app/database/connection.server.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import { deletePendingBefore } from './subscriber-rows.server.ts'

const day = 24 * 60 * 60 * 1000

/** Deleted at once; a transaction is short, since visitors wait for it. */
const atOnce = 500

/** Deletes sign-ups that nobody has confirmed for 30 days, and the emails that asked; the privacy page says so. */
export async function forgetUnconfirmed({ database }: { database: Pick<Database, 'transaction'> }, now: number) {
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const emails = await deletePendingBefore(tx, now - 30 * day, atOnce)
      await eraseEmailsTo(tx, emails, ['newsletter-opt-in'])
      return emails.length
    })
    // Whoever waits gets a turn.
    await new Promise(setImmediate)
  }
}
