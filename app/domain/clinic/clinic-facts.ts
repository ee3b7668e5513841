import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { clinic } from '#content/clinic.ts'
import type { ClinicContent } from './clinic.ts'
import { describeClosure, isActive } from './closures.ts'
import { type Holiday, holidaysFrom } from './holidays.ts'
import { describeToday, hoursByDay, type Today } from './opening-hours.ts'
import { placeFacts } from './place-facts.ts'
import { observedHolidays, practicalFacts } from './practical-facts.ts'
import { type Closure, deliveredClinic, type SavedClinic } from './sections.ts'
import { type SpecialHours, specialHours } from './special-hours.ts'

/** The clinic as pages and emails show it now. */
export type ClinicFacts = ClinicContent & {
  /** The clinic's calendar day (ISO 8601). */
  day: string
  today: Today
  week: ReturnType<typeof hoursByDay>
  /** The coming ones, and that of today. */
  closures: (Closure & { text: string })[]
  /** Days on which it is closed, from today on. */
  holidays: Holiday[]
  specialHours: SpecialHours[]
  notice?: string
}

export const { timeZone: clinicTimeZone } = clinic

/** Pure; `services.clinic` has the current facts. */
export function toClinicFacts(saved: SavedClinic, now: number): ClinicFacts {
  const today = clinicDate(now, clinicTimeZone)
  const hours = withMark(saved.hours)
  const closures = saved.closures.filter((closure) => isActive(closure, today))
  const opened = saved.holidays.facts.open
  const holidays = holidaysFrom(today, observedHolidays(saved), hours).filter(({ day }) => !opened.includes(day))
  const opening = { hours, closures, holidays, timeZone: clinicTimeZone }
  const notice = saved.notice.facts
  const { display, e164, messagingUrl, ...mark } = withMark(saved.phones)
  return {
    ...clinic,
    ...placeFacts(saved.address.facts),
    ...(hasMoved(saved) && { map: { ...clinic.map, standIn: true } }),
    ...practicalFacts(saved.practical),
    phone: { display, e164, ...mark },
    messagingApp: { name: clinic.messagingApp, url: messagingUrl, ...mark },
    emails: withMark(saved.emails),
    reminderHours: saved.reminder.facts.hours,
    hours,
    day: today.toString(),
    today: describeToday(opening, now),
    week: hoursByDay({ hours }),
    closures: closures.map((closure) => ({ ...closure, text: describeClosure(closure, today) })),
    holidays,
    specialHours: specialHours(opening, today),
    ...(notice && notice.until >= today.toString() && { notice: notice.text }),
  }
}

/** The map of content/ shows where the clinic was before. */
const hasMoved = ({ address }: SavedClinic) =>
  Object.entries(deliveredClinic.address.facts).some(
    ([name, value]) => address.facts[name as keyof typeof address.facts] !== value,
  )

const withMark = <Facts extends object>({ confirmed, facts }: { confirmed: boolean; facts: Facts }) => ({
  ...facts,
  ...(!confirmed && { standIn: true }),
})

/** content/ alone, for tests and samples. */
export const contentFacts = (now: number) => toClinicFacts(deliveredClinic, now)
