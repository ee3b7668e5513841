import { formatAppointmentParts } from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'

type Times = { startsAt: number; endsAt: number }

/** The day, and below it the hours. */
export function toWhen(name: string, times: Times, { timeZone }: Pick<ClinicFacts, 'timeZone'>) {
  const { date, clock, zone } = formatAppointmentParts(times, timeZone)
  return { name, value: date, detail: `${clock} (${zone})` }
}
