import type { z } from 'zod'
import type { bookingSchema } from './booking-schema.server.ts'

/** All times start and end on these, so that a slot is free or taken as a whole. */
export const slotMinutes = 5

/** content/booking.ts. */
export type BookingContent = z.infer<typeof bookingSchema>
