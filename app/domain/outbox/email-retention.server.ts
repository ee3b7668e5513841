import type { Database } from '#app/database/connection.server.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import type { EmailKind } from './email-kinds.server.ts'

const dayMs = 86_400_000
const batchSize = 200

type Deps = { database: Pick<Database, 'transaction'>; config: { emailBodyRetentionDays: number } }

/** Deletes the stored text of old emails. That they were sent, and to whom, stays. */
export async function deleteOldEmailBodies({ database, config }: Deps, now: number) {
  const { emailBodyRetentionDays: days } = config
  if (days === 0) return
  await inBatches(database, batchSize, async (tx) => {
    const old = tx
      .selectFrom('emails')
      .select('id')
      .where('raw', 'is not', null)
      .where('sentAt', '<', now - days * dayMs)
      .limit(batchSize)
    return (await tx.updateTable('emails').set({ raw: null }).where('id', 'in', old).returning('id').execute()).length
  })
}

/** Of an erased person nothing is left to send to, so the email that says so goes once it is sent. */
export const deleteSentNotices = ({ database }: Pick<Deps, 'database'>) =>
  inBatches(database, batchSize, async (tx) => {
    const sent = tx
      .selectFrom('emails')
      .select('id')
      .where('kind', '=', 'data-erased' satisfies EmailKind)
      .where('state', 'in', ['sent', 'kept'])
      .limit(batchSize)
    return (await tx.deleteFrom('emails').where('id', 'in', sent).returning('id').execute()).length
  })
