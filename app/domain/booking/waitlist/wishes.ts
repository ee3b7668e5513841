import type { Tables } from '#app/database/tables.ts'

/** What somebody waits for. */
export type Wishes = {
  /** Any of these, in the order in which they would be offered. */
  serviceIds: readonly string[]
  /** Anyone, if undefined. */
  person: Tables['waitlistEntries']['person'] | undefined
  /** ISO 8601: 1 is Monday. Any day, if there are none. */
  weekdays: readonly number[]
  /** On the clinic's clock, such as '08:00': the appointment begins and ends between them. */
  fromTime: string | undefined
  untilTime: string | undefined
  /** The last day that would do, ISO 8601. */
  lastDay: string
}

export const wantsDay = ({ weekdays, lastDay }: Pick<Wishes, 'weekdays' | 'lastDay'>, day: Temporal.PlainDate) =>
  (weekdays.length === 0 || weekdays.includes(day.dayOfWeek)) && day.toString() <= lastDay

export const wantsHours = (
  { fromTime, untilTime }: Pick<Wishes, 'fromTime' | 'untilTime'>,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  timeZone: string,
) =>
  (fromTime === undefined || fromTime <= clockOf(startsAt, timeZone)) &&
  (untilTime === undefined || clockOf(endsAt, timeZone) <= untilTime)

const clockOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5)
