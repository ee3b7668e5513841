import { type HoursOfClinic, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayStart, instantsOn } from '#app/domain/shared/clinic-time.ts'
import type { BookingContent } from './booking-schema.ts'
import type { Busy, Interval } from './busy.ts'
import type { Person, Resource, ServicePlan } from './plan.ts'

export type OpenTime = {
  /** Epoch milliseconds; of the visit itself, without the buffer after it. */
  startsAt: number
  endsAt: number
  /** Who could take it, in content's order. */
  people: Person[]
}

type Question = {
  clinic: HoursOfClinic
  rules: Pick<BookingContent, 'stepMinutes' | 'bufferMinutes' | 'noticeHours' | 'horizonDays'>
  plan: ServicePlan
  busy: Busy
  /** Of one practitioner only; otherwise of anyone. */
  personId?: string | undefined
  /** Epoch milliseconds. */
  now: number
}

/** The time in which visits can be booked at all: after the minimum notice, before the horizon's last day ends. */
export function bookableInterval({
  clinic: { timeZone },
  rules,
  now,
}: Pick<Question, 'clinic' | 'rules' | 'now'>): Interval {
  const lastDay = clinicDate(now, timeZone).add({ days: rules.horizonDays })
  return { from: now + rules.noticeHours * hourMs, until: clinicDayStart(lastDay.add({ days: 1 }), timeZone) }
}

/** The times on offer for a service on one of the clinic's days, in their order. */
export function openTimesOn(
  question: Question,
  day: Temporal.PlainDate,
  bookable = bookableInterval(question),
): OpenTime[] {
  const { plan, rules, busy, clinic } = question
  const instantOf = instantsOn(day, clinic.timeZone)
  const stretchesOf = (hours: HoursOfClinic): Interval[] =>
    openHoursOn(hours, day).map(({ opens, closes }) => ({ from: instantOf(opens), until: instantOf(closes) }))
  const people = plan.people
    .filter(({ id }) => question.personId === undefined || question.personId === id)
    .map((person) => ({ person, there: person.hours && stretchesOf({ ...clinic, hours: person.hours }) }))
  const visitMs = plan.minutes * minuteMs
  const isFree = (resource: Resource, from: number) =>
    busy.isFree(resource, { from, until: from + visitMs + rules.bufferMinutes * minuteMs })

  return startsIn(stretchesOf(clinic), visitMs, rules.stepMinutes * minuteMs).flatMap((startsAt) => {
    const endsAt = startsAt + visitMs
    if (startsAt < bookable.from || endsAt > bookable.until) return []
    if (plan.rooms.length > 0 && !plan.rooms.some((room) => isFree(room, startsAt))) return []
    const free = people
      .filter(({ there }) => !there || there.some(({ from, until }) => from <= startsAt && endsAt <= until))
      .map(({ person }) => person)
      .filter(({ resource }) => isFree(resource, startsAt))
    return free.length > 0 ? [{ startsAt, endsAt, people: free }] : []
  })
}

/**
 * From each opening on, a step apart, as long as the visit ends before closing. Steps are real minutes, so a day on
 * which the clocks change has neither an hour that does not exist nor one that is left out.
 */
const startsIn = (open: Interval[], visitMs: number, stepMs: number) =>
  open.flatMap(({ from, until }) =>
    Array.from(
      { length: Math.max(0, Math.floor((until - visitMs - from) / stepMs) + 1) },
      (_, index) => from + index * stepMs,
    ),
  )

const minuteMs = 60_000
const hourMs = 3_600_000
