import type { z } from 'zod'
import type { Weekday } from '#app/domain/clinic/clinic.ts'
import type { bookingSchema } from './booking-schema.server.ts'

/** All times start and end on these, so that a slot is free or taken as a whole. */
export const slotMinutes = 5

/** content/booking.ts. */
export type BookingRules = z.infer<typeof bookingSchema>

type ServiceRules = BookingRules['services'][string] & {
  minutes?: number
  /** Ids; all of them otherwise. */
  rooms?: readonly string[]
  /** Ids, of nobody if it has none; all of them otherwise. */
  practitioners?: readonly string[]
}

export type Room = { id: string; name: string }

export type Practitioner = {
  id: string
  name: string
  /** 'English, Hindi'. */
  languages?: string
  /** Otherwise every day on which the clinic is open. */
  days?: readonly Weekday[]
  /** The video meeting; without it the clinic sends a link. */
  videoUrl?: string
}

/** The rules with what the clinic publishes in the dashboard: see `liveBooking`. */
export type BookingContent = Omit<BookingRules, 'services'> & {
  /** In the order in which equally free ones are chosen. */
  rooms: readonly Room[]
  /** Rooms that were removed, which appointments may still name. */
  formerRooms?: readonly Room[]
  /** In the order in which equally free ones are chosen. Without any there is one unnamed person. */
  practitioners: readonly Practitioner[]
  /** People who were removed, whom appointments may still name. */
  formerPractitioners?: readonly Practitioner[]
  /** Of a service that is not known any more. */
  usual: { minutes: number }
  services: Readonly<Record<string, ServiceRules>>
}
