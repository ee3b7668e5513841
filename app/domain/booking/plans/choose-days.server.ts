import type { Tx } from '#app/database/tables.ts'
import type { ChosenTime, Unavailable } from '#app/domain/booking/choose-time.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import type { Holder } from '#app/domain/booking/holds.server.ts'
import { type OpenTime, withBuffer } from '#app/domain/booking/open-times.ts'
import { lockOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import type { PlanTemplate, TemplateDay } from './plan-template.ts'
import { findChosenTimes } from './proposals.server.ts'
import type { PlanDay } from './propose.ts'

/** A day that could not be reserved; `planDay` counts from 1. */
type FailedDay = { planDay: number; reason: Unavailable['reason'] }

export type DaysRejected =
  /** Nothing was reserved: these days are not free (any more). */
  | { ok: false; reason: 'days-taken'; failed: FailedDay[] }
  /** The days don't fit the template, or each other. */
  | { ok: false; reason: 'not-planned' }

type Wished = {
  template: PlanTemplate
  days: readonly PlanDay[]
  /** Whose slots count as free: days that are moved do not block each other. */
  except?: readonly Holder[]
  now: number
}

/** Whether each day is free, and who and which room take it; otherwise all days that are not. All of it is read at once. */
export async function chooseDays(
  deps: BookingDeps,
  tx: Tx,
  { template, days, except, now }: Wished,
): Promise<{ ok: true; days: ChosenTime[] } | DaysRejected> {
  await lockPlans(deps, tx)
  const times = await findChosenTimes({ ...deps, db: tx }, { template, days, except, now })
  if (!times.every((time) => time !== undefined)) {
    const offered = await findChosenTimes({ ...deps, db: tx }, { template, days, isEmpty: true, now })
    const toReason = (place: number) => (offered[place] ? ('taken' as const) : ('not-offered' as const))
    const failed = times.flatMap((time, place) => (time ? [] : [{ planDay: place + 1, reason: toReason(place) }]))
    return { ok: false, reason: 'days-taken', failed }
  }
  const chosen = times.map((time, place) => toChosen(time, template.days[place]!))
  return isInOrder(deps, chosen) ? { ok: true, days: chosen } : { ok: false, reason: 'not-planned' }
}

/** Many plans of the same weeks would otherwise fail and be tried again in turns. */
export async function lockPlans(deps: BookingDeps, tx: Tx) {
  await lockOwnHours({ ...deps, tx }, { shared: true })
  await deps.database.takeAdvisoryLock(tx, 'booking of a plan')
}

function toChosen({ people, ...time }: OpenTime, { needs: { together } }: TemplateDay): ChosenTime {
  const [person, ...assistants] = people.slice(0, together).map(({ resource }) => resource)
  return { ok: true, ...time, person: person!, assistants, isForced: false }
}

/** One after the other: nobody can be treated twice at a time. */
const isInOrder = ({ booking }: BookingDeps, chosen: readonly ChosenTime[]) =>
  chosen.every((time, place) => {
    const before = chosen[place - 1]
    return before === undefined || withBuffer(before, booking).until <= time.startsAt
  })

/** Staff space days as they like. */
export const atAnyHour = ({ serviceId, needs, gap }: TemplateDay): TemplateDay => ({ serviceId, needs, gap })
