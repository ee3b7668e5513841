import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { type Appointment, type AppointmentState, isHere } from './appointment.ts'

/** What staff can make of each state; each step can be taken back. A patient may also come to an unanswered request. */
const steps: Partial<Record<AppointmentState, readonly AppointmentState[]>> = {
  requested: ['completed', 'no-show'],
  confirmed: ['arrived', 'completed', 'no-show'],
  arrived: ['in-session', 'completed', 'confirmed'],
  'in-session': ['completed', 'arrived', 'confirmed'],
  completed: ['no-show', 'in-session', 'arrived', 'confirmed'],
  'no-show': ['completed', 'confirmed'],
}

type Timed = Pick<Appointment, 'state' | 'startsAt'>

export type StepRejected = 'no-step' | 'not-today' | 'not-yet'

/** Why staff cannot bring it to this state now; undefined if they can. */
export function whyNoStep({ state, startsAt }: Timed, to: AppointmentState, now: number): StepRejected | undefined {
  if (!steps[state]?.includes(to)) return 'no-step'
  if (isHere({ state: to }) && !isSameDay(startsAt, now)) return 'not-today'
  // A session may begin early and be over early.
  const needsStart = (to === 'completed' || to === 'no-show') && state !== 'in-session'
  return needsStart && startsAt > now ? 'not-yet' : undefined
}

export const nextSteps = (appointment: Timed, now: number) =>
  (steps[appointment.state] ?? []).filter((to) => whyNoStep(appointment, to, now) === undefined)

const order: readonly AppointmentState[] = ['confirmed', 'arrived', 'in-session', 'completed']

/** Whether it takes something back. A no-show can become completed: the patient came after all. */
export const isStepBack = (from: AppointmentState, to: AppointmentState) =>
  to !== 'completed' && order.includes(to) && (from === 'no-show' || order.indexOf(to) < order.indexOf(from))

export const isSameDay = (one: number, other: number) =>
  clinicDate(one, clinicTimeZone).equals(clinicDate(other, clinicTimeZone))
