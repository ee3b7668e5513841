import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { booking as deliveredRules } from '#content/booking.ts'
import type { BookingContent, BookingRules, Practitioner } from './booking-content.ts'

/** The rules of booking with the people, rooms and services of the clinic. */
function toBooking(content: Lists, rules: BookingRules): BookingContent {
  const rooms = content.list('rooms')
  const toRoom = ({ id, name }: (typeof rooms)[number]) => ({ id, name })
  const people = content.list('team')
  // Who gives no service is on the team, but not booked.
  const practitioners = people.filter(({ archived, services }) => !archived && services.length > 0)
  const givers = (service: string) => practitioners.filter(({ services }) => services.includes(service))
  const services = content.list('services').map(({ id, minutes, rooms }) => ({
    ...{ id, minutes },
    ...(rooms.length > 0 && { rooms }),
    ...(practitioners.length > 0 && { practitioners: givers(id).map((person) => person.id) }),
    ...rules.services[id],
  }))
  return {
    ...rules,
    rooms: rooms.filter(({ archived }) => !archived).map(toRoom),
    formerRooms: rooms.filter(({ archived }) => archived).map(toRoom),
    practitioners: practitioners.map(toPractitioner),
    formerPractitioners: people.filter(({ archived }) => archived).map(toPractitioner),
    usual: { minutes: 60 },
    services: Object.fromEntries(services.map(({ id, ...service }) => [id, service])),
  }
}

const toPractitioner = ({ id, name, languages, days, videoUrl }: Entry<'team'>): Practitioner => ({
  ...{ id, name, languages },
  ...(days.length > 0 && { days }),
  ...(videoUrl && { videoUrl }),
})

/** The same, always as published: what is read of it follows the dashboard. */
export function liveBooking(content: Lists & { version(): number }, rules: BookingRules): BookingContent {
  let read: { version: number; booking: BookingContent } | undefined
  const now = () => {
    const version = content.version()
    if (read?.version !== version) read = { version, booking: toBooking(content, rules) }
    return read.booking
  }
  return {
    ...now(),
    get rooms() {
      return now().rooms
    },
    get formerRooms() {
      return now().formerRooms ?? []
    },
    get practitioners() {
      return now().practitioners
    },
    get formerPractitioners() {
      return now().formerPractitioners ?? []
    },
    get services() {
      return now().services
    },
  }
}

/** content/ alone, for where no database is. */
export const deliveredBooking = toBooking(deliveredContent, deliveredRules)
