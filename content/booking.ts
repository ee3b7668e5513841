import type { BookingContent } from '#app/domain/booking/booking-schema.ts'

/** How hours are given away. Which hours there are, content/clinic.ts says and the admin at /admin/clinic. */
export const booking: BookingContent = {
  stepMinutes: 30,
  bufferMinutes: 15,
  noticeHours: 4,
  horizonDays: 60,
  changeCutOffHours: 24,
  graceMinutes: 60,
  mostUpcoming: 3,
  mostOnlinePerHour: 30,
  rooms: [{ id: 'room', name: 'Treatment room' }],
  practitioners: [],
  usual: { minutes: 60 },
  services: { general: { byVideo: 'offered' } },
  standIn: true,
}
