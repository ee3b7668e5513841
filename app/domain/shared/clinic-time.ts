/** The clinic's calendar day of an instant given in epoch milliseconds. */
export const clinicDate = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate()

/** Epoch milliseconds of the clinic's next midnight; days of 23 and 25 hours are right. */
export const nextClinicMidnight = (epochMs: number, timeZone: string) =>
  clinicDate(epochMs, timeZone).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds

/** 'October 12, 2023', as the clinic's calendar has it. */
export const formatClinicDate = (epochMs: number, timeZone: string) =>
  clinicDate(epochMs, timeZone).toLocaleString('en-US', { dateStyle: 'long' })

/** '09:00' -> '9 am', '17:30' -> '5:30 pm'. */
export function formatClock(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = minute === 0 ? `${hour % 12 || 12}` : `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
  return `${clock} ${hour < 12 ? 'am' : 'pm'}`
}

/** The time of day of an instant, rounded up to whole minutes: '3:46 pm'. */
export function clinicClock(epochMs: number, timeZone: string) {
  const minute = 60_000
  const rounded = Temporal.Instant.fromEpochMilliseconds(Math.ceil(epochMs / minute) * minute)
  return formatClock(rounded.toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5))
}
