export const appointmentNews = [
  'booked',
  'moved',
  'cancelled',
  'restored',
  'accepted',
  'declined',
  'closed',
  'reminder',
  'forms',
] as const
export type AppointmentNews = (typeof appointmentNews)[number]
