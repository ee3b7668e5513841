import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { type HoursOfClinic, openHoursOn, weekdayOf } from '#app/domain/clinic/opening-hours.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { clinicDate, instantsOn } from '#app/domain/shared/clinic-time.ts'
import { type Person, type Resource, worksOn } from '#app/domain/booking/service-needs.ts'

/** Days on which a person works only at these hours, or is away, whatever her week says. ISO 8601, both included. */
export type OwnDays = { id: string; firstDay: string; lastDay: string; hours: readonly OpenHours[] }

/** When a person works, within the clinic's hours; without a week, as the clinic is open. */
export type OwnHours = { week?: WeekHours | undefined; days: readonly OwnDays[] }

/** The name of such days in the fields of a form. */
export const daysField = 'day'

export type HoursOfPeople = ReadonlyMap<Resource, OwnHours>

/** The part of a day's opening hours in which a person works. */
export function workHours(
  open: OpenHours[],
  person: Person,
  own: OwnHours | undefined,
  day: Temporal.PlainDate,
): OpenHours[] {
  const exception = own?.days.find((days) => isWithin(days, day.toString()))
  if (exception) return within(open, exception.hours)
  if (!worksOn(person, day)) return []
  return own?.week ? within(open, own.week[weekdayOf(day)]) : open
}

/** Whether a person works throughout an appointment. */
export function isAtWork(
  clinic: HoursOfClinic,
  person: Person,
  own: OwnHours | undefined,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
): boolean {
  const day = clinicDate(startsAt, clinic.timeZone)
  const toInstant = instantsOn(day, clinic.timeZone)
  return workHours(openHoursOn(clinic, day), person, own, day).some(
    ({ opens, closes }) => toInstant(opens) <= startsAt && endsAt <= toInstant(closes),
  )
}

const isWithin = ({ firstDay, lastDay }: OwnDays, day: string) => firstDay <= day && day <= lastDay

export const overlapDays = (one: Pick<OwnDays, 'firstDay' | 'lastDay'>, other: Pick<OwnDays, 'firstDay' | 'lastDay'>) =>
  one.firstDay <= other.lastDay && other.firstDay <= one.lastDay

/** Times such as '09:00' compare as strings. */
const within = (open: readonly OpenHours[], own: readonly OpenHours[]) =>
  open.flatMap(({ opens, closes }) =>
    own
      .map((span) => ({
        opens: span.opens > opens ? span.opens : opens,
        closes: span.closes < closes ? span.closes : closes,
      }))
      .filter((span) => span.opens < span.closes),
  )
