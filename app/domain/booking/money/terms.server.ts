import type { Db, Tx } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment, listAppointmentsOfPlan } from '#app/domain/booking/appointments.server.ts'

type Day = Pick<Appointment, 'id' | 'planId'>

/** As they were when it was booked, whatever the clinic has published since. */
type Terms = { payCents: number | undefined; cancelFee: number; paidWith: string | undefined }

/** The days of a plan have the same: they are paid for together. */
export async function findTerms(db: Db, { id, planId }: Day): Promise<Terms> {
  const columns = ['payCents', 'cancelFee', 'paidWith'] as const
  const row =
    planId === undefined
      ? await db.selectFrom('appointments').select(columns).where('id', '=', id).executeTakeFirst()
      : await db.selectFrom('plans').select(columns).where('id', '=', planId).executeTakeFirst()
  return {
    payCents: row?.payCents ?? undefined,
    cancelFee: row?.cancelFee ?? 0,
    paidWith: row?.paidWith ?? undefined,
  }
}

export async function setPaidWith(tx: Tx, { id, planId }: Day, paidWith: string | null) {
  if (planId === undefined) await tx.updateTable('appointments').set({ paidWith }).where('id', '=', id).execute()
  else await tx.updateTable('plans').set({ paidWith }).where('id', '=', planId).execute()
}

/** What is paid for together: the days of a plan, or one appointment. */
export async function listPaidTogether(db: Db, { id, planId }: Day): Promise<Appointment[]> {
  if (planId !== undefined) return listAppointmentsOfPlan(db, planId)
  const found = await findAppointment(db, id)
  return found ? [found] : []
}
