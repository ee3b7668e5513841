import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { NotFound } from '#app/domain/booking/appointment-change.server.ts'
import { listAppointmentsOfPlan } from '#app/domain/booking/appointments.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { isGiven } from '#app/domain/booking/money/booking-ledger.server.ts'
import { payBackAtDesk, postDesk, undoDesk } from '#app/domain/booking/money/desk-ledger.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'

type Deps = Pick<BookingDeps, 'database' | 'vault'>

/** `key`: of the form, so that pressing twice records it once. */
type DeskMoney = { key: string; cents: number }

/** 'over': no day is left that could use the money. */
type MarkResult = { ok: true; isNew: boolean } | NotFound | { ok: false; reason: 'over' }

/**
 * Marks a plan that was paid for before its days; marking it again changes nothing. `money`: what was taken at the desk,
 * which can be more than once.
 */
export const markPrepaid = (
  { database, vault }: Deps,
  actor: Actor,
  { id, money, now }: { id: string; money?: DeskMoney | undefined; now: number },
): Promise<MarkResult> =>
  database.transaction(async (tx) => {
    const plan = await findPlan(tx, id)
    if (!plan) return { ok: false, reason: 'not-found' }
    if (money && (await listAppointmentsOfPlan(tx, id)).every(isGiven)) return { ok: false, reason: 'over' }
    const isPosted = money !== undefined && (await postDesk(tx, { subject: `plan:${id}`, ...money, now }))
    const isNew = plan.prepaidAt === null
    if (isNew)
      await tx.updateTable('plans').set({ prepaidAt: now, prepaidBy: actor.who }).where('id', '=', id).execute()
    const detail = isPosted ? formatCents(money.cents) : undefined
    if (isNew || isPosted) await recordAct({ tx, vault }, actor, { act: 'plan.prepaid', record: `plan:${id}`, detail })
    return { ok: true, isNew }
  })

/** Takes the mark off, and with it what no visit has used of the money taken at the desk. */
export const unmarkPrepaid = (
  { database, vault }: Deps,
  actor: Actor,
  { id, now }: { id: string; now: number },
): Promise<{ ok: true; offCents: number } | NotFound> =>
  database.transaction(async (tx) => {
    const plan = await findPlan(tx, id)
    if (!plan) return { ok: false, reason: 'not-found' }
    if (plan.prepaidAt === null) return { ok: true, offCents: 0 }
    await tx.updateTable('plans').set({ prepaidAt: null, prepaidBy: null }).where('id', '=', id).execute()
    const offCents = await undoDesk(tx, `plan:${id}`, now)
    const detail = offCents > 0 ? formatCents(offCents) : undefined
    await recordAct({ tx, vault }, actor, { act: 'plan.not-prepaid', record: `plan:${id}`, detail })
    return { ok: true, offCents }
  })

/** Records that money went back at the desk. */
export const payBackPlan = (
  { database, vault }: Deps,
  actor: Actor,
  { id, money, now }: { id: string; money: DeskMoney; now: number },
): Promise<{ ok: true } | NotFound | { ok: false; reason: 'too-much'; leftCents: number }> =>
  database.transaction(async (tx) => {
    if (!(await findPlan(tx, id))) return { ok: false, reason: 'not-found' }
    const paid = await payBackAtDesk(tx, { subject: `plan:${id}`, ...money, now })
    if (!paid.ok) return paid
    if (paid.isNew) {
      const detail = formatCents(money.cents)
      await recordAct({ tx, vault }, actor, { act: 'plan.paid-back', record: `plan:${id}`, detail })
    }
    return { ok: true }
  })

const findPlan = (tx: Tx, id: string) =>
  tx.selectFrom('plans').select('prepaidAt').where('id', '=', id).executeTakeFirst()
