import type { Database } from '#app/database/connection.server.ts'
import { copiesKeptDays } from '#content/letters.ts'

const day = 24 * 60 * 60 * 1000
/** A transaction is short, since pages wait for it. */
const atOnce = 200

/** Throws the bytes of letters away that went out long ago. */
export async function forgetBytesOfOldLetters({ database }: { database: Pick<Database, 'transaction'> }, now: number) {
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const old = tx
        .selectFrom('letters')
        .select('id')
        .where('raw', 'is not', null)
        .where('sent_at', '<', now - copiesKeptDays * day)
        .limit(atOnce)
      return (await tx.updateTable('letters').set({ raw: null }).where('id', 'in', old).returning('id').execute())
        .length
    })
    // Whoever waits gets a turn.
    await new Promise(setImmediate)
  }
}
