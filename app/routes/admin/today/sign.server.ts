import type { Lists } from '#app/domain/content/content-record.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { lateMinutes } from '#app/domain/today/day.ts'
import { plateUrl } from '#app/ui/site/pictures.tsx'
import { formatAppointmentState, formatLateness } from '#content/pages/admin-appointments.ts'

export type Sign = { kind: Appointment['state'] | 'late'; text: string }

type Signed = Pick<Appointment, 'state' | 'startsAt' | 'cancelledLate' | 'payBy'>

/** What stands on an appointment: how late its patient is, or its state. */
export function toSign(appointment: Signed, now: number): Sign {
  const late = lateMinutes(appointment, now)
  return late > 0
    ? { kind: 'late', text: formatLateness(late) }
    : { kind: appointment.state, text: formatAppointmentState(appointment) }
}

/** The address of its drawing. */
export const servicePlate = (content: Lists, serviceId: string) => plateUrl(findService(content, serviceId)?.picture)
