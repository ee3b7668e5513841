import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, earlierDay, formatDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import {
  type AvailabilityDeps,
  type AvailabilityQuery,
  bookableDays,
  findNearestTimes,
  findOpenTimes,
  findSoonestDays,
  type OpenDay,
  upcomingDays,
} from './availability.server.ts'
import type { CalendarView, DayLink, NearTime, TimeLink, UpcomingDay } from './calendar-view.ts'
import { type Choice, choiceQuery } from './choice.ts'
import { formatShortAppointmentTime, formatTimeOfDay, formatTimeZone } from './format-appointment.ts'
import type { Holder } from './holds.server.ts'
import type { OpenTime } from './open-times.ts'
import { planFor } from './plan.ts'

const soonestCount = 6

type CalendarOptions = {
  serviceId: string
  choice: Choice
  except?: Holder
  /** An appointment that is moved stays by video or in person. */
  stays?: 'video' | 'in person'
  now: number
}

export async function viewCalendar(
  deps: AvailabilityDeps,
  { serviceId, choice, except, stays, now }: CalendarOptions,
): Promise<CalendarView> {
  const { timeZone } = deps.clinic.facts(now)
  const today = clinicDate(now, timeZone)
  const plan = planFor(deps.booking, serviceId)
  const named = plan.people.flatMap(({ id, name }) => (name ? [{ id, name }] : []))
  const personId = named.some(({ id }) => id === choice.who) ? choice.who : undefined
  const canChooseVideo = plan.videoOffered && stays === undefined
  const byVideo = stays === undefined ? choice.how === 'video' : stays === 'video'
  const base: Choice = {
    ...(personId && { who: personId }),
    ...(canChooseVideo && byVideo && { how: 'video' as const }),
  }
  const query = { serviceId, personId, byVideo, ...(except && { except }), now }
  const link = timeLinks(base, choice, timeZone)
  const formatDayOf = (epochMs: number) => formatDay(clinicDate(epochMs, timeZone), today)
  const formatTime = (epochMs: number) => `${formatDayOf(epochMs)} at ${formatTimeOfDay(epochMs, timeZone)}`

  const upcoming = await findSoonestDays(deps, query, upcomingDays)
  const soonest = upcoming.flatMap(({ times }) => times).slice(0, soonestCount)
  const month = choice.month ?? (upcoming[0]?.day ?? today).toPlainYearMonth()
  const days = await openDaysIn(deps, query, month)
  const chosenDay = choice.day && days.find(({ day }) => day.equals(choice.day!))
  const free = days.reduce((sum, { times }) => sum + times.length, 0)
  const lacking =
    chosenDay?.times.length === 0 || (choice.day && !chosenDay) ? choice.day : free === 0 ? firstDay(month) : undefined
  const next = lacking && (await findSoonestDays(deps, { ...query, from: lacking }, 1))[0]?.times[0]
  const all = [...soonest, ...days.flatMap(({ times }) => times)]
  const chosen = all.find(({ startsAt }) => startsAt === choice.at)
  const isTaken = choice.at !== undefined && choice.day && !chosen
  const nearest = isTaken && (await findNearestTimes(deps, { ...query, startsAt: choice.at! }))

  return {
    query: choiceQuery({ ...choice, who: personId ?? '', how: base.how }),
    fresh: choiceQuery(base),
    zone: formatTimeZone(timeZone),
    people: named.map((person) => ({
      ...person,
      query: choiceQuery({ ...choice, who: person.id }),
      chosen: person.id === personId,
    })),
    anyone: { query: choiceQuery({ ...choice, who: '' }), chosen: personId === undefined },
    ...(canChooseVideo && {
      ways: {
        // Without the chosen time, which may be free only one way.
        inPerson: { query: choiceQuery({ ...base, how: undefined }), chosen: !byVideo },
        video: { query: choiceQuery({ ...base, how: 'video' }), chosen: byVideo },
      },
    }),
    soonest: [...Map.groupBy(soonest, ({ startsAt }) => formatDayOf(startsAt))].map(([day, times]) => ({
      day,
      times: times.map(link),
    })),
    upcoming: dayLinks(upcoming, base, choice, today),
    month: viewMonth(deps, month, days, { today, base, choice, now, free }),
    ...(choice.day && { day: { name: formatDay(choice.day, today), times: chosenDay?.times.map(link) ?? [] } }),
    ...(next && {
      nextFree: {
        text: `${formatDayOf(next.startsAt)}, ${formatTimeOfDay(next.startsAt, timeZone)}`,
        query: choiceQuery({ ...base, day: clinicDate(next.startsAt, timeZone), at: next.startsAt }),
      },
    }),
    ...(nearest && { lost: { text: formatTime(choice.at!), nearest: nearTimes(nearest, base, timeZone) } }),
    ...(chosen && {
      chosen: {
        text: formatTime(chosen.startsAt),
        at: chosen.startsAt,
        query: choiceQuery({ ...base, day: clinicDate(chosen.startsAt, timeZone) }),
      },
    }),
  }
}

