import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { SubscriberRow } from './subscriber.ts'

/** How long the admin can restore a deleted subscriber. */
const undoMs = 10 * 60_000

export async function saveDeleted(tx: Tx, subscriber: SubscriberRow, now: number) {
  const row = { ...subscriber, deleted_at: now }
  await tx
    .insertInto('deletedSubscribers')
    .values(row)
    // The same subscriber may have been deleted and restored before.
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** A deleted subscriber who can still be restored. */
export async function findDeleted({ db }: { db: Db }, id: string, now: number): Promise<SubscriberRow | undefined> {
  return db
    .selectFrom('deletedSubscribers')
    .select(['id', 'email', 'state', 'subscriptionDate', 'createdAt', 'name', 'signedUp', 'source'])
    .where('id', '=', id)
    .where('deleted_at', '>', now - undoMs)
    .executeTakeFirst()
}

/** Once restored, the subscriber is unsubscribed. */
export async function unsubscribeDeleted(tx: Tx, id: string) {
  await tx.updateTable('deletedSubscribers').set({ state: 'unsubscribed' }).where('id', '=', id).execute()
}

export async function discardDeleted(tx: Tx, id: string) {
  await tx.deleteFrom('deletedSubscribers').where('id', '=', id).execute()
}

/** The admin deletes by hand, so there are never many. */
export async function expireDeleted({ database }: { database: Pick<Database, 'db'> }, now: number) {
  await database.db
    .deleteFrom('deletedSubscribers')
    .where('deleted_at', '<=', now - undoMs)
    .execute()
}
