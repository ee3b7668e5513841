import { z } from 'zod'
import { parseClock, parseDay } from '#app/domain/shared/clinic-time.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { type Interval, slotMs } from './busy.ts'

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
  const instant = (date: Temporal.PlainDate, time: string | undefined) =>
    (time
      ? date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
      : date.toZonedDateTime(timeZone)
    ).epochMilliseconds
  const from = Math.floor(instant(fromDay, fromTime) / slotMs) * slotMs
  const end = untilTime ? instant(untilDay, untilTime) : instant(untilDay.add({ days: 1 }), undefined)
  const until = Math.ceil(end / slotMs) * slotMs
  if (until <= from) return { ok: false, errors: { [untilTime ? 'untilTime' : 'untilDay']: order } }
  if (until - from > mostMs) return { ok: false, errors: { untilDay: tooLong } }
  if (until <= now) return { ok: false, errors: { fromDay: past } }
  return { ok: true, interval: { from, until } }
}
