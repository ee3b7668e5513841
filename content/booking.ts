import type { BookingRules } from '#app/domain/booking/booking-content.ts'

/**
 * Rules of booking. Opening hours are in content/clinic.json and /admin/clinic, rooms in content/rooms.json and /admin/rooms,
 * people and what each of them gives in content/team.json and /admin/team; how long a service takes, and in which rooms, is
 * said with the service.
 */
export const booking: BookingRules = {
  stepMinutes: 30,
  bufferMinutes: 15,
  noticeHours: 4,
  horizonDays: 60,
  changeCutOffHours: 24,
  graceMinutes: 60,
  mostUpcoming: 3,
  mostOnlinePerHour: 30,
  services: { general: { byVideo: 'offered' } },
  standIn: true,
}
