export const appointmentNews = [
  'booked',
  'moved',
  'cancelled',
  'restored',
  'released',
  'accepted',
  'declined',
  'closed',
  'reminder',
  'forms',
] as const
export type AppointmentNews = (typeof appointmentNews)[number]
