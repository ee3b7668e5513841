import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Appointment } from './appointment.ts'
import { appointmentUid, changedAt, productId, withLastBreak } from './calendar-format.ts'

type Entry = {
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'endsAt' | 'state' | 'bookedAt' | 'revision' | 'uidDomain'>
  /** The clinic. */
  organizer: { name: string; email: string }
  /** 'Appointment at {clinic}', without the service. */
  title: string
  /** Address of the clinic, or that it is by video. */
  place: string
}

/**
 * The appointment for the patient's own calendar (RFC 5545). A move keeps the UID and raises SEQUENCE, so that it changes
 * the entry; a cancellation removes it.
 */
export function calendarEntry({ appointment, organizer, title, place }: Entry) {
  const { startsAt, endsAt, state, revision } = appointment
  const isOff = state === 'cancelled' || state === 'declined'
  const calendar = ical({
    prodId: productId('appointments'),
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: appointmentUid(appointment),
    sequence: revision,
    stamp: changedAt(appointment),
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary: title,
    location: place,
    // Required beside a METHOD (RFC 5546, 3.2.1 and 3.2.5).
    organizer,
    status: isOff
      ? ICalEventStatus.CANCELLED
      : state === 'requested'
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
  })
  return withLastBreak(calendar.toString())
}
