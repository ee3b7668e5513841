import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, earlierDay, formatDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import type { Appointment } from './appointment.ts'
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
import { type Choice, choiceQuery, getWidgetStep } from './choice.ts'
import { formatShortAppointmentTime, formatTimeOfDay, formatTimeZone } from './format-appointment.ts'
import type { OpenTime } from './open-times.ts'
import { planFor } from './plan.ts'

const soonestCount = 6

type CalendarOptions = {
  serviceId: string
  choice: Choice
  /** It does not block itself, and stays by video or in person. */
  moving?: Pick<Appointment, 'id' | 'room'>
  now: number
}

/** Everything the widget shows, as links: it works as a page without any script. */
export async function viewCalendar(deps: AvailabilityDeps, { serviceId, choice, moving, now }: CalendarOptions) {
  const { timeZone } = deps.clinic.facts(now)
  const today = clinicDate(now, timeZone)
  const plan = planFor(deps.booking, serviceId)
  const named = plan.people.flatMap(({ id, name }) => (name ? [{ id, name }] : []))
  const personId = named.some(({ id }) => id === choice.who) ? choice.who : undefined
  const canChooseVideo = plan.videoOffered && !moving
  const byVideo = moving ? moving.room === undefined : choice.how === 'video'
  const base: Choice = { who: personId, how: canChooseVideo && byVideo ? 'video' : undefined }
  const except = moving && (`appointment:${moving.id}` as const)
  const query = { serviceId, personId, byVideo, except, now }
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
  const lost = choice.day && !chosen ? choice.at : undefined

  return {
    step: getWidgetStep(choice),
    who: choice.who,
    /** All that is chosen so far, as far as it can be. */
    query: choiceQuery({ ...choice, ...base }),
    /** Without a choice of a time. */
    fresh: choiceQuery(base),
    zone: formatTimeZone(timeZone),
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
    soonest: [...Map.groupBy(soonest, ({ startsAt }) => formatDayOf(startsAt))].map(([day, times]) => ({
      day,
      times: times.map(link),
    })),
    upcoming: dayLinks(upcoming, base, choice, { today, timeZone }),
    month: viewMonth(deps, month, days, { today, base, choice, now, free }),
    day: choice.day && { name: formatDay(choice.day, today), times: chosenDay?.times.map(link) ?? [] },
    /** The next free time from the chosen day or month on, when that has none. */
    nextFree: next && {
      text: `${formatDayOf(next.startsAt)}, ${formatTimeOfDay(next.startsAt, timeZone)}`,
      query: link(next).query,
    },
    /** One that was chosen and is not free any more, and the free times nearest to it. */
    lost:
      lost === undefined
        ? undefined
        : {
            text: formatTime(lost),
            nearest: nearTimes(await findNearestTimes(deps, { ...query, startsAt: lost }), base, timeZone),
          },
    /** 'Tuesday, May 5 at 10:30 am'; `query` leads back to the times of its day. */
    chosen: chosen && {
      text: formatTime(chosen.startsAt),
      at: chosen.startsAt,
      query: choiceQuery({ ...base, day: clinicDate(chosen.startsAt, timeZone) }),
    },
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

/** The nearest times, as links that keep the rest of the choice: 'Tue, May 5, 10:30 am'. */
export const nearTimes = (times: readonly OpenTime[], { who, how }: Choice, timeZone: string) =>
  times.map((time) => ({
    text: formatShortAppointmentTime(time, timeZone),
    query: choiceQuery({ who, how, day: clinicDate(time.startsAt, timeZone), at: time.startsAt }),
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
) {
  const bookable = bookableDays(deps, now)
  const facts = deps.clinic.facts(now)
  const link = (other: Temporal.PlainYearMonth) => ({
    query: choiceQuery({ ...base, month: other }),
    title: firstDay(other).toLocaleString('en-US', { month: 'long', year: 'numeric' }),
  })
  const cells = Array.from({ length: month.daysInMonth }, (_, index) => {
    const day = firstDay(month).add({ days: index })
    const open = days.find((other) => other.day.equals(day))
    return {
      /** Of the month, '5'. */
      number: day.day,
      name: formatDay(day, today),
      /** Of a day in the bookable time on which the clinic is open. */
      query: open && openHoursOn(facts, day).length > 0 ? choiceQuery({ ...base, day }) : undefined,
      free: open?.times.length ?? 0,
      isToday: day.equals(today),
      chosen: choice.day?.equals(day) ?? false,
    }
  })
  const padded = [...Array.from({ length: firstDay(month).dayOfWeek % 7 }, () => undefined), ...cells]
  const hasPrevious = Temporal.PlainYearMonth.compare(month, bookable.first.toPlainYearMonth()) > 0
  const hasNext = Temporal.PlainYearMonth.compare(month, bookable.last.toPlainYearMonth()) < 0
  return {
    ...link(month),
    previous: hasPrevious ? link(month.subtract({ months: 1 })) : undefined,
    next: hasNext ? link(month.add({ months: 1 })) : undefined,
    /** From Sunday; undefined outside the month. */
    weeks: Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) => padded.slice(week * 7, week * 7 + 7)),
    free,
  }
}

const firstDay = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: 1 })
