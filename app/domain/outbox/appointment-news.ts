export const appointmentNews = [
  'booked',
  'moved',
  'cancelled',
  'restored',
  'accepted',
  'declined',
  'closed',
  'reminder',
] as const
export type AppointmentNews = (typeof appointmentNews)[number]
