import { type Appointment, canChange } from '#app/domain/booking/appointment.ts'
import { isSameDay } from '#app/domain/booking/attendance.ts'
import { type BookedPlan, isMissed, needsAttention } from '#app/domain/booking/plans/booked-plan.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { type RowDeps, toDatedRow } from './appointment-rows.ts'
import { patientName } from './patient-name.ts'
import { planWords as words } from '#content/pages/admin-plans.ts'

export type PlanView = ReturnType<typeof toPlanView>
export type PlanDayView = PlanView['days'][number]

/** A plan for its page, a list, and its patient's record. */
export function toPlanView(services: RowDeps, plan: BookedPlan, now: number) {
  const { id, title, days, progress } = plan
  const next = days.find((day) => toStatus(day, now) === 'now') ?? days.find((day) => toStatus(day, now) === 'ahead')
  const rows = days.map((day) => ({
    ...toDatedRow(services, day, clinicTimeZone, now),
    number: day.number,
    date: formatDate(day.startsAt),
    status: toStatus(day, now),
    canChange: canChange(day, now),
    serviceId: day.serviceId,
  }))
  const places = new Set(rows.map(({ place }) => place))
  return {
    id,
    title,
    /** As on its latest day. */
    name: patientName(days.at(-1) ?? { name: '' }),
    text: plan.prepaidAt === undefined ? words.progress(progress) : words.used(progress),
    /** Where all its days are the same: 'Daniel Cho, Neem room'. */
    place: places.size === 1 ? [...places][0] : undefined,
    progress,
    needsAttention: needsAttention(progress),
    isPrepaid: plan.prepaidAt !== undefined,
    next: next && { number: next.number, time: formatShortAppointmentTime(next, clinicTimeZone) },
    days: rows,
  }
}

/** 'now': today, and not over. */
function toStatus(day: Appointment, now: number): 'done' | 'now' | 'ahead' | 'missed' {
  if (isMissed(day)) return 'missed'
  if (day.state === 'completed' || day.endsAt <= now) return 'done'
  return isSameDay(day.startsAt, now) ? 'now' : 'ahead'
}

/** 'Tue 17'. */
const formatDate = (at: number) => {
  const date = clinicDate(at, clinicTimeZone)
  return `${date.toLocaleString('en-US', { weekday: 'short' })} ${date.day}`
}
