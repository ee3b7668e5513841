import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { booking as deliveredRules } from '#content/booking.ts'
import type { BookingContent, BookingRules } from './booking-content.ts'

/** The rules of booking with the rooms and services of the clinic. */
function toBooking(content: Lists, rules: BookingRules): BookingContent {
  const rooms = content.list('rooms')
  const toRoom = ({ id, name }: (typeof rooms)[number]) => ({ id, name })
  const services = content.list('services').map(({ id, minutes, rooms }) => ({
    ...{ id, minutes },
    ...(rooms.length > 0 && { rooms }),
    ...rules.services[id],
  }))
  return {
    ...rules,
    rooms: rooms.filter(({ archived }) => !archived).map(toRoom),
    formerRooms: rooms.filter(({ archived }) => archived).map(toRoom),
    usual: { minutes: 60 },
    services: Object.fromEntries(services.map(({ id, ...service }) => [id, service])),
  }
}

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
    get services() {
      return now().services
    },
  }
}

/** content/ alone, for where no database is. */
export const deliveredBooking = toBooking(deliveredContent, deliveredRules)
