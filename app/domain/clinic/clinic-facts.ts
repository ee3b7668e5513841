import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { clinic } from '#content/clinic.ts'
import type { ClinicContent } from './clinic.ts'
import { describeClosure, isActive } from './closures.ts'
import { type Holiday, holidaysFrom } from './holidays.ts'
import { describeToday, hoursByDay, type Today } from './opening-hours.ts'
import { type Closure, noOverlays, type Overlays, type WeekHours } from './overlays.ts'
import { placeFacts } from './place-facts.ts'
import { type SpecialHours, specialHours } from './special-hours.ts'

/** The clinic as pages and emails show it now. */
export type ClinicFacts = Omit<ClinicContent, 'hours' | 'holidays'> & {
  hours: WeekHours
  /** The admin removed the postal address. */
  withoutAddress?: boolean
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

/** content/ with the admin's changes. Pure; `services.clinic` has the current facts. */
export function toClinicFacts(overlays: Overlays, now: number): ClinicFacts {
  const { phones, emails, reminder, notice } = overlays
  const today = clinicDate(now, clinicTimeZone)
  const hours = overlays.hours ?? clinic.hours
  const closures = overlays.closures.filter((closure) => isActive(closure, today))
  const opened = overlays.holidays?.open ?? []
  const holidays = holidaysFrom(today, clinic.holidays, hours).filter(({ day }) => !opened.includes(day))
  const opening = { hours, closures, holidays, timeZone: clinicTimeZone }
  return {
    ...clinic,
    ...placeFacts(overlays.address),
    ...(phones && {
      phone: { display: phones.display, e164: phones.e164 },
      messagingApp: { name: clinic.messagingApp.name, url: phones.messagingUrl },
    }),
    ...(emails && { emails }),
    ...(reminder && { reminderHours: reminder.hours }),
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

/** content/ alone, for tests and samples. */
export const contentFacts = (now: number) => toClinicFacts(noOverlays, now)
