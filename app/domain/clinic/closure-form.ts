import { z } from 'zod'
import { parseClock } from '#app/domain/shared/clinic-time.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.ts'
import { upcomingDay } from './day-field.ts'
import { noticeText } from './notice-form.ts'
import type { NewClosure } from './overlays.ts'

const longestDays = 366

const clock = z.string().transform((typed, context) => {
  const time = parseClock(typed)
  if (!time) context.addIssue('Enter a time such as 9:00 am.')
  return time ?? ''
})

/** `tell`: show a notice at the top of every page. */
export const closureForm = (today: Temporal.PlainDate) =>
  z
    .object({
      firstDay: upcomingDay(today, 'Enter the first day.'),
      lastDay: optionalField(upcomingDay(today, 'Enter the last day.')),
      from: optionalField(clock),
      until: optionalField(clock),
      reason: optionalField(
        singleLine({ blank: 'Enter a reason.', most: 120, tooLong: 'Enter a reason of at most 120 characters.' }),
      ),
      tell: z.string().optional(),
      words: optionalField(noticeText),
    })
    .superRefine((typed, context) => {
      const { firstDay, lastDay = firstDay, from, until } = typed
      const problem = (field: keyof typeof typed, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (lastDay < firstDay) problem('lastDay', 'The last day can’t be before the first day.')
      else if (Temporal.PlainDate.from(firstDay).until(lastDay).days >= longestDays)
        problem('lastDay', 'A closure is at most a year long.')
      if (from && !until) problem('until', 'Enter an end time too, or leave both times blank for the whole day.')
      if (until && !from) problem('from', 'Enter a start time too, or leave both times blank for the whole day.')
      if (from && until && until <= from) problem('until', 'The end must be after the start.')
    })
    .transform(({ firstDay, lastDay = firstDay, from, until, reason, tell, words }) => ({
      closure: {
        firstDay,
        lastDay,
        ...(from && until && { part: { opens: from, closes: until } }),
        ...(reason && { reason }),
      } satisfies NewClosure,
      tell: tell !== undefined,
      words,
    }))
