import { clinicDate, formatClock, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'

type Times = { startsAt: number; endsAt: number }

/** 'Tuesday, May 5, 2026, 10:30 am to 11:30 am (Central Time)'. */
export function formatAppointmentTime(times: Times, timeZone: string) {
  const { date, clock, zone } = formatAppointmentParts(times, timeZone)
  return `${date}, ${clock} (${zone})`
}

/** 'Tuesday, May 5, 2026', '10:30 am to 11:30 am', 'Central Time'. */
export const formatAppointmentParts = ({ startsAt, endsAt }: Times, timeZone: string) => ({
  date: formatDayAndYear(clinicDate(startsAt, timeZone)),
  clock: `${formatTimeOfDay(startsAt, timeZone)} to ${formatTimeOfDay(endsAt, timeZone)}`,
  zone: formatTimeZone(timeZone),
})

/** 'Tue, May 5, 10:30 am', for subjects and lists. */
export const formatShortAppointmentTime = ({ startsAt }: Pick<Times, 'startsAt'>, timeZone: string) =>
  `${formatShortDay(startsAt, timeZone)}, ${formatTimeOfDay(startsAt, timeZone)}`

/** '10:30 am' of today, or 'Tue, May 5, 10:30 am'. */
export const formatHeldUntil = (until: number, timeZone: string, now: number) =>
  clinicDate(until, timeZone).equals(clinicDate(now, timeZone))
    ? formatTimeOfDay(until, timeZone)
    : formatShortAppointmentTime({ startsAt: until }, timeZone)

/** 'Tuesday 10:30 am', for a message about a day that is shown. */
export const formatWeekdayTime = ({ startsAt }: Pick<Times, 'startsAt'>, timeZone: string) =>
  `${formatFor(timeZone, { weekday: 'long' }).format(startsAt)} ${formatTimeOfDay(startsAt, timeZone)}`

/** The last moment in which it can be moved online; undefined once that is over. */
export const formatMovableUntil = (until: number, now: number, timeZone: string) =>
  until > now ? formatShortAppointmentTime({ startsAt: until }, timeZone) : undefined

/** 'Tue, May 5'. */
export const formatShortDay = (epochMs: number, timeZone: string) =>
  formatFor(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }).format(epochMs)

/** '10:30 am'; with 'CDT' or 'CST' in the hour that occurs twice when daylight saving time ends. */
export function formatTimeOfDay(epochMs: number, timeZone: string) {
  const time = toClinicTime(epochMs, timeZone)
  const clock = formatClock(time.toPlainTime().toString().slice(0, 5))
  const isAmbiguous = (['earlier', 'later'] as const).some(
    (disambiguation) =>
      time.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds !== epochMs,
  )
  return isAmbiguous ? `${clock} ${formatZone(epochMs, timeZone, 'short')}` : clock
}

/** 'Central Time'. */
export const formatTimeZone = (timeZone: string) => formatZone(0, timeZone, 'longGeneric')

const formatZone = (epochMs: number, timeZone: string, timeZoneName: 'short' | 'longGeneric') =>
  formatFor(timeZone, { timeZoneName })
    .formatToParts(epochMs)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** Cached, because making a format takes a hundred times as long as using it. */
function formatFor(timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  formats.set(key, format)
  return format
}

const formats = new Map<string, Intl.DateTimeFormat>()

const toClinicTime = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
