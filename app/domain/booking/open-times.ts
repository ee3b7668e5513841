import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { type HoursOfClinic, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayStart, instantsOn } from '#app/domain/shared/clinic-time.ts'
import type { BookingContent } from './booking-content.ts'
import type { BookingRules } from './booking-rules.ts'
import { type BusyInterval, type Interval, overlaps } from './busy.ts'
import { type HoursOfPeople, workHours } from '#app/domain/booking/own-hours/own-hours.ts'
import { type Person, type ServiceNeeds, unnamed } from './service-needs.ts'

export type OpenTime = {
  /** Epoch milliseconds, without the buffer after the appointment. */
  startsAt: number
  endsAt: number
  /** The free practitioners, in content's order. */
  people: Person[]
  /** The first free room; undefined if the service needs none. */
  room: ServiceNeeds['rooms'][number] | undefined
}

type OpenTimesInput = {
  clinic: HoursOfClinic
  rules: BookingRules['times']
  needs: ServiceNeeds
  busy: readonly BusyInterval[]
  own?: HoursOfPeople
  /** Of one practitioner only; otherwise of anyone. */
  personId?: string | undefined
  /** Epoch milliseconds. */
  now: number
}

/** From the minimum notice to the end of the horizon's last day. */
export function bookableInterval({
  clinic: { timeZone },
  rules,
  now,
}: Pick<OpenTimesInput, 'clinic' | 'rules' | 'now'>): Interval {
  const lastDay = clinicDate(now, timeZone).add({ days: rules.horizonDays })
  return { from: now + rules.noticeHours * hourMs, until: clinicDayStart(lastDay.add({ days: 1 }), timeZone) }
}

/** The times on offer for a service on one of the clinic's days, in their order. */
export function openTimesOn(
  { needs, rules, busy, own, clinic, personId, now }: OpenTimesInput,
  day: Temporal.PlainDate,
  bookable = bookableInterval({ clinic, rules, now }),
): OpenTime[] {
  const toInstant = instantsOn(day, clinic.timeZone)
  const toInterval = ({ opens, closes }: OpenHours) => ({ from: toInstant(opens), until: toInstant(closes) })
  const openHours = openHoursOn(clinic, day)
  const open = openHours.map(toInterval)
  const reservable = open.map(({ from, until }) => withBuffer({ startsAt: from, endsAt: until }, rules))
  const busyToday = busy.filter((held) => reservable.some((hours) => overlaps(held, hours)))
  const isWanted = ({ id }: Person) => personId === undefined || personId === id
  // Who is wanted comes first, and others may help.
  const people = (
    needs.together > 1
      ? needs.people.toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one)))
      : needs.people.filter(isWanted)
  ).map((person) => ({
    person,
    hours: workHours(openHours, person, own?.get(person.resource), day).map(toInterval),
  }))
  const lengthMs = needs.minutes * minuteMs

  return startsIn(open, lengthMs, rules.stepMinutes * minuteMs).flatMap((startsAt) => {
    const endsAt = startsAt + lengthMs
    if (startsAt < bookable.from || endsAt > bookable.until) return []
    const wished = withBuffer({ startsAt, endsAt }, rules)
    const taken = new Set(busyToday.filter((held) => overlaps(held, wished)).map(({ resource }) => resource))
    const room = needs.rooms.find((candidate) => !taken.has(candidate))
    if (needs.rooms.length > 0 && !room) return []
    // As the clinic's, her hours bound the appointment without the buffer after it.
    const isAtWork = (hours: Interval[]) => hours.some(({ from, until }) => from <= startsAt && endsAt <= until)
    const free = people
      .filter(({ person, hours }) => !taken.has(person.resource) && isAtWork(hours))
      .map(({ person }) => person)
    // What was booked before anyone had a name is given by one of them.
    const engaged = taken.has(unnamed.resource) ? 1 : 0
    if (free.length < needs.together + engaged || !free[0] || !isWanted(free[0])) return []
    return [{ startsAt, endsAt, people: free, room }]
  })
}

/** The interval that an appointment reserves. */
export const withBuffer = (
  { startsAt, endsAt }: Pick<OpenTime, 'startsAt' | 'endsAt'>,
  { bufferMinutes }: Pick<BookingContent, 'bufferMinutes'>,
): Interval => ({ from: startsAt, until: endsAt + bufferMinutes * minuteMs })

/**
 * A step apart from each opening, as long as the appointment ends before closing. Steps are real minutes, so also on days
 * when the clocks change every time exists and none is left out.
 */
const startsIn = (open: Interval[], lengthMs: number, stepMs: number) =>
  open.flatMap(({ from, until }) =>
    Array.from(
      { length: Math.max(0, Math.floor((until - lengthMs - from) / stepMs) + 1) },
      (_, index) => from + index * stepMs,
    ),
  )

const minuteMs = 60_000
const hourMs = 3_600_000
