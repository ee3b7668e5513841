export const clinicDate = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate()

export const nextClinicMidnight = (epochMs: number, timeZone: string) =>
  clinicDayStart(clinicDate(epochMs, timeZone).add({ days: 1 }), timeZone)

export const clinicDayStart = (day: Temporal.PlainDate, timeZone: string) =>
  day.toZonedDateTime(timeZone).epochMilliseconds

export const laterDay = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) > 0 ? a : b)
export const earlierDay = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0 ? a : b

/** First instant of a day such as '2026-05-05', and of the next day. */
export function clinicDayBounds(day: string, timeZone: string) {
  const date = Temporal.PlainDate.from(day)
  return { from: clinicDayStart(date, timeZone), until: clinicDayStart(date.add({ days: 1 }), timeZone) }
}

/** Converts times such as '09:00' of one day to epoch milliseconds; simple arithmetic unless the clocks change. */
export function instantsOn(day: Temporal.PlainDate, timeZone: string): (clock: string) => number {
  const from = clinicDayStart(day, timeZone)
  if (clinicDayStart(day.add({ days: 1 }), timeZone) - from !== 24 * 3_600_000)
    return (clock) => firstAtOrAfter(day.toPlainDateTime(Temporal.PlainTime.from(clock)), timeZone)
  return (clock) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    return from + (hours * 60 + minutes) * 60_000
  }
}

/** A skipped time is the moment of the clock change, so that the order of times is kept. */
function firstAtOrAfter(time: Temporal.PlainDateTime, timeZone: string) {
  const moment = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const isThere = moment.toPlainDateTime().equals(time)
  return (isThere ? moment : (moment.getTimeZoneTransition('next') ?? moment)).epochMilliseconds
}

/** 'October 12, 2023'. */
export const formatClinicDate = (epochMs: number, timeZone: string) => clinicDateFormat(timeZone).format(epochMs)

/** For many dates: creating the format is a hundred times as expensive as using it. */
export const clinicDateFormat = (timeZone: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })

/** 'May 2026'. */
export const formatClinicMonth = (epochMs: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone }).format(epochMs)

/** 'Thursday, November 26', with the year unless it is the current one. */
export const formatDay = (day: Temporal.PlainDate, today: Temporal.PlainDate) =>
  (day.year === today.year ? dayFormat : dayAndYearFormat).format(day)

/** 'Thursday, November 26, 2026'. */
export const formatDayAndYear = (day: Temporal.PlainDate) => dayAndYearFormat.format(day)

const parts = { weekday: 'long', month: 'long', day: 'numeric' } as const
const dayFormat = new Intl.DateTimeFormat('en-US', parts)
const dayAndYearFormat = new Intl.DateTimeFormat('en-US', { ...parts, year: 'numeric' })

/** 'May 5, 2026, 9:07 am'. */
export const formatClinicMoment = (epochMs: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone)
    .toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    // Newer Unicode data put a narrow space before 'PM'.
    .replace(/\s([AP]M)$/, (_, half: string) => ` ${half.toLowerCase()}`)

/** '09:00' -> '9 am', '17:30' -> '5:30 pm'. */
export function formatClock(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = minute === 0 ? `${hour % 12 || 12}` : `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
  return `${clock} ${hour < 12 ? 'am' : 'pm'}`
}

/** '3:46 pm', rounded up to whole minutes. */
export function clinicClock(epochMs: number, timeZone: string) {
  const minute = 60_000
  const rounded = Temporal.Instant.fromEpochMilliseconds(Math.ceil(epochMs / minute) * minute)
  return formatClock(rounded.toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5))
}

/** A typed time, '9', '9:30 am', '17:00', or a time field's value -> '09:30'; undefined for others. */
export function parseClock(typed: string) {
  const [, hours = '', minutes = '0', half] =
    /^(\d{1,2})(?::(\d{2})(?::00)?)?\s*([ap]\.?m\.?)?$/i.exec(typed.trim()) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hours === '' || minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined
  const of24 = half ? (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0) : hour
  return [of24, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** '2026-11-26' of a date field, or a typed '11/26/2026'; undefined when there is no such day. */
export function parseDay(typed: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed.trim()) ?? usOrder(typed.trim())
  if (!year) return undefined
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    )
  } catch {
    return undefined
  }
}

function usOrder(typed: string) {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  return ['', year, month, day]
}

/** '9:14 am' today, 'Nov 5, 9:14 am' before, with the year unless it is the current one. */
export function clinicMoment(epochMs: number, timeZone: string, now: number) {
  const moment = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const today = clinicDate(now, timeZone)
  const clock = formatClock(moment.toPlainTime().toString().slice(0, 5))
  if (moment.toPlainDate().equals(today)) return clock
  const year = moment.year === today.year ? {} : ({ year: 'numeric' } as const)
  return `${moment.toPlainDate().toLocaleString('en-US', { month: 'short', day: 'numeric', ...year })}, ${clock}`
}
