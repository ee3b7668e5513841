import { clinicDate, formatClock } from '#app/domain/shared/clinic-time.ts'
import { weekdays, type ClinicContent, type OpenHours, type Weekday } from './clinic.ts'

type HoursOfClinic = Pick<ClinicContent, 'hours' | 'timeZone'>

/** '9 am to 5 pm', '9 am to noon and …' joined with 'and', or 'Closed'. */
export const describeHours = (hours: OpenHours[]) =>
  hours.length === 0
    ? 'Closed'
    : hours.map(({ opens, closes }) => `${formatClock(opens)} to ${formatClock(closes)}`).join(' and ')

/** One short line for today: 'Open today, 9 am to 5 pm' or 'Closed today, open Monday from 9 am'. */
export function describeToday(clinic: HoursOfClinic, now: number) {
  const today = weekdayOf(clinic, now)
  if (clinic.hours[today].length > 0) return `Open today, ${describeHours(clinic.hours[today])}`
  const next = nextOpenDay(clinic, today)
  if (!next) return 'Closed today'
  return `Closed today, open ${capitalised(next.day)} from ${formatClock(next.opens)}`
}

/** The whole week from Monday, for the contact page and structured data. */
export const hoursByDay = (clinic: HoursOfClinic) =>
  weekdays.map((day) => ({
    day,
    name: capitalised(day),
    hours: clinic.hours[day],
    text: describeHours(clinic.hours[day]),
  }))

function weekdayOf(clinic: HoursOfClinic, now: number): Weekday {
  const day = weekdays[clinicDate(now, clinic.timeZone).dayOfWeek - 1]
  if (!day) throw new RangeError('a week has seven days')
  return day
}

function nextOpenDay(clinic: HoursOfClinic, today: Weekday) {
  const start = weekdays.indexOf(today)
  for (let ahead = 1; ahead <= weekdays.length; ahead += 1) {
    const day = weekdays[(start + ahead) % weekdays.length]
    const first = day && clinic.hours[day][0]
    if (first) return { day, opens: first.opens }
  }
  return undefined
}

const capitalised = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1)
