import type { Database } from '#app/database/connection.server.ts'
import { deleteCampaignEmails } from '#app/domain/outbox/campaign-emails.server.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import { deletePendingBefore } from './subscriber-rows.server.ts'

const dayMs = 86_400_000
const unconfirmedDays = 30
const recipientDays = 90

const batchSize = 500

/** Deletes sign-ups that were not confirmed for 30 days, with their emails (content/pages/privacy). */
export const deleteUnconfirmed = ({ database }: { database: Pick<Database, 'transaction'> }, now: number) =>
  inBatches(database, batchSize, async (tx) => {
    const emails = await deletePendingBefore(tx, now - unconfirmedDays * dayMs, batchSize)
    await eraseEmailsTo(tx, emails, ['newsletter-opt-in'])
    return emails.length
  })

/** Deletes the recipients of a newsletter 90 days after it ended; their number stays with it. */
export async function deleteOldRecipients(
  { database }: { database: Pick<Database, 'db' | 'transaction'> },
  now: number,
) {
  const old = await database.db
    .selectFrom('campaigns')
    .select('id')
    .where('endedAt', '<', now - recipientDays * dayMs)
    .execute()
  for (const { id } of old) await inBatches(database, batchSize, (tx) => deleteCampaignEmails(tx, id, batchSize))
}
