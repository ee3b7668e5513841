import type { Appointment } from '#app/domain/booking/appointment.ts'
import { lateMinutes } from '#app/domain/today/day.ts'
import { plateUrl } from '#app/ui/site/pictures.tsx'
import { appointmentStates, formatLateness } from '#content/pages/admin-appointments.ts'
import { services } from '#content/services.ts'

export type Sign = { kind: Appointment['state'] | 'late'; text: string }

/** What stands on an appointment: how late its patient is, or its state. */
export function toSign(appointment: Pick<Appointment, 'state' | 'startsAt'>, now: number): Sign {
  const late = lateMinutes(appointment, now)
  return late > 0
    ? { kind: 'late', text: formatLateness(late) }
    : { kind: appointment.state, text: appointmentStates[appointment.state] }
}

const findService = (serviceId: string) => services.find(({ id }) => id === serviceId)

export const serviceTitle = (serviceId: string) => findService(serviceId)?.title ?? serviceId

/** The address of its drawing. */
export const servicePlate = (serviceId: string) => plateUrl(findService(serviceId)?.picture)
