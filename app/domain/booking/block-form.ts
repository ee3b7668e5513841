import { z } from 'zod'
import { parseClock, parseDay } from '#app/domain/shared/clinic-time.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { slotMinutes } from './booking-schema.ts'
import type { Interval } from './busy.ts'

const { badDay, badTime, order, tooLong, past } = adminCalendar.block

const day = z.string({ error: badDay }).transform((typed, context) => {
  const read = parseDay(typed)
  if (!read) context.addIssue({ code: 'custom', message: badDay })
  return read ?? z.NEVER
})
const clock = z.string().transform((typed, context) => {
  const read = parseClock(typed)
  if (!read) context.addIssue({ code: 'custom', message: badTime })
  return read ?? z.NEVER
})

/** Time that the clinic keeps, as typed: without an end day it is one day, without times it is whole days. */
export const blockForm = z.object({
  fromDay: day,
  fromTime: optionalField(clock),
  untilDay: optionalField(day),
  untilTime: optionalField(clock),
  what: optionalField(z.string().max(100)),
  note: optionalField(singleLine({ blank: '', most: 200, tooLong: 'Enter at most 200 characters.' })),
})

/** Each five minutes of it are a row: with five persons and rooms, this is what a database writes in half a second. */
const mostMs = 93 * 86_400_000
const slotMs = slotMinutes * 60_000

/** The instants that are meant, or what is wrong with them and beside which field. */
export function toBlockInterval(
  { fromDay, fromTime, untilDay = fromDay, untilTime }: z.output<typeof blockForm>,
  timeZone: string,
  now: number,
): { ok: true; stretch: Interval } | { ok: false; errors: Record<string, string> } {
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
  return { ok: true, stretch: { from, until } }
}
