import { hoursByDay } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, earlierDay, formatDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { bookingRules, cutOff } from '#app/domain/booking/booking-rules.ts'
import {
  type AvailabilityDeps,
  type AvailabilityQuery,
  bookableDays,
  findNearestTimes,
  findOpenTimes,
  findSoonestDays,
  type OpenDay,
} from '#app/domain/booking/availability.server.ts'
import {
  type Days,
  firstDay,
  isWithin,
  listInWords,
  lastDay,
  viewClosure,
  viewDay,
  viewMonth,
  viewWeek,
  weekOf,
} from './calendar-days.server.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { type Choice, choiceQuery, getWidgetStep } from '#app/domain/booking/choice.ts'
import {
  formatMovableUntil,
  formatShortDay,
  formatTimeOfDay,
  formatTimeZone,
} from '#app/domain/booking/format-appointment.ts'
import type { OpenTime } from '#app/domain/booking/open-times.ts'
import { needsOfDay } from '#app/domain/booking/plans/plan-days.ts'
import { needsFor } from '#app/domain/booking/service-needs.ts'

const soonestCount = 3

type CalendarOptions = {
  serviceId: string
  choice: Choice
  /** It does not block itself, and stays by video or in person. */
  moving?: Pick<Appointment, 'id' | 'room' | 'bookedAt' | 'planId' | 'startsAt' | 'endsAt' | 'assistants'>
  /** Only times within this. */
  between?: Interval | undefined
  now: number
}

/** Everything the widget shows, as links: it works as a page without any script. */
export async function viewCalendar(
  deps: AvailabilityDeps,
  { serviceId, choice, moving, between, now }: CalendarOptions,
) {
  const { booking } = deps
  const facts = deps.clinic.facts(now)
  const { timeZone } = facts
  const { horizonDays, noticeHours } = bookingRules(booking, serviceId).times
  const today = clinicDate(now, timeZone)
  const canChooseVideo = needsFor(booking, serviceId).videoOffered && !moving
  const byVideo = moving ? moving.room === undefined : choice.how === 'video'
  const dayNeeds = moving && needsOfDay(moving)
  const needs = needsFor(booking, serviceId, byVideo, dayNeeds)
  const named = needs.people.flatMap(({ id, name, languages }) => (name ? [{ id, name, languages }] : []))
  const personId = named.some(({ id }) => id === choice.who) ? choice.who : undefined
  const base: Choice = { who: personId, how: canChooseVideo && byVideo ? 'video' : undefined }
  const except = moving && (`appointment:${moving.id}` as const)
  const query = { serviceId, personId, byVideo, needs: dayNeeds, between, except, now }
  const link = timeLinks(base, choice, timeZone)
  const formatDayOf = (epochMs: number) => formatDay(clinicDate(epochMs, timeZone), today)
  const formatTime = (epochMs: number) => `${formatDayOf(epochMs)} at ${formatTimeOfDay(epochMs, timeZone)}`

  const allowed = allowedDays(deps, query)
  const chosenDay = choice.day && isWithin(allowed, choice.day) ? choice.day : undefined

  const upcoming = await findSoonestDays(deps, query, soonestCount)
  const soonest = upcoming.flatMap(({ times }) => times).slice(0, soonestCount)
  const firstFree = upcoming[0]?.day
  const isMonthChosen = choice.month !== undefined && !choice.day && !choice.week
  const month = (isMonthChosen && choice.month) || (choice.day ?? choice.week ?? firstFree ?? today).toPlainYearMonth()
  const week = weekOf(choice.day ?? choice.week ?? (isMonthChosen ? firstDay(month) : (firstFree ?? today)))
  const days = await openDaysIn(deps, query, allowed, {
    first: earlierDay(firstDay(month), week.first),
    last: laterDay(lastDay(month), week.last),
  })
  const freeDays = days.filter(({ times }) => times.length > 0)
  const shown = chosenDay ?? (isMonthChosen ? undefined : freeDays.find(({ day }) => isWithin(week, day))?.day)
  const times = freeDays.find(({ day }) => shown?.equals(day))?.times ?? []
  const hasFreeMonth = freeDays.some(({ day }) => day.toPlainYearMonth().equals(month))
  const isLacking = isMonthChosen ? !hasFreeMonth : times.length === 0
  const from = shown ?? (isMonthChosen ? firstDay(month) : week.first)
  const next = isLacking ? (await findSoonestDays(deps, { ...query, from }, 1))[0]?.times[0] : undefined
  const all = [...soonest, ...days.flatMap((open) => open.times)]
  const chosen = all.find(({ startsAt }) => startsAt === choice.at)
  const lost = choice.day && !chosen ? choice.at : undefined
  const dates = { bookable: allowed, today, base }
  const toDay = (day: Temporal.PlainDate) =>
    viewDay(day, { ...dates, facts, open: days.find((other) => other.day.equals(day)), shown })

  return {
    step: getWidgetStep(choice),
    who: choice.who,
    /** All that is chosen so far, as far as it can be. */
    query: choiceQuery({ ...choice, ...base }),
    /** Without a choice of a time. */
    fresh: choiceQuery(base),
    zone: formatTimeZone(timeZone),
    minutes: needs.minutes,
    byVideo: needs.byVideo,
    /** Practitioners to choose from; none while there are no names. */
    people: named.map((person) => ({
      ...person,
      query: choiceQuery({ ...choice, who: person.id }),
      chosen: person.id === personId,
    })),
    anyone: { query: choiceQuery({ ...choice, who: '' }), chosen: personId === undefined },
    /** In person or by video, where the service offers both; without the chosen time, which may be free only one way. */
    ways: canChooseVideo
      ? {
          inPerson: { query: choiceQuery({ ...base, how: undefined }), chosen: !byVideo },
          video: { query: choiceQuery({ ...base, how: 'video' }), chosen: byVideo },
        }
      : undefined,
    soonest: soonest.map((time) => ({ ...link(time), day: formatShortDay(time.startsAt, timeZone) })),
    week: {
      ...viewWeek(week, toDay, dates),
      isSoonest: firstFree !== undefined && isWithin(week, firstFree),
      closure: viewClosure(week, facts, today),
    },
    month: { ...viewMonth(month, toDay, dates), hasFree: hasFreeMonth },
    /** The chosen day, or the first free one of the week; undefined while a month is shown to choose one. */
    day: shown && { name: formatDay(shown, today), times: times.map(link) },
    /** The next free time from the chosen day, week or month on, when that has none. */
    nextFree: next && {
      text: `${formatDayOf(next.startsAt)}, ${formatTimeOfDay(next.startsAt, timeZone)}`,
      query: link(next).query,
      month: clinicDate(next.startsAt, timeZone).toLocaleString('en-US', { month: 'long' }),
      dayQuery: choiceQuery({ ...base, day: clinicDate(next.startsAt, timeZone) }),
    },
    /** One that was chosen and is not free any more, and the free times nearest to it. */
    lost:
      lost === undefined
        ? undefined
        : {
            text: formatTime(lost),
            nearest: nearTimes(await findNearestTimes(deps, { ...query, startsAt: lost }), base, timeZone),
          },
    /** 'Tuesday, May 5 at 10:30 am', and the last moment to move it online, if it does not lie in the past. */
    chosen: chosen && {
      text: formatTime(chosen.startsAt),
      at: chosen.startsAt,
      movableUntil: formatMovableUntil(
        cutOff({ serviceId, startsAt: chosen.startsAt, bookedAt: moving?.bookedAt ?? now }, booking),
        now,
        timeZone,
      ),
    },
    /** The first and the last day on which it may be, of a day of a plan. */
    range:
      between && Temporal.PlainDate.compare(allowed.first, allowed.last) <= 0
        ? { first: formatDay(allowed.first, today), last: formatDay(allowed.last, today) }
        : undefined,
    horizonDays,
    noticeHours,
    /** 'Saturdays and Sundays', or ''. */
    closedWeekdays: listInWords(
      hoursByDay(facts).flatMap(({ name, hours }) => (hours.length === 0 ? [`${name}s`] : [])),
    ),
  }
}

