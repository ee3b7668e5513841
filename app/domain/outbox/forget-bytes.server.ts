import type { Database } from '#app/database/connection.server.ts'

const day = 24 * 60 * 60 * 1000
/** A transaction is short, since pages wait for it. */
const atOnce = 200

type Deps = { database: Pick<Database, 'transaction'>; config: { emailBodyRetentionDays: number } }

/** Deletes the stored text of emails that were sent long ago; that they were sent, and to whom, stays. */
export async function forgetBytesOfOldEmails({ database, config }: Deps, now: number) {
  const { emailBodyRetentionDays: days } = config
  if (days === 0) return
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const old = tx
        .selectFrom('emails')
        .select('id')
        .where('raw', 'is not', null)
        .where('sentAt', '<', now - days * day)
        .limit(atOnce)
      return (await tx.updateTable('emails').set({ raw: null }).where('id', 'in', old).returning('id').execute()).length
    })
    // Whoever waits gets a turn.
    await new Promise(setImmediate)
  }
}
