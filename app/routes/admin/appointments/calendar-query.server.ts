import { type AppointmentState, appointmentStates } from '#app/domain/booking/appointment.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { parseDay } from '#app/domain/shared/clinic-time.ts'

export const views = ['day', 'week', 'month', 'list'] as const
export type View = (typeof views)[number]

/** What the calendar shows, from its address, which names no patient. */
export type CalendarQuery = {
  view: View
  day: Temporal.PlainDate
  /** A day's columns: practitioners, or rooms. */
  by: 'person' | 'room'
  /** The ids of a practitioner and of a room; without them everyone and every room. */
  person: string | undefined
  room: string | undefined
  state: AppointmentState | undefined
}

/** Invalid values count as not chosen. */
export function readQuery(query: URLSearchParams, today: Temporal.PlainDate, booking: BookingContent): CalendarQuery {
  const [person, room] = [query.get('with'), query.get('room')]
  return {
    view: views.find((view) => view === query.get('view')) ?? 'day',
    day: parseDay(query.get('day') ?? '') ?? today,
    by: query.get('by') === 'room' ? 'room' : 'person',
    person: booking.practitioners.find(({ id }) => id === person)?.id,
    room: booking.rooms.find(({ id }) => id === room)?.id,
    state: appointmentStates.find((state) => state === query.get('state')),
  }
}

/** The address of the calendar with another day, view or filter. */
export function toAddress(query: CalendarQuery, change: Partial<CalendarQuery> = {}) {
  const { view, day, by, person, room, state } = { ...query, ...change }
  const search = new URLSearchParams({ view, day: day.toString() })
  if (by === 'room') search.set('by', by)
  if (person) search.set('with', person)
  if (room) search.set('room', room)
  if (state) search.set('state', state)
  return `/admin/appointments?${search}`
}
