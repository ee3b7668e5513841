import type { Lists } from '#app/domain/content/content-record.ts'
import { isSameDay } from '#app/domain/booking/attendance.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { formatTimeOfDay, formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { lateMinutes } from '#app/domain/today/day.ts'
import { adminCalendar as words, formatLateness } from '#content/pages/admin-appointments.ts'
import { patientName } from './patient-name.ts'

export type RowDeps = { booking: BookingContent; content: Lists }

export type AppointmentRow = ReturnType<typeof toRow>

export const toRow = ({ booking, content }: RowDeps, appointment: Appointment, timeZone: string, now: number) => ({
  id: appointment.id,
  time: `${formatTimeOfDay(appointment.startsAt, timeZone)} to ${formatTimeOfDay(appointment.endsAt, timeZone)}`,
  name: patientName(appointment),
  phone: appointment.phone,
  service: nameService(content, appointment.serviceId),
  place: [...toResourceNames(booking, [appointment.person]), ...describeRoom(booking, appointment)].join(', '),
  state: appointment.state,
  cancelledLate: appointment.cancelledLate,
  payBy: appointment.payBy,
  heldBack: appointment.heldBack,
  late: describeLate(appointment, now),
})

/** With its day, for lists without a heading for the day. */
export const toDatedRow = (deps: RowDeps, appointment: Appointment, timeZone: string, now: number): AppointmentRow => ({
  ...toRow(deps, appointment, timeZone, now),
  time: formatShortAppointmentTime(appointment, timeZone),
})

/** How late its patient is today, which then stands in place of its state. */
export function describeLate(appointment: Pick<Appointment, 'state' | 'startsAt'>, now: number) {
  const late = lateMinutes(appointment, now)
  return late > 0 && isSameDay(appointment.startsAt, now) ? formatLateness(late) : undefined
}

/** Empty if it is in the only room that the clinic has. */
function describeRoom(booking: BookingContent, { room }: Appointment) {
  if (room === undefined) return [words.byVideo]
  const [only, ...others] = booking.rooms
  return others.length === 0 && room === `room:${only?.id}` ? [] : toResourceNames(booking, [room])
}
