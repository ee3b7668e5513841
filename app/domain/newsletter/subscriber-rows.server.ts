import { randomInt } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import type { SubscriberState, SubscriberTotals } from './subscriber.ts'

// The one place that writes rows of subscribers, so that the totals change in the same transaction and never drift.

export type SubscriberRow = Selectable<Tables['subscribers']>

/** Adds those whose address is not there yet, and answers them. */
export async function insertSubscribers(tx: Tx, rows: Insertable<Tables['subscribers']>[]): Promise<SubscriberRow[]> {
  if (rows.length === 0) return []
  const added = await tx
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .execute()
  await count(
    tx,
    added.map(({ state }) => [state, 1]),
  )
  return added
}

/** Answers the subscriber as they were, or undefined when there is none or they are in another state. */
export async function changeState(
  tx: Tx,
  id: string,
  from: readonly SubscriberState[],
  change: Pick<SubscriberRow, 'state'> & Partial<Pick<SubscriberRow, 'subscriptionDate'>>,
): Promise<SubscriberRow | undefined> {
  // Until no other process got in between reading the state and writing it.
  for (;;) {
    const before = await tx.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before || !from.includes(before.state)) return undefined
    const { numUpdatedRows } = await tx
      .updateTable('subscribers')
      .set(change)
      .where('id', '=', id)
      .where('state', '=', before.state)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    await count(tx, [
      [before.state, -1],
      [change.state, 1],
    ])
    return before
  }
}

/** Answers false when the address is no longer `was`. */
export async function changeAddress(tx: Tx, id: string, { was, email }: { was: string; email: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('subscribers')
    .set({ email })
    .where('id', '=', id)
    .where('email', '=', was)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The sign-up of somebody who was not on the list yet begins anew. */
export async function renewSignUp(tx: Tx, id: string, now: number) {
  await tx
    .updateTable('subscribers')
    .set({ createdAt: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Answers the subscriber that is gone now, or undefined when there is none. */
export async function deleteSubscriber(tx: Tx, id: string): Promise<SubscriberRow | undefined> {
  const deleted = await tx.deleteFrom('subscribers').where('id', '=', id).returningAll().executeTakeFirst()
  if (deleted) await count(tx, [[deleted.state, -1]])
  return deleted
}

/** Deletes at most so many who were last asked to confirm before that moment; answers their addresses. */
export async function deletePendingBefore(tx: Tx, moment: number, most: number) {
  const old = tx
    .selectFrom('subscribers')
    .select('id')
    .where('state', '=', 'pending')
    .where('createdAt', '<', moment)
    .limit(most)
  const deleted = await tx
    .deleteFrom('subscribers')
    .where('id', 'in', old)
    // Once more, for whoever confirms at this very moment.
    .where('state', '=', 'pending')
    .returning('email')
    .execute()
  await count(tx, [['pending', -deleted.length]])
  return deleted.map(({ email }) => email)
}

/** How many subscribers are in each state, without counting them. */
export async function subscriberTotals({ db }: { db: Db }): Promise<SubscriberTotals> {
  const sums = await db
    .selectFrom('subscriberCounts')
    .select(['state', sql<number>`cast(sum(count) as bigint)`.as('total')])
    .groupBy('state')
    .execute()
  const totals: SubscriberTotals = { pending: 0, subscribed: 0, unsubscribed: 0, bounced: 0 }
  for (const { state, total } of sums) totals[state] = total
  return totals
}

/** So that sign-ups at the same time seldom wait for each other's commit. */
const shares = 16

async function count(tx: Tx, changes: [state: SubscriberState, by: number][]) {
  const sums = new Map<SubscriberState, number>()
  for (const [state, by] of changes) sums.set(state, (sums.get(state) ?? 0) + by)
  const share = randomInt(shares)
  const rows = [...sums].filter(([, sum]) => sum !== 0).map(([state, sum]) => ({ state, share, count: sum }))
  if (rows.length === 0) return
  await tx
    .insertInto('subscriberCounts')
    // Always in the same order, so that two changes do not wait for each other.
    .values(rows.toSorted((a, b) => (a.state < b.state ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['state', 'share'])
        .doUpdateSet({ count: sql<number>`subscriber_counts.count + excluded.count` }),
    )
    .execute()
}
