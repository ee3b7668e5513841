import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { NotFound } from '#app/domain/booking/appointment-change.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'

type Mark = { id: string; isPrepaid: boolean; now: number }

/**
 * Marks a plan that was paid for before its days, or takes the mark off; doing it again changes nothing. It is a note of
 * the clinic, and no payment.
 */
export const markPrepaid = (
  { database, vault }: Pick<BookingDeps, 'database' | 'vault'>,
  actor: Actor,
  { id, isPrepaid, now }: Mark,
): Promise<{ ok: true } | NotFound> =>
  database.transaction(async (tx) => {
    const plan = await tx.selectFrom('plans').select('prepaidAt').where('id', '=', id).executeTakeFirst()
    if (!plan) return { ok: false, reason: 'not-found' }
    if ((plan.prepaidAt !== null) === isPrepaid) return { ok: true }
    await tx
      .updateTable('plans')
      .set(isPrepaid ? { prepaidAt: now, prepaidBy: actor.who } : { prepaidAt: null, prepaidBy: null })
      .where('id', '=', id)
      .execute()
    const act = isPrepaid ? 'plan.prepaid' : 'plan.not-prepaid'
    await recordAct({ tx, vault }, actor, { act, record: `plan:${id}` })
    return { ok: true }
  })
