import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { nextOpenDay, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { formatDay, weekStart } from '#app/domain/shared/clinic-time.ts'
import type { OpenDay } from '#app/domain/booking/availability.server.ts'
import { type Choice, choiceQuery } from '#app/domain/booking/choice.ts'

// The week and the month of the widget, as links.

export type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate }

/** From Sunday to Saturday. */
export function weekOf(day: Temporal.PlainDate): Days {
  const first = weekStart(day)
  return { first, last: first.add({ days: 6 }) }
}

export const isWithin = ({ first, last }: Days, day: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(first, day) <= 0 && Temporal.PlainDate.compare(day, last) <= 0

export const firstDay = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: 1 })
export const lastDay = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: month.daysInMonth })

type Dates = { bookable: Days; today: Temporal.PlainDate; base: Choice }

type DayOptions = Dates & { facts: ClinicFacts; open: OpenDay | undefined; shown: Temporal.PlainDate | undefined }

export function viewDay(day: Temporal.PlainDate, { facts, open, shown, bookable, today, base }: DayOptions) {
  const isClosed = openHoursOn(facts, day).length === 0
  return {
    /** Of the month, '5'. */
    number: day.day,
    weekday: day.toLocaleString('en-US', { weekday: 'short' }),
    name: formatDay(day, today),
    /** Of a day in the bookable time on which the clinic is open. */
    query: open && !isClosed ? choiceQuery({ ...base, day }) : undefined,
    free: open?.times.length ?? 0,
    isToday: day.equals(today),
    chosen: shown?.equals(day) ?? false,
    /** Of a day in the bookable time. */
    isClosed: isClosed && isWithin(bookable, day),
    isHoliday: isClosed && isWithin(bookable, day) && isUsuallyOpen(facts, day),
  }
}

/** Without its holidays and closures. */
const isUsuallyOpen = ({ hours, timeZone }: ClinicFacts, day: Temporal.PlainDate) =>
  openHoursOn({ hours, timeZone }, day).length > 0

type ToDay = (day: Temporal.PlainDate) => ReturnType<typeof viewDay>

export function viewWeek({ first, last }: Days, toDay: ToDay, { bookable, base }: Dates) {
  const format = (day: Temporal.PlainDate, options: Intl.DateTimeFormatOptions) => day.toLocaleString('en-US', options)
  const link = (week: Temporal.PlainDate) => choiceQuery({ ...base, week })
  const hasPrevious = Temporal.PlainDate.compare(first, bookable.first) > 0
  const hasNext = Temporal.PlainDate.compare(last, bookable.last) < 0
  return {
    /** 'Dec 20 to 26', 'Nov 29 to Dec 5'. */
    title: `${format(first, { month: 'short', day: 'numeric' })} to ${format(last, first.month === last.month ? { day: 'numeric' } : { month: 'short', day: 'numeric' })}`,
    days: Array.from({ length: 7 }, (_, index) => toDay(first.add({ days: index }))),
    previous: hasPrevious ? link(first.subtract({ days: 7 })) : undefined,
    next: hasNext ? link(first.add({ days: 7 })) : undefined,
  }
}

/** Holidays and closures of a week: 'Thursday, November 26 and Friday, November 27', with the first day that is open again. */
export function viewClosure({ first }: Days, facts: ClinicFacts, today: Temporal.PlainDate) {
  const closed = Array.from({ length: 7 }, (_, index) => first.add({ days: index })).filter(
    (day) =>
      Temporal.PlainDate.compare(day, today) >= 0 && isUsuallyOpen(facts, day) && openHoursOn(facts, day).length === 0,
  )
  const last = closed.at(-1)
  if (!last) return undefined
  const back = nextOpenDay(facts, last)
  return { days: listInWords(closed.map((day) => formatDay(day, today))), back: back && formatDay(back.day, today) }
}

export function viewMonth(month: Temporal.PlainYearMonth, toDay: ToDay, { bookable, base }: Dates) {
  const link = (other: Temporal.PlainYearMonth) => ({
    query: choiceQuery({ ...base, month: other }),
    title: firstDay(other).toLocaleString('en-US', { month: 'long', year: 'numeric' }),
  })
  const cells = Array.from({ length: month.daysInMonth }, (_, index) => toDay(firstDay(month).add({ days: index })))
  const padded = [...Array.from({ length: firstDay(month).dayOfWeek % 7 }, () => undefined), ...cells]
  const hasPrevious = Temporal.PlainYearMonth.compare(month, bookable.first.toPlainYearMonth()) > 0
  const hasNext = Temporal.PlainYearMonth.compare(month, bookable.last.toPlainYearMonth()) < 0
  return {
    ...link(month),
    previous: hasPrevious ? link(month.subtract({ months: 1 })) : undefined,
    next: hasNext ? link(month.add({ months: 1 })) : undefined,
    /** From Sunday; undefined outside the month. */
    weeks: Array.from({ length: Math.ceil(padded.length / 7) }, (_, week) => padded.slice(week * 7, week * 7 + 7)),
  }
}

export const listInWords = (items: readonly string[]) => new Intl.ListFormat('en-US').format(items)
