import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { type HoursOfClinic, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayStart, instantsOn } from '#app/domain/shared/clinic-time.ts'
import type { BookingContent } from './booking-content.ts'
import type { BusyInterval, Interval } from './busy.ts'
import { type HoursOfPeople, workHours } from '#app/domain/booking/own-hours/own-hours.ts'
import { listPeople } from './service-needs.ts'

/** How much of the open time of one hour of the week was taken; summed up over practitioners. */
export type FillCell = {
  /** 1 is Monday (ISO 8601). */
  weekday: number
  hour: number
  openMs: number
  takenMs: number
  appointments: number
}

type FillInput = {
  clinic: HoursOfClinic
  booking: Pick<BookingContent, 'practitioners' | 'bufferMinutes'>
  /** Appointments that begin within the interval. */
  taken: readonly (Interval & { count: number })[]
  blocked: readonly BusyInterval[]
  own?: HoursOfPeople
}

/**
 * Open is when a practitioner works and is not blocked, within the clinic's hours as they are known now. Taken is an
 * appointment with the buffer after it, as far as the clinic was open. Hours are those on the clinic's clock, also on
 * days when it changes.
 */
export function fillByHour({ clinic, booking, taken, blocked, own }: FillInput, { from, until }: Interval): FillCell[] {
  const cells = new Map<string, FillCell>()
  const people = listPeople(booking)
  const inOrder = taken.toSorted((one, other) => one.from - other.from)
  let next = 0
  const last = clinicDate(until - 1, clinic.timeZone)
  for (
    let day = clinicDate(from, clinic.timeZone);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const toInstant = instantsOn(day, clinic.timeZone)
    const dayEnd = clinicDayStart(day.add({ days: 1 }), clinic.timeZone)
    const first = next
    while (next < inOrder.length && inOrder[next]!.from < dayEnd) next += 1
    const appointments = inOrder.slice(first, next)
    const openHours = openHoursOn(clinic, day)
    const toSpans = (hours: readonly OpenHours[]) =>
      hours
        .map(({ opens, closes }) => ({ from: toInstant(opens), until: Math.min(toInstant(closes), until) }))
        .filter((span) => span.from < span.until)
    const spans = toSpans(openHours)
    const there = people.map((person) => ({
      resource: person.resource,
      hours: toSpans(workHours(openHours, person, own?.get(person.resource), day)),
    }))
    for (const [hour, clockHour] of hoursOf(day, clinic.timeZone).entries()) {
      const open = cut(spans, clockHour)
      if (open.length === 0) continue
      const cell = cells.getOrInsertComputed(`${day.dayOfWeek} ${hour}`, () => ({
        weekday: day.dayOfWeek,
        hour,
        openMs: 0,
        takenMs: 0,
        appointments: 0,
      }))
      for (const { resource, hours } of there)
        cell.openMs += lengthOf(
          without(
            cut(hours, clockHour),
            blocked.filter((block) => block.resource === resource),
          ),
        )
      for (const { count, ...appointment } of appointments) {
        const held = { from: appointment.from, until: appointment.until + booking.bufferMinutes * 60_000 }
        if (held.until <= clockHour.from || clockHour.until <= held.from) continue
        const ms = lengthOf(cut(open, held))
        cell.takenMs += ms * count
        if (ms > 0) cell.appointments += count
      }
    }
  }
  return [...cells.values()]
}

/** The same hours of the week of several intervals, added up. */
export const addFill = (fills: readonly FillCell[][]): FillCell[] =>
  [...Map.groupBy(fills.flat(), ({ weekday, hour }) => `${weekday} ${hour}`).values()].map((cells) =>
    cells.reduce((sum, cell) => ({
      ...sum,
      openMs: sum.openMs + cell.openMs,
      takenMs: sum.takenMs + cell.takenMs,
      appointments: sum.appointments + cell.appointments,
    })),
  )

/** The 24 hours of a day on the clinic's clock; where it is set forward, one has no length. */
function hoursOf(day: Temporal.PlainDate, timeZone: string): Interval[] {
  const toInstant = instantsOn(day, timeZone)
  const starts = Array.from({ length: 24 }, (_, hour) => toInstant(`${String(hour).padStart(2, '0')}:00`))
  return starts.map((from, hour) => ({
    from,
    until: starts[hour + 1] ?? clinicDayStart(day.add({ days: 1 }), timeZone),
  }))
}

/** The parts of spans that lie within an interval. */
const cut = (spans: readonly Interval[], within: Interval) =>
  spans
    .map(({ from, until }) => ({ from: Math.max(from, within.from), until: Math.min(until, within.until) }))
    .filter(({ from, until }) => from < until)

const without = (spans: readonly Interval[], removed: readonly Interval[]) =>
  removed.reduce<Interval[]>(
    (rest, { from, until }) =>
      rest.flatMap((span) =>
        until <= span.from || span.until <= from
          ? [span]
          : [
              { from: span.from, until: from },
              { from: until, until: span.until },
            ].filter((part) => part.from < part.until),
      ),
    [...spans],
  )

const lengthOf = (spans: readonly Interval[]) => spans.reduce((sum, { from, until }) => sum + until - from, 0)
