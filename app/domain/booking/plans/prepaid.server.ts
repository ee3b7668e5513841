import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { NotFound } from '#app/domain/booking/appointment-change.server.ts'
import { listAppointmentsOfPlan } from '#app/domain/booking/appointments.server.ts'
import { activeStates } from '#app/domain/booking/appointment.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { isGiven } from '#app/domain/booking/money/booking-ledger.server.ts'
import { findBookingMoney, payBackAtDesk, postDesk, undoDesk } from '#app/domain/booking/money/desk-ledger.server.ts'
import { mayTakeBack } from '#app/domain/ledger/take-back.ts'
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

/**
 * Takes the mark off, and with it what no visit has used of the money taken at the desk: 'managers', unless it was marked
 * just now, since the money would look as if it had never been taken.
 */
export const unmarkPrepaid = (
  { database, vault }: Deps,
  actor: Actor,
  { id, now }: { id: string; now: number },
): Promise<{ ok: true; offCents: number } | NotFound | { ok: false; reason: 'managers' }> =>
  database.transaction(async (tx) => {
    const plan = await findPlan(tx, id)
    if (!plan) return { ok: false, reason: 'not-found' }
    if (plan.prepaidAt === null) return { ok: true, offCents: 0 }
    if (!mayTakeBack(actor, plan.prepaidAt, now) && ((await findBookingMoney(tx, `plan:${id}`))?.deskLeft ?? 0) > 0)
      return { ok: false, reason: 'managers' }
    await tx.updateTable('plans').set({ prepaidAt: null, prepaidBy: null }).where('id', '=', id).execute()
    const offCents = await undoDesk(tx, `plan:${id}`, now)
    const detail = offCents > 0 ? formatCents(offCents) : undefined
    await recordAct({ tx, vault }, actor, { act: 'plan.not-prepaid', record: `plan:${id}`, detail })
    return { ok: true, offCents }
  })

/** Plans whose days are over or canceled, with money left that was taken at the desk; a manager pays it back. */
export async function listUnusedDeskMoney(db: Db) {
  const ended = await db
    .selectFrom('plans')
    .select(['id', 'prepaidAt'])
    .where('prepaidAt', 'is not', null)
    .where(({ exists, not, selectFrom }) => {
      const days = selectFrom('appointments').select('appointments.id').whereRef('planId', '=', 'plans.id')
      return not(exists(days.where('state', 'in', activeStates)))
    })
    .orderBy('prepaidAt')
    .execute()
  const left = await Promise.all(
    ended.map(async ({ id, prepaidAt }) => {
      const amountCents = (await findBookingMoney(db, `plan:${id}`))?.deskLeft ?? 0
      return { id, at: prepaidAt!, amountCents }
    }),
  )
  return left.filter(({ amountCents }) => amountCents > 0)
}

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
