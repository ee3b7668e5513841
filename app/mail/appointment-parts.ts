import { formatAppointmentParts, formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import { appointmentParts as words } from '#content/emails.ts'
import type { Fact } from './parts.tsx'

type Times = { startsAt: number; endsAt: number }

/** The day, and below it the hours. */
export function toWhen(name: string, times: Times, { timeZone }: Pick<ClinicFacts, 'timeZone'>) {
  const { date, clock, zone } = formatAppointmentParts(times, timeZone)
  return { name, value: date, detail: `${clock} (${zone})` }
}

/** The new time, and the old one struck through. */
export function toMoveFacts(
  when: Fact,
  movedFrom: number | undefined,
  { timeZone }: Pick<ClinicFacts, 'timeZone'>,
): Fact[] {
  if (movedFrom === undefined) return [when]
  const before = `${formatDayAndYear(clinicDate(movedFrom, timeZone))}, ${formatTimeOfDay(movedFrom, timeZone)}`
  return [
    { ...when, name: words.now },
    { name: words.before, value: before, isOff: true },
  ]
}
