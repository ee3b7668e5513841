import type { Database } from '#app/database/connection.server.ts'
import { eraseEmailsAbout } from '#app/domain/outbox/erase-emails.server.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'

const dayMs = 86_400_000
const batchSize = 20

type Deps = { database: Pick<Database, 'transaction'>; config: { messageRetentionDays: number } }

/** Deletes old messages, with the emails that brought them to the clinic. */
export async function deleteOldMessages({ database, config }: Deps, now: number) {
  const { messageRetentionDays: days } = config
  if (days === 0) return
  await inBatches(database, batchSize, async (tx) => {
    const old = tx
      .selectFrom('messages')
      .select('id')
      .where('sentAt', '<', now - days * dayMs)
      .limit(batchSize)
    const messages = await tx.deleteFrom('messages').where('id', 'in', old).returning('id').execute()
    await eraseEmailsAbout(
      tx,
      messages.map(({ id }) => id),
    )
    return messages.length
  })
}
