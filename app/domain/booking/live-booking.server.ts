import { listGiven } from '#app/domain/content/given-services.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import type { Entry } from '#app/domain/content/content-record.ts'
import type { BookingContent, Practitioner } from './booking-content.ts'

type Published = Pick<ContentNow, 'list' | 'template'>

/** The rules of booking with the people, rooms and services of the clinic. */
function toBooking(content: Published): BookingContent {
  const { confirmed, ...rules } = content.template('booking-rules')
  const rooms = content.list('rooms')
  const toRoom = ({ id, name }: (typeof rooms)[number]) => ({ id, name })
  const people = content.list('team')
  // Who gives no service is on the team, but not booked.
  const practitioners = people.filter((one) => !one.archived && listGiven(content, one).length > 0)
  const givers = (service: string) => practitioners.filter((one) => listGiven(content, one).includes(service))
  const services = content.list('services').map(({ id, minutes, rooms, way, asksClinic, preparation }) => ({
    ...{ id, minutes },
    ...(rooms.length > 0 && { rooms }),
    ...(practitioners.length > 0 && { practitioners: givers(id).map((person) => person.id) }),
    ...(way !== 'in-person' && { byVideo: way === 'video' || ('offered' as const) }),
    ...(asksClinic && { confirmedByClinic: true as const }),
    ...(preparation && { preparation }),
  }))
  return {
    ...rules,
    standIn: !confirmed,
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
export function liveBooking(content: Published & Pick<ContentNow, 'version'>): BookingContent {
  let read = { version: content.version(), booking: toBooking(content) }
  const now = () => {
    const version = content.version()
    if (read.version !== version) read = { version, booking: toBooking(content) }
    return read.booking
  }
  const live = Object.keys(now()).map((name) => [
    name,
    { enumerable: true, get: () => now()[name as keyof BookingContent] },
  ])
  return Object.defineProperties({}, Object.fromEntries(live)) as BookingContent
}

/** content/ alone, for where no database is. */
export const deliveredBooking = toBooking(deliveredContent)
