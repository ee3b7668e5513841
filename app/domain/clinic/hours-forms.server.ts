import { z } from 'zod'
import { parseClock, parseClosing } from '#app/domain/shared/clinic-time.ts'
import { type OpenHours, type Weekday, weekdays } from './clinic.ts'
import { mostSpans, spanFields } from './day-spans.ts'
import type { WeekHours } from './sections.ts'

const notATime = 'Enter a time such as 9:00 am.'

export const clock = z.string().transform((typed, context) => {
  const time = parseClock(typed)
  if (!time) context.addIssue(notATime)
  return time ?? ''
})

/** What is said of a day's times: one of the two is missing, they end before they begin, or they overlap others. */
export type HoursErrors = { opens: string; closes: string; order: string; overlap: string }

/** The fields of each weekday, as `spanFields` names them. */
export const weekForm = (errorsOf: (day: Weekday) => HoursErrors) =>
  typedText.transform(
    (typed, context) =>
      Object.fromEntries(weekdays.map((day) => [day, readHours(day, typed, errorsOf(day), context)])) as WeekHours,
  )

/** The fields of one day. */
export const dayHoursForm = (name: string, errors: HoursErrors) =>
  typedText.transform((typed, context) => readHours(name, typed, errors, context))

const typedText = z.record(z.string(), z.string())

function readHours(
  name: string,
  typed: Record<string, string>,
  errors: HoursErrors,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): OpenHours[] {
  const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  const spans: (OpenHours & { field: string })[] = []
  for (let span = 0; span < mostSpans; span += 1) {
    const fields = spanFields(name, span)
    const [from, until] = [typed[fields.opens]?.trim() ?? '', typed[fields.closes]?.trim() ?? '']
    if (!from && !until) continue
    const [opens, closes] = [parseClock(from), parseClosing(until)]
    if (!opens) problem(fields.opens, from ? notATime : errors.opens)
    if (!closes) problem(fields.closes, until ? notATime : errors.closes)
    if (!opens || !closes) continue
    if (opens < closes) spans.push({ opens, closes, field: fields.opens })
    else problem(fields.closes, errors.order)
  }
  const inOrder = spans.toSorted((one, other) => (one.opens < other.opens ? -1 : 1))
  for (const [index, { opens, field }] of inOrder.entries())
    if (opens < (inOrder[index - 1]?.closes ?? '')) problem(field, errors.overlap)
  return inOrder.map(({ opens, closes }) => ({ opens, closes }))
}
