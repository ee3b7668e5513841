import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { toClosure, isClosedAt } from '#app/domain/clinic/closures.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'

/** Their time is taken, and it is not known yet how they went. */
export const activeStates = ['requested', 'confirmed', 'arrived', 'in-session'] as const

export const appointmentStates = [...activeStates, 'declined', 'cancelled', 'completed', 'no-show'] as const
export type AppointmentState = (typeof appointmentStates)[number]

type Row = WithoutNulls<Selectable<Tables['appointments']>>
type NotShown = 'draftId' | 'phoneDigits' | 'health' | 'newEmailUntil' | 'assistants' | 'network' | 'addressProved'

/** As in the table, without its nulls, the health answer and keys. */
export type Appointment = Contact &
  Omit<Row, NotShown | 'newEmail' | 'cancelledLate' | 'healthKept'> & {
    /** An address that the patient gave instead of `email`, and until when it can be confirmed. */
    newEmail: { address: string; until: number } | undefined
    /** Who gives it together with `person`: on some days of plans. */
    assistants: Row['person'][]
    /** Canceled by its patient when it was too late to move it. */
    cancelledLate: boolean
    hasHealth: boolean
    /** Whether the clinic keeps the health answer beyond its retention time. */
    healthKept: boolean
    /** Booked online within the last week; neither its email nor staff have confirmed it. */
    isUnconfirmed: boolean
    /** Booked online by a visitor who did not prove to be the owner of its address; undefined: not booked online. */
    isAddressProved: boolean | undefined
  }

/** What the entry of a calendar says of it. */
export type CalendarEntry = Pick<
  Appointment,
  'id' | 'startsAt' | 'endsAt' | 'state' | 'bookedAt' | 'revision' | 'uidDomain'
>

/** 'lost': the answer came from a backup, and its key has been destroyed since. */
export type HealthStatus = 'none' | 'sealed' | 'lost'

type Timed = Pick<Appointment, 'state' | 'startsAt'>

type WithState = Pick<Appointment, 'state'>

export const isActive = ({ state }: WithState) => activeStates.some((active) => active === state)

/** Accepted by the clinic, and without an outcome. */
export const acceptedStates = ['confirmed', 'arrived', 'in-session'] as const

export const isAccepted = ({ state }: WithState) => acceptedStates.some((accepted) => accepted === state)

/** The patient is not at the clinic yet. */
export const isExpected = ({ state }: WithState) => state === 'requested' || state === 'confirmed'

/** The patient is at the clinic. */
export const isHere = ({ state }: WithState) => state === 'arrived' || state === 'in-session'

export const isUpcoming = (appointment: Timed, now: number) => isActive(appointment) && appointment.startsAt > now

/** It can be moved and canceled until it begins, or until the patient arrives. */
export const canChange = (appointment: Timed, now: number) => isExpected(appointment) && appointment.startsAt > now

/** Its cancellation can be undone still. */
export const canUndoCancellation = ({ state, undoUntil = 0 }: Pick<Appointment, 'state' | 'undoUntil'>, now: number) =>
  state === 'cancelled' && undoUntil > now

/** Upcoming appointments, the soonest first, and all others, the latest first. */
export function splitUpcoming<T extends Timed>(appointments: readonly T[], now: number) {
  const upcoming = appointments.filter((appointment) => isUpcoming(appointment, now))
  const others = appointments.filter((appointment) => !isUpcoming(appointment, now))
  return {
    upcoming: upcoming.sort((a, b) => a.startsAt - b.startsAt),
    others: others.sort((a, b) => b.startsAt - a.startsAt),
  }
}

export type ClosedDays = Pick<ClinicFacts, 'closures' | 'holidays' | 'timeZone'>

/** Whether the clinic is closed at its time: it closed after the appointment was booked. */
export const isInClosure = (
  appointment: Pick<Appointment, 'startsAt' | 'endsAt'>,
  { closures, holidays, timeZone }: ClosedDays,
) => isClosedAt(appointment, [...closures, ...holidays.map(toClosure)], timeZone)
