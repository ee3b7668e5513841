import { z } from 'zod'
import { readDay } from '#app/domain/shared/clinic-time.ts'

/** How far ahead anything is planned here; a slip in the year goes further. */
const furthest = { years: 2 }

/** A day of the clinic's calendar that is not over, as ISO 8601. */
export const comingDay = (today: Temporal.PlainDate, blank: string) =>
  z.string({ error: blank }).transform((typed, context) => {
    const day = readDay(typed)
    const wrong = problemOf(day, typed, today, blank)
    if (wrong) context.addIssue(wrong)
    return String(day)
  })

function problemOf(day: Temporal.PlainDate | undefined, typed: string, today: Temporal.PlainDate, blank: string) {
  if (typed.trim() === '') return blank
  if (!day) return 'There is no such day. Enter one such as 11/26/2026.'
  if (Temporal.PlainDate.compare(day, today) < 0) return 'This day is over already.'
  if (Temporal.PlainDate.compare(day, today.add(furthest)) > 0)
    return 'This is more than two years ahead. Check the year.'
  return undefined
}