/** Times as links that keep the rest of the choice, `base`. */
export const timeLinks =
  (base: Choice, choice: Choice, timeZone: string) =>
  ({ startsAt, endsAt }: OpenTime) => ({
    query: choiceQuery({ ...base, day: clinicDate(startsAt, timeZone), at: startsAt }),
    clock: formatTimeOfDay(startsAt, timeZone),
    minutes: (endsAt - startsAt) / 60_000,
    chosen: startsAt === choice.at,
    isMorning: Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone).hour < 12,
  })

/** Days that have free times, with these. */
export const dayLinks = (
  days: readonly OpenDay[],
  base: Choice,
  choice: Choice,
  { today, timeZone }: { today: Temporal.PlainDate; timeZone: string },
) =>
  days.map(({ day, times }) => ({
    day: day.toString(),
    name: formatDay(day, today),
    query: choiceQuery({ ...base, day }),
    free: times.length,
    chosen: choice.day?.equals(day) ?? false,
    times: times.map(timeLinks(base, choice, timeZone)),
  }))

/** The nearest times, as links that keep the rest of the choice. */
export const nearTimes = (times: readonly OpenTime[], { who, how }: Choice, timeZone: string) =>
  times.map(({ startsAt, endsAt }) => ({
    day: formatShortDay(startsAt, timeZone),
    clock: formatTimeOfDay(startsAt, timeZone),
    minutes: (endsAt - startsAt) / 60_000,
    query: choiceQuery({ who, how, day: clinicDate(startsAt, timeZone), at: startsAt }),
  }))

/** The bookable days, of a day of a plan those between its neighbors. */
function allowedDays(deps: AvailabilityDeps, { between, ...query }: AvailabilityQuery): Days {
  const { first, last } = bookableDays(deps, query)
  if (!between) return { first, last }
  const toDay = (epochMs: number) => clinicDate(epochMs, deps.clinic.facts(query.now).timeZone)
  return {
    first: between.from > 0 ? laterDay(first, toDay(between.from)) : first,
    last: between.until < Infinity ? earlierDay(last, toDay(between.until - 1)) : last,
  }
}

/** The allowed ones of these days with their free times. */
async function openDaysIn(deps: AvailabilityDeps, query: AvailabilityQuery, allowed: Days, days: Days) {
  const first = laterDay(days.first, allowed.first)
  const last = earlierDay(days.last, allowed.last)
  return Temporal.PlainDate.compare(first, last) > 0 ? [] : findOpenTimes(deps, query, { first, last })
}
