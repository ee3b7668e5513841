import { clinicDate, clinicDayStart, earlierDay, instantsOn, laterDay } from '#app/domain/shared/clinic-time.ts'
import {
  type AvailabilityDeps,
  bookableDays,
  type OpenDay,
  openTimes,
} from '#app/domain/booking/availability.server.ts'
import { heldWithin, type Holder } from '#app/domain/booking/holds.server.ts'
import type { OpenTime } from '#app/domain/booking/open-times.ts'
import { readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { needsFor, unnamed } from '#app/domain/booking/service-needs.ts'
import { canTakePlace, toGaps } from './plan-rules.ts'
import type { PlanTemplate, TemplateDay } from './plan-template.ts'
import { type DayPart, mostStretch, type PlanDay, type Proposals, proposePlans } from './propose.ts'

type Wish = {
  template: PlanTemplate
  /** Not before this day. */
  from?: Temporal.PlainDate | undefined
  part?: DayPart | undefined
  /** Only with this practitioner. */
  personId?: string | undefined
  except?: readonly Holder[]
  now: number
}

/** Complete proposals for a plan: everything that is reserved in the weeks ahead is read once. */
export async function findProposals(deps: AvailabilityDeps, { template, part, ...wish }: Wish): Promise<Proposals> {
  const open = await readOpenDays(deps, template, wish)
  const times = new Map(open.map((days) => [days, days.map((day) => day.times)]))
  const free = open.map((days) => times.get(days)!)
  return proposePlans({ template, free, clock: clockOf(deps, wish.now), part })
}

type OneDay = {
  template: PlanTemplate
  /** When all days are at present. */
  days: readonly Pick<PlanDay, 'startsAt'>[]
  /** From 1. */
  planDay: number
  now: number
}

/** Where one day of a plan could be instead, while all others stay: between its neighbors, as the template has it. */
export async function findOtherTimes(
  deps: AvailabilityDeps,
  { template, days, planDay, now }: OneDay,
): Promise<OpenDay[]> {
  const { timeZone } = deps.clinic.facts(now)
  const dayOf = (place: number) => {
    const day = days[place]
    return day && clinicDate(day.startsAt, timeZone)
  }
  const place = planDay - 1
  const own = dayOf(place)
  if (!own || !template.days[place]) return []
  const [before, after] = [dayOf(place - 1), dayOf(place + 1)]
  const range = {
    first: before?.add({ days: 1 }) ?? own.subtract({ days: daysAround }),
    last: after?.subtract({ days: 1 }) ?? own.add({ days: daysAround }),
  }
  const { first, last } = bookableDays(deps, { now })
  const within = { first: laterDay(first, range.first), last: earlierDay(last, range.last) }
  const [open = []] = await readDays(deps, { ...template, days: [template.days[place]] }, { within, now })
  return open.filter(({ day, times }) => {
    if (times.length === 0) return false
    const wished = days.map((other, index) => (index === place ? day : clinicDate(other.startsAt, timeZone)))
    const gaps = toGaps(wished, template, deps.clinic.facts(now))
    return [place, place + 1].every((at) => {
      const { gap } = template.days[at] ?? {}
      return at === 0 || !gap || (gaps[at]! >= gap.least && gaps[at]! <= gap.most + mostStretch)
    })
  })
}

type Chosen = Omit<OneDay, 'planDay' | 'days'> & Pick<Reading, 'isEmpty' | 'except'> & { days: readonly PlanDay[] }

/** The time of each chosen day, with whom it was chosen first; undefined if it is not free (any more). */
export async function findChosenTimes(
  deps: AvailabilityDeps,
  { template, days, isEmpty, except, now }: Chosen,
): Promise<(OpenTime | undefined)[]> {
  const { timeZone } = deps.clinic.facts(now)
  const starts = days.map(({ startsAt }) => startsAt)
  const { first, last } = bookableDays(deps, { now })
  const within = {
    first: laterDay(first, clinicDate(Math.min(...starts), timeZone)),
    last: earlierDay(last, clinicDate(Math.max(...starts), timeZone)),
  }
  const open = await readDays(deps, template, { within, isEmpty, except, now })
  return days.map(({ startsAt, personId }, place) => {
    const time = open[place]?.flatMap(({ times }) => times).find((one) => one.startsAt === startsAt)
    const wanted = time?.people.find(({ id }) => id === personId)
    return time && wanted && { ...time, people: [wanted, ...time.people.filter((person) => person !== wanted)] }
  })
}

const daysAround = 10

/** A plan is not spread over more than this, so that reading stays short. */
const mostDaysAhead = 150

function readOpenDays(
  deps: AvailabilityDeps,
  template: PlanTemplate,
  { from, personId, except, now }: Omit<Wish, 'template' | 'part'>,
) {
  const bookable = bookableDays(deps, { now })
  const first = from ? laterDay(from, bookable.first) : bookable.first
  const within = { first, last: earlierDay(bookable.last, first.add({ days: mostDaysAhead })) }
  return readDays(deps, template, { within, personId, except, now })
}

type Reading = {
  within: { first: Temporal.PlainDate; last: Temporal.PlainDate }
  personId?: string | undefined
  /** As if nothing were reserved. */
  isEmpty?: boolean | undefined
  /** Whose slots count as free. */
  except?: readonly Holder[] | undefined
  now: number
}

/** For each day of the plan, the days on which something can be given, each with its free times. */
async function readDays(
  deps: AvailabilityDeps,
  template: PlanTemplate,
  { within, personId, isEmpty = false, except = [], now }: Reading,
) {
  const { clinic, booking, db } = deps
  const facts = clinic.facts(now)
  const { timeZone } = facts
  const needs = template.days.map((day) => needsFor(booking, day.serviceId, false, day.needs))
  const resources = new Set([
    ...needs.flatMap(({ people, rooms }) => [...people.map(({ resource }) => resource), ...rooms]),
    unnamed.resource,
  ])
  if (Temporal.PlainDate.compare(within.first, within.last) > 0) return template.days.map((): OpenDay[] => [])
  const held = {
    from: clinicDayStart(within.first, timeZone),
    until: clinicDayStart(within.last.add({ days: 1 }), timeZone) + booking.bufferMinutes * 60_000,
  }
  const reserved = isEmpty ? [] : await heldWithin(db, [...resources], held)
  const busy = reserved.filter(({ holder }) => !except.includes(holder))
  const own = await readOwnHours(db, [...resources], within)
  const known = new Map<string, OpenDay[]>()
  return template.days.map((day) => {
    const key = JSON.stringify([day.serviceId, day.needs, day.earliest, day.latest])
    const open = known.get(key) ?? readDay(day)
    known.set(key, open)
    return open
  })

  function readDay({ serviceId, needs: dayNeeds, ...hours }: TemplateDay) {
    const query = { serviceId, needs: dayNeeds, personId, now }
    return openTimes({ clinic, booking }, query, within, busy, own)
      .filter(({ day }) => canTakePlace(template, facts, day))
      .map(({ day, times }) => ({ day, times: times.filter(isWithin(hours, instantsOn(day, timeZone))) }))
  }
}

const isWithin =
  ({ earliest, latest }: Pick<TemplateDay, 'earliest' | 'latest'>, toInstant: (clock: string) => number) =>
  ({ startsAt, endsAt }: OpenTime) =>
    (earliest === undefined || startsAt >= toInstant(earliest)) && (latest === undefined || endsAt <= toInstant(latest))

function clockOf({ clinic }: Pick<AvailabilityDeps, 'clinic'>, now: number) {
  const { timeZone } = clinic.facts(now)
  const known = new Map<number, string>()
  return (startsAt: number) => {
    const clock =
      known.get(startsAt) ??
      Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5)
    known.set(startsAt, clock)
    return clock
  }
}
