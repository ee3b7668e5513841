import { z } from 'zod'
import { parseDay } from '#app/domain/shared/clinic-time.ts'

const furthest = { years: 2 }

/** Today or later, at most two years ahead, as ISO 8601. */
export const upcomingDay = (today: Temporal.PlainDate, blank: string) =>
  z.string({ error: blank }).transform((typed, context) => {
    const day = parseDay(typed)
    const wrong = findProblem(day, typed, today, blank)
    if (wrong) context.addIssue(wrong)
    return String(day)
  })

function findProblem(day: Temporal.PlainDate | undefined, typed: string, today: Temporal.PlainDate, blank: string) {
  if (typed.trim() === '') return blank
  if (!day) return 'That date doesn’t exist. Enter one such as 11/26/2026.'
  if (Temporal.PlainDate.compare(day, today) < 0) return 'That day has already passed.'
  if (Temporal.PlainDate.compare(day, today.add(furthest)) > 0)
    return 'That’s more than two years away. Check the year.'
  return undefined
}
