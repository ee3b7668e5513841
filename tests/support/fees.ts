import { randomUUID } from 'node:crypto'
import type { Db } from '#app/database/tables.ts'

/** A fee of an appointment that the bank declined. */
export async function insertDeclinedFee(db: Db, appointmentId: string) {
  const now = Date.now()
  const times = { startedAt: now, askedAt: now, expiresAt: now, endedAt: now, chargeAt: now, triedAt: now }
  const fee = { id: randomUUID(), subject: `fee:${appointmentId}`, amountCents: 4_000, ...times } as const
  await db
    .insertInto('payments')
    .values({ ...fee, purpose: 'charge', state: 'declined', failure: 'bank: card_declined', returnUrl: '' })
    .execute()
}
