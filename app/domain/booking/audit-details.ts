import { describeChange } from '#app/domain/audit/describe-change.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Appointment } from './appointment.ts'
import type { BookingContent } from './booking-content.ts'
import { toResourceId, toResourceNames, type Resource } from './service-needs.ts'

// For the audit trail. Names of people and rooms are those at the time of the act; the patient is never named.

type Planned = Pick<Appointment, 'startsAt' | 'person' | 'room'>

/** 'Nov 27, 2026, 10:30 am, Treatment room'. */
export const appointmentDetail = (booking: BookingContent, appointment: Planned) =>
  join(Object.values(toParts(booking, appointment)))

/** The changed parts, before and after; undefined if none changed. */
export function appointmentChangeDetail(booking: BookingContent, before: Planned, after: Planned): string | undefined {
  const [was, is] = [toParts(booking, before), toParts(booking, after)]
  const changed = (['startsAt', 'person', 'room'] as const).filter((part) => before[part] !== after[part])
  if (changed.length === 0) return undefined
  return describeChange(join(changed.map((part) => was[part])), join(changed.map((part) => is[part])))
}

const toParts = (booking: BookingContent, { startsAt, person, room }: Planned) => ({
  startsAt: formatClinicMoment(startsAt, clinicTimeZone),
  // A clinic without practitioners in content has one unnamed person.
  person: booking.practitioners.length === 0 ? undefined : toName(booking, person),
  room: room === undefined ? 'by video' : toName(booking, room),
})

/** The id if content no longer has the person or room. */
const toName = (booking: BookingContent, resource: Resource) =>
  toResourceNames(booking, [resource])[0] ?? toResourceId(resource)

const join = (parts: (string | undefined)[]) => parts.filter(Boolean).join(', ')
