import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { sanitizeText } from '#app/domain/shared/sanitize-text.ts'

const minute = 60_000

/**
 * An email that was sent came back: it counts as failed. Undefined when none of ours has this Message-ID, or when it was sent
 * again since. `receivedAt`: when the bounce came, on the mailbox's clock.
 */
export const recordBounce = (
  tx: Tx,
  { messageId, said, receivedAt }: { messageId: string; said: string; receivedAt: number },
) =>
  tx
    .updateTable('emails')
    .set({ state: 'failed', lastError: sanitizeText(said), reason: 'bounced', trouble: null, triedAt: receivedAt })
    .where('messageId', '=', messageId)
    .where('state', '=', 'sent')
    .where('sentAt', '<=', receivedAt + clockDifferenceMs)
    .returning(['recipient', 'campaignId'])
    .executeTakeFirst()

const clockDifferenceMs = 10 * minute

/** Where reading goes on in this mailbox; from its beginning when it is another one, or was made anew. */
export const findMailboxPlace = ({ database }: { database: Database }, mailbox: string, uidValidity: string) =>
  database.transaction(async (tx) => {
    const known = await selectMailbox(tx)
      .where('mailbox', '=', mailbox)
      .where('uidValidity', '=', uidValidity)
      .executeTakeFirst()
    if (known) return { uidValidity, lastUid: known.lastUid }
    const fresh = { mailbox, uidValidity, lastUid: 0 }
    await tx
      .insertInto('bounceMailbox')
      .values({ id: 'last', ...fresh })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
      .execute()
    return { uidValidity, lastUid: 0 }
  })

/** In the transaction that takes a message of the mailbox. False when another process took it. */
export async function claimMailboxMessage(
  tx: Tx,
  { mailbox, uidValidity, uid }: { mailbox: string; uidValidity: string; uid: number },
) {
  const { numUpdatedRows } = await tx
    .updateTable('bounceMailbox')
    .set({ lastUid: uid })
    .where('mailbox', '=', mailbox)
    .where('uidValidity', '=', uidValidity)
    .where('lastUid', '<', uid)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** `failure`: why the mailbox could not be read, for the program. */
export const recordMailboxRead = (
  { database }: { database: Database },
  { mailbox, now, failure }: { mailbox: string; now: number; failure?: string },
) =>
  database.transaction(async (tx) => {
    const before = await selectMailbox(tx).where('mailbox', '=', mailbox).executeTakeFirst()
    const read = failure === undefined && { readAt: now, failingSince: null, failure: null }
    const change = read || { failingSince: before?.failingSince ?? now, failure: failure ?? null }
    const place = before ? {} : { mailbox, uidValidity: '', lastUid: 0, readAt: null }
    await tx
      .insertInto('bounceMailbox')
      .values({ id: 'last', mailbox, uidValidity: '', lastUid: 0, ...change })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...place, ...change }))
      .execute()
  })

export type MailboxHealth = { readAt?: number; failingSince?: number; failure?: string }

/** Of the mailbox that is configured now. */
export async function findMailboxHealth({ db }: Pick<Database, 'db'>, mailbox: string): Promise<MailboxHealth> {
  const row = await selectMailbox(db).where('mailbox', '=', mailbox).executeTakeFirst()
  return {
    ...(row?.readAt && { readAt: row.readAt }),
    ...(row?.failingSince && { failingSince: row.failingSince }),
    ...(row?.failure && { failure: row.failure }),
  }
}

const selectMailbox = (db: Db) => db.selectFrom('bounceMailbox').selectAll()
