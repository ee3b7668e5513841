import type { OwnDays } from '#app/domain/booking/own-hours/own-hours.ts'
import { describeHours } from '#app/domain/clinic/opening-hours.ts'
import { formatDay } from '#app/domain/shared/clinic-time.ts'
import { ownHoursPage } from '#content/pages/own-hours.ts'

const { days: words } = ownHoursPage

/** 'Monday, December 21 to Friday, January 1, 2027: Away'. */
export const describeDays = ({ firstDay, lastDay, hours }: OwnDays, today: Temporal.PlainDate) =>
  [
    [...new Set([firstDay, lastDay])].map((day) => formatDay(Temporal.PlainDate.from(day), today)).join(' to '),
    hours.length > 0 ? words.only(describeHours(hours)) : words.away,
  ].join(': ')
