import { clinicDate, clinicDayStart, weekStart } from '#app/domain/shared/clinic-time.ts'

const shapes = {
  '4-weeks': { unit: 'week', units: 4 },
  '13-weeks': { unit: 'week', units: 13 },
  '1-year': { unit: 'month', units: 12 },
} as const

export type PeriodName = keyof typeof shapes
export const periodNames = Object.keys(shapes) as PeriodName[]

/** Epoch milliseconds, from `from` to before `until`. */
export type Interval = { from: number; until: number }

export type Period = {
  name: PeriodName
  unit: 'week' | 'month'
  /** Calendar days of the clinic, both included. */
  firstDay: Temporal.PlainDate
  lastDay: Temporal.PlainDate
  /** Its weeks or months, the last one up to now. */
  parts: Interval[]
  /** As many weeks or months before it, the last one up to the same weekday and time. */
  before: Interval[]
}

export const toPeriodName = (asked: string | null): PeriodName =>
  periodNames.find((name) => name === asked) ?? '13-weeks'

/** Whole weeks (from Sunday) or months in the clinic's calendar, the running one included. */
export function toPeriod(name: PeriodName, now: number, timeZone: string): Period {
  const { unit, units } = shapes[name]
  const lastDay = clinicDate(now, timeZone)
  const running = unit === 'week' ? weekStart(lastDay) : lastDay.with({ day: 1 })
  const later = (day: Temporal.PlainDate, count: number) => day.add({ [`${unit}s`]: count })
  const partsFrom = (first: Temporal.PlainDate, until: number) =>
    Array.from({ length: units }, (_, index) => ({
      from: clinicDayStart(later(first, index), timeZone),
      until: index === units - 1 ? until : clinicDayStart(later(first, index + 1), timeZone),
    }))
  const firstDay = later(running, 1 - units)
  const sameTimeBefore = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .subtract({ [`${unit}s`]: units }).epochMilliseconds
  return {
    name,
    unit,
    firstDay,
    lastDay,
    parts: partsFrom(firstDay, now),
    before: partsFrom(later(firstDay, -units), sameTimeBefore),
  }
}
