import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { appointmentStates } from '#app/domain/booking/appointment.ts'
import { adminCalendar, appointmentStates as stateNames } from '#content/pages/admin-appointments.ts'
import { type CalendarQuery, toAddress } from './calendar-query.server.ts'

const words = adminCalendar.filters

/** What the calendar can be narrowed to, as links. A clinic with one practitioner and one room has less to choose from. */
export function listFilters(query: CalendarQuery, { practitioners, rooms }: BookingContent) {
  const toChoice = (text: string, change: Partial<CalendarQuery>) => ({
    text,
    href: toAddress(query, change),
    current: Object.entries(change).every(([name, value]) => query[name as keyof CalendarQuery] === value),
  })
  const { by, people, rooms: inRooms, states } = words
  const groups = [
    {
      label: by.label,
      choices: [toChoice(by.person, { by: 'person' }), toChoice(by.room, { by: 'room' })],
      isUseful: query.view === 'day' && rooms.length > 1,
    },
    {
      label: people.label,
      choices: [
        toChoice(people.all, { person: undefined }),
        ...practitioners.map(({ id, name }) => toChoice(name, { person: id })),
      ],
      isUseful: practitioners.length > 1,
    },
    {
      label: inRooms.label,
      choices: [
        toChoice(inRooms.all, { room: undefined }),
        ...rooms.map(({ id, name }) => toChoice(name, { room: id })),
      ],
      isUseful: rooms.length > 1,
    },
    {
      label: states.label,
      choices: [
        toChoice(states.all, { state: undefined }),
        ...appointmentStates.map((state) => toChoice(stateNames[state], { state })),
      ],
      isUseful: true,
    },
  ]
  return groups.filter(({ isUseful }) => isUseful).map(({ label, choices }) => ({ label, choices }))
}
