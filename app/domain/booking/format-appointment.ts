import { formatClock } from '#app/domain/shared/clinic-time.ts'

type Visit = { startsAt: number; endsAt: number }

/** 'Tuesday, May 5, 2026, 10:30 am to 11:30 am (Central Time)'. */
export function formatAppointmentTime({ startsAt, endsAt }: Visit, timeZone: string) {
  const start = clinicTime(startsAt, timeZone)
  const day = start.toPlainDate().toLocaleString('en-US', { dateStyle: 'full' })
  return `${day}, ${formatTimeOfDay(startsAt, timeZone)} to ${formatTimeOfDay(endsAt, timeZone)} (${formatTimeZone(timeZone)})`
}

/** 'Tue, May 5, 10:30 am', for subjects and lists. */
export const formatShortAppointmentTime = ({ startsAt }: Pick<Visit, 'startsAt'>, timeZone: string) =>
  `${formatShortDay(startsAt, timeZone)}, ${formatTimeOfDay(startsAt, timeZone)}`

/** The last moment in which it can be moved online; undefined once that is over. */
export const formatMovableUntil = (until: number, now: number, timeZone: string) =>
  until > now ? formatShortAppointmentTime({ startsAt: until }, timeZone) : undefined

/** 'Tue, May 5'. */
export const formatShortDay = (epochMs: number, timeZone: string) => shortDayIn(timeZone).format(epochMs)

// Making a format takes a hundred times as long as using it, and a day of Temporal ten times as long as a number.
const shortDays = new Map<string, Intl.DateTimeFormat>()
function shortDayIn(timeZone: string) {
  const known = shortDays.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  shortDays.set(timeZone, format)
  return format
}

/** '10:30 am'; with the offset's name on the one night of a year on which an hour comes twice. */
export function formatTimeOfDay(epochMs: number, timeZone: string) {
  const time = clinicTime(epochMs, timeZone)
  const clock = formatClock(time.toPlainTime().toString().slice(0, 5))
  const comesTwice = ['earlier', 'later'].some(
    (disambiguation) =>
      time.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation: disambiguation as 'earlier' | 'later' })
        .epochMilliseconds !== epochMs,
  )
  if (!comesTwice) return clock
  return `${clock} ${new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trim()
}

/** 'Central Time'. */
export function formatTimeZone(timeZone: string) {
  const known = zoneNames.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  zoneNames.set(timeZone, name)
  return name
}

const zoneNames = new Map<string, string>()

const clinicTime = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
