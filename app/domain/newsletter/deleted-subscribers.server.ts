import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { SubscriberRow } from './subscriber-rows.server.ts'

/** How long the admin can bring back somebody they deleted. */
const undoMs = 10 * 60_000

export async function keepDeleted({ tx }: { tx: Tx }, subscriber: SubscriberRow, now: number) {
  await tx
    .insertInto('deletedSubscribers')
    .values({ ...subscriber, deleted_at: now })
    // The same subscriber was deleted, brought back and deleted once more.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...subscriber, deleted_at: now }))
    .execute()
}

/** Somebody who was deleted so short a time ago that it can be undone. */
export async function findDeleted({ db }: { db: Db }, id: string, now: number): Promise<SubscriberRow | undefined> {
  return db
    .selectFrom('deletedSubscribers')
    .select(['id', 'email', 'state', 'subscriptionDate', 'createdAt', 'name', 'signedUp', 'source'])
    .where('id', '=', id)
    .where('deleted_at', '>', now - undoMs)
    .executeTakeFirst()
}

/** Whoever brings them back brings back somebody who has left. */
export async function letDeletedLeave({ tx }: { tx: Tx }, id: string) {
  await tx.updateTable('deletedSubscribers').set({ state: 'unsubscribed' }).where('id', '=', id).execute()
}

export async function dropDeleted({ tx }: { tx: Tx }, id: string) {
  await tx.deleteFrom('deletedSubscribers').where('id', '=', id).execute()
}

/** The admin deletes by hand, one by one, so there are never many. */
export async function forgetDeleted({ database }: { database: Pick<Database, 'db'> }, now: number) {
  await database.db
    .deleteFrom('deletedSubscribers')
    .where('deleted_at', '<=', now - undoMs)
    .execute()
}
