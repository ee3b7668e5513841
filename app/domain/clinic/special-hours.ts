import type { OpenHours } from './clinic.ts'
import { openHoursOn } from './opening-hours.ts'
import type { Holiday } from './holidays.ts'
import type { Closure } from './sections.ts'

/** Days with other hours than the week's; none: closed. */
export type SpecialHours = { firstDay: string; lastDay: string; hours: OpenHours[] }

/** For search engines; bounded, so that pages stay small. */
const aheadDays = 60
const mostEntries = 12

/** From today on. A closure of whole days is one entry; one of some hours is one entry per day. */
export function specialHours(
  opening: Parameters<typeof openHoursOn>[0] & { closures: readonly Closure[]; holidays?: readonly Holiday[] },
  today: Temporal.PlainDate,
): SpecialHours[] {
  const from = today.toString()
  const until = today.add({ days: aheadDays }).toString()
  const holidays = (opening.holidays ?? []).map(({ day }) => ({ firstDay: day, lastDay: day, part: undefined }))
  return [...opening.closures, ...holidays]
    .toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1))
    .map((closure) => ({
      ...closure,
      firstDay: later(closure.firstDay, from),
      lastDay: earlier(closure.lastDay, until),
    }))
    .filter(({ firstDay, lastDay }) => firstDay <= lastDay)
    .flatMap(({ firstDay, lastDay, part }) =>
      part
        ? daysFrom(firstDay, lastDay).map((day) => ({
            firstDay: day.toString(),
            lastDay: day.toString(),
            hours: openHoursOn(opening, day),
          }))
        : [{ firstDay, lastDay, hours: [] }],
    )
    .slice(0, mostEntries)
}

// ISO 8601 days compare as strings.
const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

function daysFrom(firstDay: string, lastDay: string) {
  const first = Temporal.PlainDate.from(firstDay)
  const length = first.until(lastDay).days + 1
  return Array.from({ length: Math.min(length, mostEntries) }, (_, index) => first.add({ days: index }))
}
