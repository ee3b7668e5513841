import type { z } from 'zod'
import type { bookingSchema } from './booking-schema.server.ts'

/** All times start and end on these, so that a slot is free or taken as a whole. */
export const slotMinutes = 5

/** content/booking.ts. */
export type BookingRules = z.infer<typeof bookingSchema>

type ServiceRules = BookingRules['services'][string] & {
  minutes?: number
  /** Ids; all of them otherwise. */
  rooms?: readonly string[]
}

export type Room = { id: string; name: string }

/** The rules with what the clinic publishes in the dashboard: see `liveBooking`. */
export type BookingContent = Omit<BookingRules, 'services'> & {
  /** In the order in which equally free ones are chosen. */
  rooms: readonly Room[]
  /** Rooms that were removed, which appointments may still name. */
  formerRooms?: readonly Room[]
  /** Of a service that is not known any more. */
  usual: { minutes: number }
  services: Readonly<Record<string, ServiceRules>>
}
