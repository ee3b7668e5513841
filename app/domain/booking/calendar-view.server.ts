import type { Db } from '#app/database/tables.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, earlierDay, formatDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import { bookableDays, findOpenTimes, nearestTimes, type OpenDay } from './availability.server.ts'
import { type Choice, choiceQuery } from './choice.ts'
import type { CalendarView, DayLink, NearTime, TimeLink, UpcomingDay } from './calendar-view.ts'
import type { Holder } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'
import { findSoonestDays, findSoonestTimes, upcomingDays } from './next-free.server.ts'
import type { OpenTime } from './open-times.ts'
import { planFor } from './plan.ts'
import { formatTimeOfDay, formatShortAppointmentTime, formatTimeZone } from './format-appointment.ts'

type Deps = Pick<BookingDeps, 'clinic' | 'booking'> & { db: Db }

const mostSoonest = 6

export async function viewCalendar(
  deps: Deps,
  {
    serviceId,
    choice,
    except,
    stays,
    now,
  }: {
    serviceId: string
    choice: Choice
    except?: Holder
    /** Of one that is moved: it stays in person or by video. */
    stays?: 'video' | 'in person'
    now: number
  },
): Promise<CalendarView> {
  const { timeZone } = deps.clinic.facts(now)
  const today = clinicDate(now, timeZone)
  const plan = planFor(deps.booking, serviceId)
  const named = plan.people.flatMap(({ id, name }) => (name ? [{ id, name }] : []))
  const personId = named.some(({ id }) => id === choice.who) ? choice.who : undefined
  const isChosen = plan.videoOffered && stays === undefined
  const byVideo = stays === undefined ? choice.how === 'video' : stays === 'video'
  const kept: Choice = {
    ...(personId && { who: personId }),
    ...(isChosen && byVideo && { how: 'video' as const }),
  }
  const wish = { serviceId, personId, byVideo, ...(except && { except }), now }
  const link = timeLinks(kept, choice, timeZone)
  const inWords = (epochMs: number) => `${nameOf(epochMs)} at ${formatTimeOfDay(epochMs, timeZone)}`
  const nameOf = (epochMs: number) => formatDay(clinicDate(epochMs, timeZone), today)

  // Each of the days has one time at least.
  const upcoming = await findSoonestDays(deps, wish, upcomingDays)
  const soonest = upcoming.flatMap(({ times }) => times).slice(0, mostSoonest)
  const first = soonest[0] && clinicDate(soonest[0].startsAt, timeZone)
  const month = choice.month ?? (first ?? today).toPlainYearMonth()
  const days = await daysOf(deps, wish, month)
  const chosenDay = choice.day && days.find(({ day }) => day.equals(choice.day!))
  const free = days.reduce((sum, { times }) => sum + times.length, 0)
  const lacking =
    chosenDay?.times.length === 0 || (choice.day && !chosenDay) ? choice.day : free === 0 ? firstOf(month) : undefined
  const next = lacking && (await findSoonestTimes(deps, { ...wish, from: lacking }, 1))[0]
  const all = [...soonest, ...days.flatMap(({ times }) => times)]
  const chosen = all.find(({ startsAt }) => startsAt === choice.at)
  const isUnavailable = choice.at !== undefined && choice.day && !chosen
  const lost = isUnavailable && (await nearestTimes(deps, { ...wish, startsAt: choice.at! }))

  return {
    query: choiceQuery({ ...choice, who: personId ?? '', how: kept.how }),
    fresh: choiceQuery(kept),
    zone: formatTimeZone(timeZone),
    people: named.map((person) => ({
      ...person,
      query: choiceQuery({ ...choice, who: person.id }),
      chosen: person.id === personId,
    })),
    anyone: { query: choiceQuery({ ...choice, who: '' }), chosen: personId === undefined },
    ...(isChosen && {
      ways: {
        // A time may be free the one way and not the other.
        inPerson: { query: choiceQuery({ ...kept, how: undefined }), chosen: !byVideo },
        video: { query: choiceQuery({ ...kept, how: 'video' }), chosen: byVideo },
      },
    }),
    soonest: grouped(soonest, nameOf).map(({ day, times }) => ({ day, times: times.map(link) })),
    upcoming: dayLinks(upcoming, kept, choice, today),
    month: monthView(deps, month, days, { today, kept, choice, now, free }),
    ...(choice.day && { day: { name: formatDay(choice.day, today), times: chosenDay?.times.map(link) ?? [] } }),
    ...(next && {
      nextFree: {
        text: `${nameOf(next.startsAt)}, ${formatTimeOfDay(next.startsAt, timeZone)}`,
        query: choiceQuery({ ...kept, day: clinicDate(next.startsAt, timeZone), at: next.startsAt }),
      },
    }),
    ...(lost && { lost: { text: inWords(choice.at!), nearest: nearTimes(lost, kept, timeZone) } }),
    ...(chosen && {
      chosen: {
        text: inWords(chosen.startsAt),
        at: chosen.startsAt,
        query: choiceQuery({ ...kept, day: clinicDate(chosen.startsAt, timeZone) }),
      },
    }),
  }
}

