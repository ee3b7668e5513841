import type { BookingContent } from '#app/domain/booking/booking-content.ts'

/** Rules of booking. Opening hours are in content/clinic.json and /admin/clinic. */
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
