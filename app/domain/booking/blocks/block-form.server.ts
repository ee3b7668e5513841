import { z } from 'zod'
import { parseClock, parseDay } from '#app/domain/shared/clinic-time.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { weekdayOf } from '#app/domain/clinic/opening-hours.ts'
import type { Repeat } from './block-series.ts'
import { type Interval, slotMs } from '#app/domain/booking/busy.ts'

const { badDay, badTime, order, tooLong, past } = adminCalendar.block

const parsed = <Parsed>(parse: (typed: string) => Parsed | undefined, message: string) =>
  z.string({ error: message }).transform((typed, context) => {
    const value = parse(typed)
    if (value === undefined) context.addIssue({ code: 'custom', message })
    return value ?? z.NEVER
  })
const day = parsed(parseDay, badDay)
const clock = parsed(parseClock, badTime)

/** Blocked time as entered: without an end day one day, without times whole days. */
export const blockForm = z.object({
  fromDay: day,
  fromTime: optionalField(clock),
  untilDay: optionalField(day),
  untilTime: optionalField(clock),
  what: optionalField(z.string().max(100)),
  note: optionalField(singleLine({ blank: '', most: 200, tooLong: 'Enter at most 200 characters.' })),
})

/** Each slot is a row. With five people and rooms, a database writes this many rows in half a second. */
const mostMs = 93 * 86_400_000

const moment = z.coerce.number().int().multipleOf(slotMs)

/** Blocked time that was stretched in the calendar, in epoch milliseconds, and as it was shown there. */
export const stretchForm = z
  .object({ block: z.string().max(100), from: moment, until: moment, wasFrom: moment, wasUntil: moment })
  .refine(({ from, until }) => from < until && until - from <= mostMs, { error: order, path: ['until'] })

/** The blocked interval, or errors by field. */
export function toBlockInterval(
  { fromDay, fromTime, untilDay = fromDay, untilTime }: z.output<typeof blockForm>,
  timeZone: string,
  now: number,
): { ok: true; interval: Interval } | { ok: false; errors: Record<string, string> } {
  const { from } = toInterval(fromDay, { fromTime, untilTime: undefined }, timeZone)
  const { until } = toInterval(untilDay, { fromTime: undefined, untilTime }, timeZone)
  if (until <= from) return { ok: false, errors: { [untilTime ? 'untilTime' : 'untilDay']: order } }
  if (until - from > mostMs) return { ok: false, errors: { untilDay: tooLong } }
  if (until <= now) return { ok: false, errors: { fromDay: past } }
  return { ok: true, interval: { from, until } }
}

type Times = { fromTime: string | null | undefined; untilTime: string | null | undefined }

/** Times of a day in whole slots; without them from its beginning, or to its end. */
export function toInterval(day: Temporal.PlainDate, { fromTime, untilTime }: Times, timeZone: string): Interval {
  const instant = (date: Temporal.PlainDate, time: string | null | undefined) =>
    (time
      ? date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
      : date.toZonedDateTime(timeZone)
    ).epochMilliseconds
  const end = untilTime ? instant(day, untilTime) : instant(day.add({ days: 1 }), undefined)
  return { from: Math.floor(instant(day, fromTime) / slotMs) * slotMs, until: Math.ceil(end / slotMs) * slotMs }
}

/** In the list, the number of weeks. */
const repeats = ['1', '2', '3', '4'] as const

/** How a block is repeated; without `repeat` it is not. */
export const repeatForm = z.object({
  repeat: optionalField(z.enum(repeats, { error: adminCalendar.block.repeat.bad })),
  repeatUntil: optionalField(day),
})

/** The rule of a repeated block, or errors by field. `typed`: the boxes of the days of the week. */
export function toRepeat(
  {
    fromDay,
    fromTime,
    untilDay = fromDay,
    untilTime,
    repeat,
    repeatUntil: lastDay,
  }: z.output<typeof blockForm> & z.output<typeof repeatForm>,
  typed: Record<string, string>,
): { ok: true; repeat: Repeat | undefined } | { ok: false; errors: Record<string, string> } {
  if (repeat === undefined) return { ok: true, repeat: undefined }
  const words = adminCalendar.block.repeat
  if (!untilDay.equals(fromDay)) return { ok: false, errors: { untilDay: words.oneDay } }
  if (fromTime && untilTime && untilTime <= fromTime) return { ok: false, errors: { untilTime: order } }
  if (lastDay && Temporal.PlainDate.compare(lastDay, fromDay) < 0) return { ok: false, errors: { repeatUntil: order } }
  const chosen = weekdays.filter((weekday) => typed[`on.${weekday}`] !== undefined)
  const own = chosen.length > 0 ? chosen : [weekdayOf(fromDay)]
  return { ok: true, repeat: { firstDay: fromDay, lastDay, everyWeeks: Number(repeat), weekdays: own } }
}
