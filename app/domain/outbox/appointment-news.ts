import { z } from 'zod'

/** What an email about an appointment tells. */
export const appointmentNews = z.enum([
  'booked',
  'moved',
  'cancelled',
  'restored',
  'accepted',
  'declined',
  'closed',
  'reminder',
])
export type AppointmentNews = z.output<typeof appointmentNews>
