import { dayEnd } from './day-end.ts'

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
    return (clock) =>
      clock === dayEnd
        ? clinicDayStart(day.add({ days: 1 }), timeZone)
        : firstAtOrAfter(day.toPlainDateTime(Temporal.PlainTime.from(clock)), timeZone)
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

// What browsers format too: no Safari has Temporal.

/** A day, or '2026-11-26'. */
type Day = Temporal.PlainDate | string

/** 'Thursday, November 26', with the year unless it is the current one. */
export const formatDay = (day: Day, today: Day) =>
  (yearOf(day) === yearOf(today) ? dayFormat : dayAndYearFormat).format(noonOf(day))

/** 'Thursday, November 26, 2026'. */
export const formatDayAndYear = (day: Day) => dayAndYearFormat.format(noonOf(day))

const yearOf = (day: Day) => day.toString().slice(0, -6)
const noonOf = (day: Day) => Date.parse(`${day.toString()}T12:00Z`)

const parts = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-US', parts)
const dayAndYearFormat = new Intl.DateTimeFormat('en-US', { ...parts, year: 'numeric' })

/** '2026-05-05', as `clinicDate` says it too. */
export function clinicDay(epochMs: number, timeZone: string) {
  const [month, day, year] = formatIn(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(epochMs)
    .split('/')
  return `${year}-${month}-${day}`
}

/** 'May 5, 2026, 9:07 am'. */
export const formatClinicMoment = (epochMs: number, timeZone: string) =>
  formatIn(timeZone, { dateStyle: 'medium', timeStyle: 'short' })
    .format(epochMs)
    // Newer Unicode data put a narrow space before 'PM'.
    .replace(/\s([AP]M)$/, (_, half: string) => ` ${half.toLowerCase()}`)

/** '09:00' -> '9 am', '17:30' -> '5:30 pm'. */
export function formatClock(time: string) {
  if (time === dayEnd) return 'midnight'
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = minute === 0 ? `${hour % 12 || 12}` : `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
  return `${clock} ${hour < 12 ? 'am' : 'pm'}`
}

/** '3:46 pm', rounded up to whole minutes. */
export function clinicClock(epochMs: number, timeZone: string) {
  const minute = 60_000
  return clockAt(Math.ceil(epochMs / minute) * minute, timeZone)
}

const clockAt = (epochMs: number, timeZone: string) => formatClock(formatIn(timeZone, clockParts).format(epochMs))

const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format is a hundred times as expensive as using it. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = timeZone + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** A typed closing time: midnight is the end of the day. */
export function parseClosing(typed: string) {
  const clock = /^(?:24(?::00)?|(?:12\s*)?midnight)$/i.test(typed.trim()) ? dayEnd : parseClock(typed)
  return clock === '00:00' ? dayEnd : clock
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
  const [day, today] = [epochMs, now].map((at) => formatIn(timeZone, shortDayAndYear).format(at))
  const clock = clockAt(epochMs, timeZone)
  if (day === today) return clock
  const isThisYear = day!.slice(-4) === today!.slice(-4)
  return `${isThisYear ? formatIn(timeZone, shortDay).format(epochMs) : day}, ${clock}`
}

const shortDay = { month: 'short', day: 'numeric' } as const
const shortDayAndYear = { ...shortDay, year: 'numeric' } as const

/** The Sunday on or before a day: weeks begin alike in every calendar, as in the United States. */
export const weekStart = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek % 7 })
