import { z } from 'zod'
import { clock, upcomingDay } from '#app/domain/clinic/clinic-forms.server.ts'
import { optionalField } from '#app/domain/shared/plain-text.server.ts'
import { ownHoursPage } from '#content/pages/own-hours.ts'
import type { OwnDays } from './own-hours.ts'

const { errors } = ownHoursPage.days

const longestDays = 366

/** Days away; with times, days on which a person works only then. */
export const ownDaysForm = (today: Temporal.PlainDate) =>
  z
    .object({
      firstDay: upcomingDay(today, errors.firstDay),
      lastDay: optionalField(upcomingDay(today, errors.lastDay)),
      from: optionalField(clock),
      until: optionalField(clock),
    })
    .superRefine((typed, context) => {
      const { firstDay, lastDay = firstDay, from, until } = typed
      const problem = (field: keyof typeof typed, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (lastDay < firstDay) problem('lastDay', errors.order)
      else if (Temporal.PlainDate.from(firstDay).until(lastDay).days >= longestDays) problem('lastDay', errors.tooLong)
      if (from && !until) problem('until', errors.until)
      if (until && !from) problem('from', errors.from)
      if (from && until && until <= from) problem('until', errors.times)
    })
    .transform(({ firstDay, lastDay = firstDay, from, until }): Omit<OwnDays, 'id'> => ({
      ...{ firstDay, lastDay },
      ...(from && until && { hours: { opens: from, closes: until } }),
    }))
