import type { Db } from '#app/database/tables.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { clinicDate, clinicDayStart, earlierDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import type { BookingContent } from './booking-schema.ts'
import { type Busy, createBusy, type Interval } from './busy.ts'
import { busyWithin, type Holder } from './holds.server.ts'
import { bookableInterval, type OpenTime, openTimesOn } from './open-times.ts'
import { planFor, type Resource } from './plan.ts'

type Deps = { db: Db; clinic: Pick<ClinicNow, 'facts'>; booking: BookingContent }

type Wish = {
  serviceId: string
  /** Of one practitioner only. */
  personId?: string | undefined
  /** Where the service offers both. */
  byVideo?: boolean | undefined
  /** A visit that is to be moved stands in nobody's way. */
  except?: Holder
  now: number
}

export type OpenDay = { day: Temporal.PlainDate; times: OpenTime[] }
type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate }

/** The times on offer on each of the clinic's days from `first` to `last`, both included; days without any as well. */
export async function findOpenTimes({ db, clinic, booking }: Deps, wish: Wish, days: Days): Promise<OpenDay[]> {
  const { timeZone } = clinic.facts(wish.now)
  const within: Interval = {
    from: clinicDayStart(days.first, timeZone),
    until: clinicDayStart(days.last.add({ days: 1 }), timeZone) + booking.bufferMinutes * 60_000,
  }
  const busy = await busyWithin(db, neededFor(booking, wish), within, wish.except)
  return openTimes({ clinic, booking }, wish, days, busy)
}

/** Everybody and every room that could take it. */
function neededFor(booking: BookingContent, { serviceId, personId, byVideo }: Wish): Resource[] {
  const { people, rooms } = planFor(booking, serviceId, byVideo)
  return [
    ...people.filter(({ id }) => personId === undefined || id === personId).map(({ resource }) => resource),
    ...rooms,
  ]
}

/** Whether it would be on offer if nobody had taken it. */
export function wouldBeOffered(
  deps: Omit<Deps, 'db'>,
  { startsAt, ...wish }: Wish & { startsAt: number },
  day: Temporal.PlainDate,
) {
  const nothing = createBusy({ from: startsAt, until: startsAt }, [])
  const [open] = openTimes(deps, wish, { first: day, last: day }, nothing)
  return open?.times.some((time) => time.startsAt === startsAt) ?? false
}

function openTimes({ clinic, booking }: Omit<Deps, 'db'>, wish: Wish, { first, last }: Days, busy: Busy) {
  const { serviceId, personId, byVideo, now } = wish
  const plan = planFor(booking, serviceId, byVideo)
  const question = { clinic: clinic.facts(now), rules: booking, plan, busy, personId, now }
  const bookable = bookableInterval(question)
  const days: OpenDay[] = []
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push({ day, times: openTimesOn(question, day, bookable) })
  return days
}

const mostNear = 3
const daysAround = 7

/** The three free times that are nearest to one that is not, in their order; from further away when there are fewer. */
export async function nearestTimes(
  deps: Deps,
  { startsAt, ...wish }: Wish & { startsAt: number },
): Promise<OpenTime[]> {
  const bookable = bookableDays(deps, wish.now)
  const { timeZone } = deps.clinic.facts(wish.now)
  const wished = clinicDate(Math.min(Math.max(startsAt, wish.now), wish.now + maxWishMs), timeZone)
  const around = {
    first: laterDay(bookable.first, wished.subtract({ days: daysAround })),
    last: earlierDay(bookable.last, wished.add({ days: daysAround })),
  }
  const near = await timesWithin(deps, wish, around)
  const all = near.length >= mostNear ? near : await timesWithin(deps, wish, bookable)
  return all
    .sort((a, b) => Math.abs(a.startsAt - startsAt) - Math.abs(b.startsAt - startsAt))
    .slice(0, mostNear)
    .sort((a, b) => a.startsAt - b.startsAt)
}

const timesWithin = async (deps: Deps, wish: Wish, days: Days) =>
  (await findOpenTimes(deps, wish, days)).flatMap(({ times }) => times)

/** Beyond any horizon; what was typed may be any number. */
const maxWishMs = 400 * 86_400_000

/** The first and the last of the clinic's days on which something can be booked at all. */
export function bookableDays({ clinic, booking }: Pick<Deps, 'clinic' | 'booking'>, now: number) {
  const facts = clinic.facts(now)
  const { from, until } = bookableInterval({ clinic: facts, rules: booking, now })
  return { first: clinicDate(from, facts.timeZone), last: clinicDate(until - 1, facts.timeZone) }
}
