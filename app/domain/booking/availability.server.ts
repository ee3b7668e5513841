import type { Db } from '#app/database/tables.ts'
import { clinicDate, clinicDayStart, earlierDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import type { BusyInterval, Interval } from './busy.ts'
import { bookingRules } from './booking-rules.ts'
import type { BookingDeps } from './deps.ts'
import { heldWithin, type Holder } from './holds.server.ts'
import { bookableInterval, type OpenTime, openTimesOn } from './open-times.ts'
import type { HoursOfPeople } from '#app/domain/booking/own-hours/own-hours.ts'
import { readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { type DayNeeds, needsFor, unnamed } from './service-needs.ts'

export type AvailabilityDeps = Pick<BookingDeps, 'clinic' | 'booking'> & { db: Db }

export type AvailabilityQuery = {
  serviceId: string
  /** Only with this practitioner. */
  personId?: string | undefined
  /** Only in this room. */
  roomId?: string | undefined
  /** Where the service is offered both in person and by video. */
  byVideo?: boolean | undefined
  /** Of a day of a plan. */
  needs?: DayNeeds | undefined
  /** Only times that begin and end within this. */
  between?: Interval | undefined
  /** The slots of this holder count as free: an appointment that is moved does not block itself. */
  except?: Holder
  now: number
}

export type OpenDay = { day: Temporal.PlainDate; times: OpenTime[] }
type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate }

/** The free times on each clinic day from `first` to `last`, both included; also days without free times. */
export async function findOpenTimes({ db, clinic, booking }: AvailabilityDeps, query: AvailabilityQuery, days: Days) {
  const { timeZone } = clinic.facts(query.now)
  const { people, rooms } = needsFor(booking, query.serviceId, query.byVideo, query.needs)
  const within = {
    from: clinicDayStart(days.first, timeZone),
    until: clinicDayStart(days.last.add({ days: 1 }), timeZone) + booking.bufferMinutes * 60_000,
  }
  const resources = [...people.map(({ resource }) => resource), ...rooms, unnamed.resource]
  const own = await readOwnHours(db, resources, days)
  return openTimes({ clinic, booking }, query, days, await heldWithin(db, resources, within, query.except), own)
}

/** The times that would be free if nothing but `busy` were reserved. */
export function openTimes(
  { clinic, booking }: Omit<AvailabilityDeps, 'db'>,
  { serviceId, personId, roomId, byVideo, needs: dayNeeds, between, now }: AvailabilityQuery,
  { first, last }: Days,
  busy: readonly BusyInterval[],
  own: HoursOfPeople,
) {
  const offered = needsFor(booking, serviceId, byVideo, dayNeeds)
  const needs = roomId === undefined ? offered : { ...offered, rooms: [`room:${roomId}` as const] }
  const isInRoom = needs.rooms.every((room) => offered.rooms.includes(room))
  const rules = bookingRules(booking, serviceId).times
  const input = { clinic: clinic.facts(now), rules, needs, busy, own, personId, now }
  const bookable = bookableInterval(input)
  const days: OpenDay[] = []
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push({ day, times: isInRoom ? openTimesOn(input, day, bookable).filter(isBetween(between)) : [] })
  return days
}

const isBetween =
  (between: Interval | undefined) =>
  ({ startsAt, endsAt }: OpenTime) =>
    between === undefined || (startsAt >= between.from && endsAt <= between.until)

/** How many of the next days with free times are shown: in a clinic open on weekdays, one of each. */
export const upcomingDays = 6

const daysPerQuery = 14

/** The first days that have free times, with all of these; fewer at the end of the horizon. */
export async function findSoonestDays(
  deps: AvailabilityDeps,
  { from: earliest, ...query }: AvailabilityQuery & { from?: Temporal.PlainDate },
  limit: number,
): Promise<OpenDay[]> {
  const { first, last } = bookableDays(deps, query)
  const found: OpenDay[] = []
  let from = earliest ? laterDay(earliest, first) : first
  while (found.length < limit && Temporal.PlainDate.compare(from, last) <= 0) {
    const next = from.add({ days: daysPerQuery })
    const days = await findOpenTimes(deps, query, { first: from, last: earlierDay(next.subtract({ days: 1 }), last) })
    found.push(...days.filter(({ times }) => times.length > 0))
    from = next
  }
  return found.slice(0, limit)
}

const nearestCount = 3
const daysAround = 7

/** The three free times nearest to one that is not free, in order; first within a week, then within the horizon. */
export async function findNearestTimes(
  deps: AvailabilityDeps,
  { startsAt: requested, ...query }: AvailabilityQuery & { startsAt: number },
): Promise<OpenTime[]> {
  const bookable = bookableDays(deps, query)
  // A form may post any number.
  const { from, until } = bookableTime(deps, query)
  const startsAt = Math.min(Math.max(requested, from), until)
  const day = clinicDate(startsAt, deps.clinic.facts(query.now).timeZone)
  const around = {
    first: laterDay(bookable.first, day.subtract({ days: daysAround })),
    last: earlierDay(bookable.last, day.add({ days: daysAround })),
  }
  let times = (await findOpenTimes(deps, query, around)).flatMap((open) => open.times)
  if (times.length < nearestCount) times = (await findOpenTimes(deps, query, bookable)).flatMap((open) => open.times)
  return times
    .sort((a, b) => Math.abs(a.startsAt - startsAt) - Math.abs(b.startsAt - startsAt))
    .slice(0, nearestCount)
    .sort((a, b) => a.startsAt - b.startsAt)
}

/** Without a service, of all. */
type Bookable = { serviceId?: string; now: number }

export const bookableTime = ({ clinic, booking }: Omit<AvailabilityDeps, 'db'>, { serviceId, now }: Bookable) =>
  bookableInterval({ clinic: clinic.facts(now), rules: bookingRules(booking, serviceId).times, now })

/** The first and the last clinic day on which anything can be booked. */
export function bookableDays(deps: Omit<AvailabilityDeps, 'db'>, of: Bookable): Days {
  const { timeZone } = deps.clinic.facts(of.now)
  const { from, until } = bookableTime(deps, of)
  return { first: clinicDate(from, timeZone), last: clinicDate(until - 1, timeZone) }
}
