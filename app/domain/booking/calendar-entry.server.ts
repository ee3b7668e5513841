import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Appointment } from './appointment.ts'

type Entry = {
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'endsAt' | 'state' | 'revision'>
  /** Right-hand side of the UID. */
  domain: string
  /** 'Appointment at {clinic}': neither the service nor anything of how somebody is. */
  title: string
  /** Address of the clinic, or that it is by video. */
  place: string
  now: number
}

/**
 * The appointment for the patient's own calendar (RFC 5545). A move keeps the UID and raises SEQUENCE, so that the entry
 * is changed and not doubled; a cancellation takes it out.
 */
export function calendarEntry({ appointment, domain, title, place, now }: Entry) {
  const { id, startsAt, endsAt, state, revision } = appointment
  const isOff = state === 'cancelled' || state === 'declined'
  const calendar = ical({
    prodId: { company: domain, product: 'appointments', language: 'EN' },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `appointment-${id}@${domain}`,
    sequence: revision,
    stamp: new Date(now),
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary: title,
    location: place,
    status: isOff
      ? ICalEventStatus.CANCELLED
      : state === 'requested'
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
