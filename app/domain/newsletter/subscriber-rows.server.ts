import { randomInt } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import type { SubscriberRow, SubscriberState, SubscriberTotals } from './subscriber.ts'

// Only this file writes subscribers, so that their totals change in the same transaction.

/** Adds the rows whose address is new, and returns those. */
export async function insertSubscribers(tx: Tx, rows: Insertable<Tables['subscribers']>[]): Promise<SubscriberRow[]> {
  if (rows.length === 0) return []
  const added = await tx
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .execute()
  await addToTotals(
    tx,
    added.map(({ state }) => [state, 1]),
  )
  return added
}

/** Returns the subscriber before the change, or undefined when there is none in one of these states. */
export async function changeState(
  tx: Tx,
  id: string,
  from: readonly SubscriberState[],
  change: Pick<SubscriberRow, 'state'> & Partial<Pick<SubscriberRow, 'subscriptionDate'>>,
): Promise<SubscriberRow | undefined> {
  // Repeated when another process changed the state between the read and the write.
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
    await addToTotals(tx, [
      [before.state, -1],
      [change.state, 1],
    ])
    return before
  }
}

/** The mail server rejected the address permanently, so later newsletters leave it out. */
export const markBounced = (tx: Tx, id: string) => changeState(tx, id, ['subscribed'], { state: 'bounced' })

/** The same for an address, if it is on the list. */
export async function markAddressBounced(tx: Tx, email: string) {
  const subscriber = await tx.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirst()
  if (subscriber) await markBounced(tx, subscriber.id)
}

/** An email that the clinic had sent again was delivered after all, or the clinic knows better. */
export const clearBounce = (tx: Tx, id: string) => changeState(tx, id, ['bounced'], { state: 'subscribed' })

/** Returns false when the address is no longer `was`. */
export async function changeAddress(tx: Tx, id: string, { was, email }: { was: string; email: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('subscribers')
    .set({ email })
    .where('id', '=', id)
    .where('email', '=', was)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Restarts the 30 days that a subscriber has to confirm. */
export async function renewSignUp(tx: Tx, id: string, now: number) {
  await tx
    .updateTable('subscribers')
    .set({ createdAt: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

export async function deleteSubscriber(tx: Tx, id: string): Promise<SubscriberRow | undefined> {
  const deleted = await tx.deleteFrom('subscribers').where('id', '=', id).returningAll().executeTakeFirst()
  if (deleted) await addToTotals(tx, [[deleted.state, -1]])
  return deleted
}

/** Deletes at most `most` subscribers who were last asked to confirm before `moment`; returns their addresses. */
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
    // Again, since one may have confirmed meanwhile.
    .where('state', '=', 'pending')
    .returning('email')
    .execute()
  await addToTotals(tx, [['pending', -deleted.length]])
  return deleted.map(({ email }) => email)
}

/** How many subscribers are in each state. */
export async function getSubscriberTotals({ db }: { db: Db }): Promise<SubscriberTotals> {
  const sums = await db
    .selectFrom('subscriberCounts')
    .select(['state', sql<number>`cast(sum(count) as bigint)`.as('total')])
    .groupBy('state')
    .execute()
  const totals: SubscriberTotals = { pending: 0, subscribed: 0, unsubscribed: 0, bounced: 0 }
  for (const { state, total } of sums) totals[state] = total
  return totals
}

/** Each total is spread over several rows, so that sign-ups seldom wait for each other's commit. */
const shares = 16

async function addToTotals(tx: Tx, changes: [state: SubscriberState, by: number][]) {
  const sums = new Map<SubscriberState, number>()
  for (const [state, by] of changes) sums.set(state, (sums.get(state) ?? 0) + by)
  const share = randomInt(shares)
  const rows = [...sums].filter(([, sum]) => sum !== 0).map(([state, sum]) => ({ state, share, count: sum }))
  if (rows.length === 0) return
  await tx
    .insertInto('subscriberCounts')
    // In a fixed order, so that two transactions cannot deadlock.
    .values(rows.toSorted((a, b) => (a.state < b.state ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['state', 'share'])
        .doUpdateSet({ count: sql<number>`subscriber_counts.count + excluded.count` }),
    )
    .execute()
}