/** Times as links that keep the rest of the choice, `base`. */
export const timeLinks =
  (base: Choice, choice: Choice, timeZone: string) =>
  ({ startsAt, endsAt }: OpenTime): TimeLink => ({
    query: choiceQuery({ ...base, day: clinicDate(startsAt, timeZone), at: startsAt }),
    clock: formatTimeOfDay(startsAt, timeZone),
    minutes: (endsAt - startsAt) / 60_000,
    chosen: startsAt === choice.at,
    isMorning: Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone).hour < 12,
  })

export const dayLinks = (
  days: readonly OpenDay[],
  base: Choice,
  choice: Choice,
  today: Temporal.PlainDate,
): UpcomingDay[] =>
  days.map(({ day, times }) => ({
    day: day.toString(),
    name: formatDay(day, today),
    query: choiceQuery({ ...base, day }),
    free: times.length,
    chosen: choice.day?.equals(day) ?? false,
  }))

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

/** The bookable days of a month with their free times. */
async function openDaysIn(deps: AvailabilityDeps, query: AvailabilityQuery, month: Temporal.PlainYearMonth) {
  const bookable = bookableDays(deps, query.now)
  const first = laterDay(firstDay(month), bookable.first)
  const last = earlierDay(month.toPlainDate({ day: month.daysInMonth }), bookable.last)
  return Temporal.PlainDate.compare(first, last) > 0 ? [] : findOpenTimes(deps, query, { first, last })
}

type MonthOptions = { today: Temporal.PlainDate; base: Choice; choice: Choice; now: number; free: number }

function viewMonth(
  deps: AvailabilityDeps,
  month: Temporal.PlainYearMonth,
  days: OpenDay[],
  { today, base, choice, now, free }: MonthOptions,
): CalendarView['month'] {
  const bookable = bookableDays(deps, now)
  const facts = deps.clinic.facts(now)
  const link = (other: Temporal.PlainYearMonth) => ({
    query: choiceQuery({ ...base, month: other }),
    title: firstDay(other).toLocaleString('en-US', { month: 'long', year: 'numeric' }),
  })
  const openDays = new Map(days.map((open) => [open.day.toString(), open]))
  const cells: (DayLink | undefined)[] = Array.from({ length: firstDay(month).dayOfWeek % 7 }, () => undefined)
  for (let number = 1; number <= month.daysInMonth; number += 1) {
    const day = month.toPlainDate({ day: number })
    const open = openDays.get(day.toString())
    cells.push({
      number,
      name: formatDay(day, today),
      ...(open && openHoursOn(facts, day).length > 0 && { query: choiceQuery({ ...base, day }) }),
      free: open?.times.length ?? 0,
      isToday: day.equals(today),
      chosen: choice.day?.equals(day) ?? false,
    })
  }
  const hasPrevious = Temporal.PlainYearMonth.compare(month, bookable.first.toPlainYearMonth()) > 0
  const hasNext = Temporal.PlainYearMonth.compare(month, bookable.last.toPlainYearMonth()) < 0
  return {
    ...link(month),
    ...(hasPrevious && { previous: link(month.subtract({ months: 1 })) }),
    ...(hasNext && { next: link(month.add({ months: 1 })) }),
    weeks: Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7)),
    free,
  }
}

const firstDay = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: 1 })
