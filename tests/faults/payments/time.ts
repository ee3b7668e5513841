import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { isMorningEmailDue } from '../suite.ts'

// What would take minutes or a day is made due now.

const kinds = ['check-payment', 'end-unpaid', 'send-refund', 'forget-card'] as const

/** Ends the time for Undo, and the minutes until the provider is asked again. */
export const passMinutes = (database: Database) =>
  database.transaction(async (tx) => {
    const now = Date.now()
    await tx.updateTable('payments').set({ chargeAt: now }).where('chargeAt', '>', now).execute()
    await tx.updateTable('payments').set({ askedAt: 0 }).where('state', '=', 'open').execute()
    await tx.updateTable('refunds').set({ triedAt: 1 }).where('triedAt', '>', 1).where('state', '=', 'asked').execute()
    await tx
      .updateTable('jobs')
      .set({ runAt: now })
      .where('kind', 'in', [...kinds, 'release-hour'])
      .where('runAt', '>', now)
      .execute()
    // After the jobs: an appointment canceled in between must not have its job run while it can still be restored.
    await tx.updateTable('appointments').set({ undoUntil: now }).where('undoUntil', '>', now).execute()
    await createQueue(database).enqueue(tx, 'watch-payments', {}, { uniqueKey: 'watch-payments' })
  })

/** Ends the time to pay for all that is not paid yet. */
export const passTimeToPay = (database: Database) =>
  database.transaction(async (tx) => {
    for (const table of ['orders', 'appointments', 'giftCards'] as const)
      await tx.updateTable(table).set({ payBy: 1 }).where('payBy', '>', 1).execute()
    // Of an order that was reopened, only its checkout ends.
    await tx.updateTable('payments').set({ expiresAt: 1 }).where('state', '=', 'open').execute()
  })

/** With one process: what it was doing when it was killed can be done again at once. */
export const endLeases = ({ db }: Database) => db.updateTable('jobs').set({ leasedUntil: 0 }).execute()

/** Whether nothing is open any more. */
export async function isDrained(database: Database, now: number): Promise<boolean> {
  if (await isMorningEmailDue(database, now)) return false
  if (!(await hasOpen(database))) return true
  await passTimeToPay(database)
  await passMinutes(database)
  return false
}

async function hasOpen({ db }: Database) {
  const open = [
    db.selectFrom('payments').select('id').where('state', '=', 'open'),
    db.selectFrom('refunds').select('id').where('state', '=', 'asked'),
    db.selectFrom('orders').select('id').where('status', '=', 'new').where('payBy', 'is not', null),
    db.selectFrom('appointments').select('id').where('state', '=', 'requested').where('payBy', 'is not', null),
    db.selectFrom('giftCards').select('id').where('state', '=', 'unpaid'),
    db.selectFrom('jobs').select('id').where('kind', 'in', kinds).where('state', '=', 'waiting'),
  ]
  for (const query of open) if (await query.executeTakeFirst()) return true
  return (await findCardToForget(db)) !== undefined
}

/** A card that came too late, or of a booking that was canceled in time or declined. */
const findCardToForget = (db: Db) =>
  db
    .selectFrom('savedCards')
    .innerJoin('payments', 'payments.id', 'savedCards.id')
    .leftJoin('appointments', (join) => join.on('savedCards.subject', '=', sql`'appointment:' || appointments.id`))
    .select('savedCards.id')
    .where('forgottenAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('payments.state', '=', 'ended'),
        and([eb('appointments.state', 'in', ['cancelled', 'declined']), eb('cancelledLate', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