/** Times as links that keep the rest of the choice. */
export const timeLinks =
  (kept: Choice, choice: Choice, timeZone: string) =>
  ({ startsAt, endsAt }: OpenTime): TimeLink => ({
    query: choiceQuery({ ...kept, day: clinicDate(startsAt, timeZone), at: startsAt }),
    clock: formatTimeOfDay(startsAt, timeZone),
    minutes: (endsAt - startsAt) / 60_000,
    chosen: startsAt === choice.at,
    isMorning: hourOf(startsAt, timeZone) < 12,
  })

/** The same for days. */
export const dayLinks = (
  days: readonly OpenDay[],
  kept: Choice,
  choice: Choice,
  today: Temporal.PlainDate,
): UpcomingDay[] =>
  days.map(({ day, times }) => ({
    day: day.toString(),
    name: formatDay(day, today),
    query: choiceQuery({ ...kept, day }),
    free: times.length,
    chosen: choice.day?.equals(day) ?? false,
  }))

/** The bookable days of a month with their free times. */
async function daysOf(
  deps: Deps,
  wish: { serviceId: string; personId?: string | undefined; byVideo?: boolean; except?: Holder; now: number },
  month: Temporal.PlainYearMonth,
) {
  const bookable = bookableDays(deps, wish.now)
  const first = laterDay(firstOf(month), bookable.first)
  const last = earlierDay(firstOf(month.add({ months: 1 })).subtract({ days: 1 }), bookable.last)
  return Temporal.PlainDate.compare(first, last) > 0 ? [] : findOpenTimes(deps, wish, { first, last })
}

type MonthParts = { today: Temporal.PlainDate; kept: Choice; choice: Choice; now: number; free: number }

function monthView(
  deps: Deps,
  month: Temporal.PlainYearMonth,
  days: OpenDay[],
  { today, kept, choice, now, free }: MonthParts,
) {
  const bookable = bookableDays(deps, now)
  const facts = deps.clinic.facts(now)
  const link = (other: Temporal.PlainYearMonth) => ({
    query: choiceQuery({ ...kept, month: other }),
    title: titleOf(other),
  })
  const known = new Map(days.map((open) => [open.day.toString(), open]))
  const cells: (DayLink | undefined)[] = Array.from({ length: firstOf(month).dayOfWeek % 7 }, () => undefined)
  for (let number = 1; number <= month.daysInMonth; number += 1) {
    const day = month.toPlainDate({ day: number })
    const open = known.get(day.toString())
    cells.push({
      number,
      name: formatDay(day, today),
      ...(open && openHoursOn(facts, day).length > 0 && { query: choiceQuery({ ...kept, day }) }),
      free: open?.times.length ?? 0,
      isToday: day.equals(today),
      chosen: choice.day?.equals(day) ?? false,
    })
  }
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  const isAfter = Temporal.PlainYearMonth.compare(month, bookable.first.toPlainYearMonth()) > 0
  const isBefore = Temporal.PlainYearMonth.compare(month, bookable.last.toPlainYearMonth()) < 0
  return {
    ...link(month),
    ...(isAfter && { previous: link(month.subtract({ months: 1 })) }),
    ...(isBefore && { next: link(month.add({ months: 1 })) }),
    weeks,
    free,
  }
}

function grouped(times: OpenTime[], nameOf: (epochMs: number) => string) {
  const groups = new Map<string, OpenTime[]>()
  for (const time of times) groups.set(nameOf(time.startsAt), [...(groups.get(nameOf(time.startsAt)) ?? []), time])
  return [...groups].map(([day, some]) => ({ day, times: some }))
}

const firstOf = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: 1 })
const titleOf = (month: Temporal.PlainYearMonth) =>
  month.toPlainDate({ day: 1 }).toLocaleString('en-US', { month: 'long', year: 'numeric' })
const hourOf = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).hour

/** The nearest times, as links that keep the rest of the choice. */
export const nearTimes = (times: readonly OpenTime[], { who, how }: Choice, timeZone: string): NearTime[] =>
  times.map((time) => ({
    text: formatShortAppointmentTime(time, timeZone),
    query: choiceQuery({
      ...(who && { who }),
      ...(how && { how }),
      day: clinicDate(time.startsAt, timeZone),
      at: time.startsAt,
    }),
  }))
