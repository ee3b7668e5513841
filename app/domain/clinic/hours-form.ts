import { z } from 'zod'
import { parseClock } from '#app/domain/shared/clinic-time.ts'
import { type OpenHours, type Weekday, weekdays } from './clinic.ts'
import { mostSpans, spanFields } from './day-spans.ts'
import { weekdayName } from './opening-hours.ts'
import type { WeekHours } from './overlays.ts'

type Problem = { field: string; text: string }

/** A day without times is closed. */
export const hoursForm = z.record(z.string(), z.string()).transform((typed, context): WeekHours => {
  const problem = ({ field, text }: Problem) => context.addIssue({ code: 'custom', path: [field], message: text })
  return Object.fromEntries(weekdays.map((day) => [day, readHours(day, typed, problem)])) as WeekHours
})

function readHours(day: Weekday, typed: Record<string, string>, problem: (found: Problem) => void): OpenHours[] {
  const spans: (OpenHours & { field: string })[] = []
  for (let span = 0; span < mostSpans; span += 1) {
    const fields = spanFields(day, span)
    const [from, until] = [typed[fields.opens]?.trim() ?? '', typed[fields.closes]?.trim() ?? '']
    if (!from && !until) continue
    const [opens, closes] = [parseClock(from), parseClock(until)]
    if (!opens) problem({ field: fields.opens, text: from ? notATime : `Enter when ${weekdayName(day)} opens, too.` })
    if (!closes)
      problem({ field: fields.closes, text: until ? notATime : `Enter when ${weekdayName(day)} closes, too.` })
    if (!opens || !closes) continue
    if (opens < closes) spans.push({ opens, closes, field: fields.opens })
    else problem({ field: fields.closes, text: `${weekdayName(day)} has to close after it opens.` })
  }
  const inOrder = spans.toSorted((one, other) => (one.opens < other.opens ? -1 : 1))
  for (const [index, { opens, field }] of inOrder.entries())
    if (opens < (inOrder[index - 1]?.closes ?? ''))
      problem({ field, text: `The hours for ${weekdayName(day)} overlap.` })
  return inOrder.map(({ opens, closes }) => ({ opens, closes }))
}

const notATime = 'Enter a time such as 9:00 am.'
