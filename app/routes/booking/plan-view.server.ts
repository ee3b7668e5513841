import { type AvailabilityDeps, bookableDays } from '#app/domain/booking/availability.server.ts'
import { formatShortAppointmentTime, formatShortDay, formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import type { OpenTime } from '#app/domain/booking/open-times.ts'
import { planQuery, type PlanChoice } from '#app/domain/booking/plans/plan-choice.ts'
import type { PlanTemplate } from '#app/domain/booking/plans/plan-template.ts'
import { findOtherTimes, findChosenTimes } from '#app/domain/booking/plans/proposals.server.ts'
import type { PlanDay, Proposals } from '#app/domain/booking/plans/propose.ts'
import { clinicDate, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { ShownChoice } from './parts/plan-chosen.tsx'
import type { ShownDay, ShownProposals } from './parts/plan-proposals.tsx'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'

type Deps = AvailabilityDeps

type ViewOptions = {
  /** What the addresses keep. */
  wish?: Pick<PlanChoice, 'from' | 'part'>
  /** What the days are called, if they are not all of the plan. */
  numbers?: readonly number[]
}

/** Each complete proposal in words, with the address where it is chosen. */
export function viewProposals(
  deps: Omit<Deps, 'db'>,
  { proposals, failing }: Proposals,
  now: number,
  { wish = {}, numbers }: ViewOptions = {},
): ShownProposals {
  const { timeZone } = deps.clinic.facts(now)
  const toNumber = (planDay: number) => numbers?.[planDay - 1] ?? planDay
  return {
    proposals: proposals.map(({ kind, days }) => ({
      kind,
      days: days.map((day, index) => ({ ...viewDay(deps, day, timeZone), number: toNumber(index + 1) })),
      range: [days[0]!, days.at(-1)!].map(({ startsAt }) => formatShortDay(startsAt, timeZone)).join(' – '),
      query: planQuery({ ...wish, days }),
    })),
    failing: failing && {
      planDay: toNumber(failing.planDay),
      near: failing.near.map(({ time, days }) => ({
        text: formatShortAppointmentTime(time, timeZone),
        query: days && planQuery({ days }),
      })),
      lastDay: failing.isPastEnd ? formatDay(bookableDays(deps, { now }).last, clinicDate(now, timeZone)) : undefined,
    },
  }
}

type Choosing = { template: PlanTemplate; choice: PlanChoice; now: number }

/** The chosen days, and other times for the one that is to be put elsewhere: the one that was asked for, or was taken. */
export async function viewChosen(
  deps: Deps,
  { template, choice: { days, change: asked }, now }: Choosing,
): Promise<ShownChoice> {
  const { timeZone } = deps.clinic.facts(now)
  const times = await findChosenTimes(deps, { template, days, now })
  const taken = new Set(times.flatMap((time, index) => (time ? [] : [index + 1])))
  const change = asked ?? [...taken][0]
  const others = change === undefined ? undefined : await findOtherTimes(deps, { template, days, planDay: change, now })
  const personId = days[(change ?? 0) - 1]?.personId
  const instead = (time: OpenTime) =>
    planQuery({ days: days.map((day, index) => (index + 1 === change ? toPlanDay(time, personId) : day)) })
  return {
    query: planQuery({ days }),
    days: days.map((day, index) => ({
      ...viewDay(deps, day, timeZone),
      isTaken: taken.has(index + 1),
      change: planQuery({ days, change: index + 1 }),
    })),
    changing:
      others && change !== undefined
        ? {
            planDay: change,
            days: others.map(({ day, times }) => ({
              day: day.toString(),
              name: formatShortDay(times[0]!.startsAt, timeZone),
              times: times.map((time) => ({ clock: formatTimeOfDay(time.startsAt, timeZone), query: instead(time) })),
            })),
          }
        : undefined,
  }
}

/** With the same person, if possible. */
const toPlanDay = ({ startsAt, people }: OpenTime, personId: string | undefined): PlanDay => ({
  startsAt,
  personId: (people.find(({ id }) => id === personId) ?? people[0]!).id,
})

export const viewDay = (
  { booking }: Pick<Deps, 'booking'>,
  { startsAt, personId }: PlanDay,
  timeZone: string,
): ShownDay => ({
  startsAt,
  day: formatShortDay(startsAt, timeZone),
  clock: formatTimeOfDay(startsAt, timeZone),
  with: toResourceNames(booking, [`person:${personId}`])[0],
})
