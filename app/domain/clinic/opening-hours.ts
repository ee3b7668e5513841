import { clinicDate, formatClock } from '#app/domain/shared/clinic-time.ts'
import { weekdays, type ClinicContent, type OpenHours, type Weekday } from './clinic.ts'

type HoursOfClinic = Pick<ClinicContent, 'hours' | 'timeZone'>

/** '9 am to 5 pm', '9 am to noon and …' joined with 'and', or 'Closed'. */
export const describeHours = (hours: OpenHours[]) =>
  hours.length === 0
    ? 'Closed'
    : hours.map(({ opens, closes }) => `${formatClock(opens)} to ${formatClock(closes)}`).join(' and ')

export type Today = {
  /** 'Open today' or 'Closed today'. */
  title: string
  /** '9 am to 5 pm', or 'Open Monday from 9 am'; empty when the clinic never opens. */
  text: string
  /** For one narrow line: 'Open today 9 am–5 pm' or 'Closed, opens Mon 9 am'. */
  short: string
}

/** Whether and when the clinic is open on its own calendar day. */
export function describeToday(clinic: HoursOfClinic, now: number): Today {
  const today = weekdayOf(clinic, now)
  const hours = clinic.hours[today]
  if (hours.length > 0)
    return { title: 'Open today', text: describeHours(hours), short: `Open today ${shortHours(hours)}` }
  const next = nextOpenDay(clinic, today)
  const title = 'Closed today'
  if (!next) return { title, text: '', short: title }
  const day = capitalised(next.day)
  const from = formatClock(next.opens)
  return { title, text: `Open ${day} from ${from}`, short: `Closed, opens ${day.slice(0, 3)} ${from}` }
}

const shortHours = (hours: OpenHours[]) =>
  hours
    .map(({ opens, closes }) => `${formatClock(opens)}–${formatClock(closes)}`.replaceAll(' ', noBreakSpace))
    .join(', ')

const noBreakSpace = '\u00a0'

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
