import { describeChange } from '#app/domain/audit/describe-change.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Appointment } from './appointment.ts'
import type { BookingContent } from './booking-schema.ts'
import { toResourceId, toResourceNames, type Resource } from './plan.ts'

// In the audit trail, where the clinic's people and rooms stand by the names that they have at the time of the act, so
// that a later name changes no entry. Whose appointment it is never stands there.

type Visit = Pick<Appointment, 'startsAt' | 'person' | 'room'>

/** 'Nov 27, 2026, 10:30 am, Treatment room': when an appointment is, with whom of the clinic and where. */
export const appointmentDetail = (booking: BookingContent, visit: Visit) =>
  inWords(Object.values(partsOf(booking, visit)))

/** The same for the parts that a change changed, as they were and are; undefined when it changed none. */
export function appointmentChangeDetail(booking: BookingContent, before: Visit, after: Visit): string | undefined {
  const [was, now] = [partsOf(booking, before), partsOf(booking, after)]
  const changed = (['startsAt', 'person', 'room'] as const).filter((part) => before[part] !== after[part])
  if (changed.length === 0) return undefined
  return describeChange(inWords(changed.map((part) => was[part])), inWords(changed.map((part) => now[part])))
}

const partsOf = (booking: BookingContent, { startsAt, person, room }: Visit) => ({
  startsAt: formatClinicMoment(startsAt, clinicTimeZone),
  // The one person of a clinic that names nobody goes without saying.
  person: booking.practitioners.length === 0 ? undefined : nameOf(booking, person),
  room: room === undefined ? 'by video' : nameOf(booking, room),
})

/** Of one that content/ names no more its id is all there is. */
const nameOf = (booking: BookingContent, resource: Resource) =>
  toResourceNames(booking, [resource])[0] ?? toResourceId(resource)

const inWords = (parts: (string | undefined)[]) => parts.filter(Boolean).join(', ')
