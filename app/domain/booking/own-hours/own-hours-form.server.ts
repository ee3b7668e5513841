import { z } from 'zod'
import { upcomingDay } from '#app/domain/clinic/clinic-forms.server.ts'
import { dayHoursForm, weekForm } from '#app/domain/clinic/hours-forms.server.ts'
import { weekdayName } from '#app/domain/clinic/opening-hours.ts'
import { optionalField } from '#app/domain/shared/plain-text.server.ts'
import { ownHoursPage } from '#content/pages/own-hours.ts'
import { daysField } from './own-hours.ts'

const { week, days } = ownHoursPage

const longestDays = 366

/** A day without times is a day off. */
export const ownWeekForm = weekForm((day) => week.errors(weekdayName(day)))

/** Days away; with times, days on which a person works only then. */
export const ownDaysForm = (today: Temporal.PlainDate) =>
  z
    .intersection(
      z
        .object({
          firstDay: upcomingDay(today, days.errors.firstDay),
          lastDay: optionalField(upcomingDay(today, days.errors.lastDay)),
        })
        .superRefine(({ firstDay, lastDay = firstDay }, context) => {
          const problem = (message: string) => context.addIssue({ code: 'custom', path: ['lastDay'], message })
          if (lastDay < firstDay) problem(days.errors.order)
          else if (Temporal.PlainDate.from(firstDay).until(lastDay).days >= longestDays) problem(days.errors.tooLong)
        }),
      dayHoursForm(daysField, days.timeErrors).transform((hours) => ({ hours })),
    )
    .transform(({ firstDay, lastDay = firstDay, hours }) => ({ firstDay, lastDay, hours }))
