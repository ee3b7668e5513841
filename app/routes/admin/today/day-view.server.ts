import type { Lists } from '#app/domain/content/content-record.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type Appointment, type AppointmentState, isAccepted } from '#app/domain/booking/appointment.ts'
import { nextSteps } from '#app/domain/booking/attendance.ts'
import { listNotSigned } from '#app/domain/booking/forms/forms.server.ts'
import { formatTimeOfDay, formatTimeZone } from '#app/domain/booking/format-appointment.ts'
import { readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { listPeople, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { lateMinutes, rankDay } from '#app/domain/today/day.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { readDay } from '#app/domain/today/day.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

import type { Services } from '#app/services.server.ts'
import { adminForms } from '#content/pages/admin-appointments.ts'
import { toLanes } from './day-lanes.server.ts'
import { servicePlate, toSign } from './sign.server.ts'

/** Of those who are late, here or next; the others stand in the calendar. */
const mostRows = 8

export async function getDayView(services: Pick<Services, 'database' | 'clinic' | 'booking' | 'content'>, now: number) {
  const { database, booking, clinic, content } = services
  const facts = clinic.facts(now)
  const today = clinicDate(now, facts.timeZone)
  const { appointments, blocks } = await readDay(database, 'everything', today)
  const own = await readOwnHours(
    database.db,
    listPeople(booking).map(({ resource }) => resource),
    { first: today, last: today },
  )
  const open = rankDay(appointments.filter(isAccepted), now)
  const notSigned = await listNotSigned({ db: database.db, content }, open.slice(0, mostRows), now)
  const count = (state: AppointmentState) => appointments.filter((one) => one.state === state).length
  return {
    lanes: toLanes({ appointments, blocks, booking, content, facts, own, now }),
    clock: formatTimeOfDay(Math.floor(now / 60_000) * 60_000, facts.timeZone),
    zone: formatTimeZone(facts.timeZone),
    counts: {
      appointments: appointments.length,
      completed: count('completed'),
      'in-session': count('in-session'),
      arrived: count('arrived'),
      late: open.filter((one) => lateMinutes(one, now) > 0).length,
    },
    rows: open.slice(0, mostRows).map((appointment) => ({
      ...toDayRow({ content, facts, notSigned }, appointment, now),
      where: toResourceNames(booking, [appointment.person, ...(appointment.room ? [appointment.room] : [])]).join(', '),
    })),
    more: Math.max(0, open.length - mostRows),
  }
}

export type DayRow = Awaited<ReturnType<typeof getDayView>>['rows'][number]

export const toDayRow = (
  { content, facts, notSigned }: { content: Lists; facts: Pick<ClinicFacts, 'timeZone'>; notSigned: Set<string> },
  appointment: Appointment,
  now: number,
) => ({
  id: appointment.id,
  time: formatTimeOfDay(appointment.startsAt, facts.timeZone),
  until: formatTimeOfDay(appointment.endsAt, facts.timeZone),
  name: appointment.name,
  phone: appointment.phone,
  service: nameService(content, appointment.serviceId),
  plate: servicePlate(content, appointment.serviceId),
  from: appointment.state,
  sign: toSign(appointment, now),
  formDue: notSigned.has(appointment.id) ? adminForms.status.due : undefined,
  steps: stepsInRow(appointment, now),
})

/** The next step, and for a late patient that they did not come. */
function stepsInRow(appointment: Appointment, now: number) {
  const wanted: AppointmentState[] =
    appointment.state === 'confirmed'
      ? lateMinutes(appointment, now) > 0
        ? ['arrived', 'no-show']
        : ['arrived']
      : appointment.state === 'arrived'
        ? ['in-session']
        : ['completed']
  const possible = nextSteps(appointment, now)
  return wanted.filter((step) => possible.includes(step))
}
