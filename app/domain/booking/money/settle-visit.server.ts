import type { Tx } from '#app/database/tables.ts'
import type { Appointment, AppointmentState } from '#app/domain/booking/appointment.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { earnVisit, giveBackFee, keepFee, unearnVisit } from './booking-ledger.server.ts'
import { findTaxRate } from './service-tax.ts'

/** Posts what an outcome means for what was paid before, and posts it back when the outcome is taken back. */
export async function settleVisit(
  tx: Tx,
  content: Lists,
  appointment: Appointment,
  { to, withoutFee, now }: { to: AppointmentState; withoutFee: boolean; now: number },
): Promise<void> {
  const [before, after] = [appointment.state, to].map((state) => toOutcome({ ...appointment, state }))
  if (before === after) return
  if (before === 'given') await unearnVisit(tx, appointment, now)
  if (before === 'missed') await giveBackFee(tx, appointment, now)
  if (after === 'given') await earnVisit(tx, appointment, { taxRate: findTaxRate(content, appointment), now })
  if (after === 'missed' && !withoutFee) await keepFee(tx, appointment, { cents: appointment.cancelFee ?? 0, now })
}

/** A patient who does not come to a day of a plan has used it up. */
function toOutcome({ state, planId }: Pick<Appointment, 'state' | 'planId'>): 'given' | 'missed' | undefined {
  if (state === 'completed') return 'given'
  if (state !== 'no-show') return undefined
  return planId === undefined ? 'missed' : 'given'
}
