import { type Appointment, type ClosedDays, isInClosure } from './appointment.ts'
import { type BookingContent, slotMinutes } from './booking-content.ts'
import type { BookingDeps } from './deps.ts'

export type BookingRules = ReturnType<typeof bookingRules>
export type ChangeRules = BookingRules['change']

/**
 * The rules for a service, or for what concerns all of them, as the clinic has published them at this moment. Every page,
 * form, email and check asks here: what a service has of its own in `services` binds instead of what the clinic has for all.
 */
export function bookingRules(booking: BookingContent, serviceId = '') {
  const rules = { ...booking, ...booking.services[serviceId] }
  const { stepMinutes, bufferMinutes, noticeHours, horizonDays } = rules
  const { changeCutOffHours, graceMinutes, mostUpcoming, mostOnlinePerHour } = rules
  return {
    /** Which times are on offer. */
    times: { stepMinutes, bufferMinutes, noticeHours, horizonDays },
    /** Until when its patient may move an appointment. */
    change: { changeCutOffHours, graceMinutes },
    limits: { mostUpcoming, mostOnlinePerHour },
  }
}

/** The clinic may book at short notice. */
export const withoutNotice = <Deps extends Pick<BookingDeps, 'booking'>>(deps: Deps): Deps => ({
  ...deps,
  booking: { ...deps.booking, noticeHours: 0 },
})

/** The clinic is not bound to the steps of patients. */
export const atAnySlot = <Deps extends Pick<BookingDeps, 'booking'>>(deps: Deps): Deps => ({
  ...deps,
  booking: { ...deps.booking, stepMinutes: slotMinutes },
})

type Timed = Pick<Appointment, 'serviceId' | 'startsAt' | 'bookedAt'>

export function cutOff({ serviceId, startsAt, bookedAt }: Timed, booking: BookingContent) {
  const { changeCutOffHours, graceMinutes } = bookingRules(booking, serviceId).change
  return Math.min(startsAt, Math.max(startsAt - changeCutOffHours * 3_600_000, bookedAt + graceMinutes * 60_000))
}

/**
 * Until when its patient may move it online, and cancel it without a late cancellation: until it begins if the clinic is
 * closed then.
 */
export const movableUntil = (
  appointment: Timed & Pick<Appointment, 'endsAt'>,
  booking: BookingContent,
  closedDays: ClosedDays,
) => (isInClosure(appointment, closedDays) ? appointment.startsAt : cutOff(appointment, booking))

export const isMovable = (
  { booking, clinic }: Pick<BookingDeps, 'booking' | 'clinic'>,
  appointment: Appointment,
  now: number,
) => movableUntil(appointment, booking, clinic.facts(now)) > now
