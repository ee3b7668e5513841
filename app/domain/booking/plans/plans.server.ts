import type { Db } from '#app/database/tables.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import type { HoursOfClinic } from '#app/domain/clinic/opening-hours.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import { listAppointmentsOfPlan } from '#app/domain/booking/appointments.server.ts'

/** What was booked together: the appointments are its days, in the order of the plan. */
export type Plan = { id: string; templateId: string; title: string; bookedAt: number; days: Appointment[] }

/** The caller must have checked that the visitor may see it. */
export async function findPlan(db: Db, id: string): Promise<Plan | undefined> {
  const plan = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  return plan && { ...plan, days: await listAppointmentsOfPlan(db, id) }
}

/** The plan that an appointment is a day of. */
export const findPlanOf = async (db: Db, { planId }: Pick<Appointment, 'planId'>) =>
  planId === undefined ? undefined : findPlan(db, planId)

/** Whether the patient comes for the same plan on the day before: a reminder of each of 21 days would be read by nobody. */
export async function hasDayBefore(
  db: Db,
  appointment: Appointment,
  { timeZone }: Pick<HoursOfClinic, 'timeZone'>,
): Promise<boolean> {
  const { days = [] } = (await findPlanOf(db, appointment)) ?? {}
  const dayBefore = clinicDate(appointment.startsAt, timeZone).subtract({ days: 1 })
  return days.some(
    (day) => (isActive(day) || day.state === 'completed') && clinicDate(day.startsAt, timeZone).equals(dayBefore),
  )
}

/** Where its patient may move a day of a plan: after the day before it and before the next, so that their order stays. */
export async function findRoomForDay(
  db: Db,
  appointment: Pick<Appointment, 'planId' | 'startsAt'>,
  { timeZone }: Pick<HoursOfClinic, 'timeZone'>,
): Promise<Interval | undefined> {
  const plan = await findPlanOf(db, appointment)
  if (!plan) return undefined
  const days = plan.days.filter(isActive).map(({ startsAt }) => startsAt)
  const before = days.filter((startsAt) => startsAt < appointment.startsAt)
  const after = days.filter((startsAt) => startsAt > appointment.startsAt)
  return {
    from: before.length > 0 ? clinicDayStart(toDay(Math.max(...before)).add({ days: 1 }), timeZone) : 0,
    until: after.length > 0 ? clinicDayStart(toDay(Math.min(...after)), timeZone) : Infinity,
  }

  function toDay(startsAt: number) {
    return clinicDate(startsAt, timeZone)
  }
}

/** What its patient typed is the same for all days: the ids of these, sorted so that two changes do not deadlock. */
export async function listDayIds(db: Db, { id, planId }: Pick<Appointment, 'id' | 'planId'>): Promise<string[]> {
  const plan = await findPlanOf(db, { planId })
  return plan ? plan.days.map((day) => day.id).sort() : [id]
}
