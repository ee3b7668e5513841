import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { appointmentParts } from '#content/emails.ts'
import type { Appointment, CalendarEntry } from '#app/domain/booking/appointment.ts'

/**
 * Appointments for the patient's own calendar (RFC 5545), without the service: one, or all days of a plan. A move keeps
 * the UID and raises SEQUENCE, so that it changes the entry; a cancellation removes it. `toPlace`: the clinic's address,
 * or that it is by video.
 */
export function calendarFile<Shown extends CalendarEntry>(
  appointments: readonly Shown[],
  { name, emails }: Pick<ClinicFacts, 'name' | 'emails'>,
  toPlace: (appointment: Shown) => string,
) {
  const calendar = ical({
    prodId: productId('appointments'),
    method: appointments.every(isOff) ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const appointment of appointments)
    calendar.createEvent({
      id: appointmentUid(appointment),
      sequence: appointment.revision,
      stamp: changedAt(appointment),
      start: new Date(appointment.startsAt),
      end: new Date(appointment.endsAt),
      summary: appointmentParts.calendarName(name),
      location: toPlace(appointment),
      // Required beside a METHOD (RFC 5546, 3.2.1 and 3.2.5).
      organizer: { name, email: emails.booking },
      status: isOff(appointment)
        ? ICalEventStatus.CANCELLED
        : appointment.state === 'requested'
          ? ICalEventStatus.TENTATIVE
          : ICalEventStatus.CONFIRMED,
    })
  return withLastBreak(calendar.toString())
}

const isOff = ({ state }: Pick<CalendarEntry, 'state'>) => state === 'cancelled' || state === 'declined'

// Also for the clinic's own calendar. Nothing here changes when the site gets another address.

export const productId = (product: string) => ({ company: 'clinic-site', product, language: 'EN' })

/** Entries emailed by an older version end in the site's host of that time. */
export const appointmentUid = ({ id, uidDomain }: { id: string; uidDomain?: string | null | undefined }) =>
  uidDomain ? `appointment-${id}@${uidDomain}` : `appointment-${id}`

/** DTSTAMP. It must change only with the appointment: calendar programs take another DTSTAMP for a change. */
export const changedAt = ({ bookedAt, revision }: Pick<Appointment, 'bookedAt' | 'revision'>) =>
  new Date(bookedAt + revision * 1_000)

/** Every line ends in CRLF (RFC 5545, 3.1), the last one as well. */
export const withLastBreak = (calendar: string) => `${calendar.trimEnd()}\r\n`
