import { z } from 'zod'

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
