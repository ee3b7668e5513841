import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { toClosure, isClosedAt } from '#app/domain/clinic/closures.ts'
import type { BookingContent } from './booking-schema.ts'
import type { Contact } from './patient-fields.ts'
import type { Resource } from './plan.ts'

export const appointmentStates = ['requested', 'confirmed', 'declined', 'cancelled', 'completed', 'no-show'] as const
export type AppointmentState = (typeof appointmentStates)[number]

export type Appointment = Contact & {
  id: string
  serviceId: string
  state: AppointmentState
  /** Epoch milliseconds. */
  startsAt: number
  endsAt: number
  person: Resource
  room: Resource | undefined
  /** That its patient gave instead, and until when it may be confirmed. */
  newEmail: { address: string; until: number } | undefined
  bookedAt: number
  /** What it was before it was canceled. */
  cancelledFrom: AppointmentState | undefined
  /** After a cancellation, until when it can be undone. */
  undoUntil: number | undefined
  /** By its patient, when it was too late to move it. */
  cancelledLate: boolean
  /** When its patient is told of the cancellation by email, unless that is undone before. */
  cancelToldAt: number | undefined
  /** The clinic's own. */
  note: string | undefined
  /** Of the calendar entry (RFC 5545, SEQUENCE). */
  revision: number
  /** Of the calendar entry's UID, when it was mailed with one. */
  uidDomain: string | undefined
  linkVersion: number
  /** Whether there is a health answer; it is sealed. */
  hasHealth: boolean
  /** Whether the clinic keeps that beyond its time. */
  healthKept: boolean
}

/** What there is of a health answer; 'lost': its bytes come from a backup, and the key that opened them is gone since. */
export type HealthStatus = 'none' | 'sealed' | 'lost'

/** Whether it takes an hour that is still to come or go on. */
export const isActive = ({ state }: Pick<Appointment, 'state'>) => state === 'requested' || state === 'confirmed'

/** Whether its patient still has it before them. */
export const isUpcoming = (visit: Pick<Appointment, 'state' | 'startsAt'>, now: number) =>
  isActive(visit) && visit.startsAt > now

/** As their patient looks for them: what is ahead, the soonest first; then everything else, the latest first. */
export function splitUpcoming<Visit extends Pick<Appointment, 'state' | 'startsAt'>>(
  visits: readonly Visit[],
  now: number,
) {
  const ahead = visits.filter((visit) => isUpcoming(visit, now)).sort((a, b) => a.startsAt - b.startsAt)
  const rest = visits.filter((visit) => !isUpcoming(visit, now)).sort((a, b) => b.startsAt - a.startsAt)
  return { ahead, rest }
}

/** Until when its patient may move it without calling, and cancels it in good time. */
export const movableUntil = (
  { startsAt, bookedAt }: Pick<Appointment, 'startsAt' | 'bookedAt'>,
  { changeCutOffHours, graceMinutes }: ChangeRules,
) => Math.min(startsAt, Math.max(startsAt - changeCutOffHours * 3_600_000, bookedAt + graceMinutes * 60_000))

export const isBeforeCutOff = (visit: Pick<Appointment, 'startsAt' | 'bookedAt'>, rules: ChangeRules, now: number) =>
  movableUntil(visit, rules) > now

/** Those of an appointment: at a time at which the clinic closed since, it can be moved until it would begin. */
export const changeRulesFor = (
  visit: Pick<Appointment, 'startsAt' | 'endsAt'>,
  rules: ChangeRules,
  { closures, holidays, timeZone }: Pick<ClinicFacts, 'closures' | 'holidays' | 'timeZone'>,
): ChangeRules =>
  isClosedAt(visit, [...closures, ...holidays.map(toClosure)], timeZone) ? { ...rules, changeCutOffHours: 0 } : rules

export type ChangeRules = Pick<BookingContent, 'changeCutOffHours' | 'graceMinutes'>
