import { clinicDate, formatClock, formatDay } from '#app/domain/shared/clinic-time.ts'
import { type ClinicContent, type OpenHours, type Weekday, weekdays } from './clinic.ts'
import { isOn } from './closures.ts'
import type { Holiday } from './holidays.ts'
import type { Closure, WeekHours } from './sections.ts'

export type HoursOfClinic = Pick<ClinicContent, 'timeZone'> & {
  hours: WeekHours
  closures?: readonly Closure[]
  holidays?: readonly Holiday[]
}

/** '9 am to 5 pm', '9 am to 12 pm and 1 pm to 5 pm', or 'Closed'. */
export const describeHours = (hours: readonly OpenHours[]) =>
  hours.length === 0
    ? 'Closed'
    : hours.map(({ opens, closes }) => `${formatClock(opens)} to ${formatClock(closes)}`).join(' and ')

export type Today = {
  isOpen: boolean
  /** 'Open today' or 'Closed today'. */
  title: string
  /** '9 am to 5 pm', or 'Open Monday from 9 am'; empty when the clinic never opens. */
  text: string
  /** For one narrow line: 'Open today 9 am–5 pm' or 'Closed, opens Mon 9 am'. */
  short: string
}

export function describeToday(clinic: HoursOfClinic, now: number): Today {
  const today = clinicDate(now, clinic.timeZone)
  const hours = openHoursOn(clinic, today)
  if (hours.length > 0)
    return { isOpen: true, title: 'Open today', text: describeHours(hours), short: `Open today ${shortHours(hours)}` }
  const next = nextOpenDay(clinic, today)
  const title = 'Closed today'
  if (!next) return { isOpen: false, title, text: '', short: title }
  const from = formatClock(next.opens)
  const open = clinic.hours[weekdayOf(today)].length > 0 ? 'We open again' : 'We open'
  // Within a week, the weekday is enough.
  const isSoon = today.until(next.day).days < 7
  const day = isSoon ? weekdayName(weekdayOf(next.day)) : `${formatDay(next.day, today)},`
  const short = isSoon ? day.slice(0, 3) : `${next.day.toLocaleString('en-US', { month: 'short', day: 'numeric' })},`
  return { isOpen: false, title, text: `${open} ${day} at ${from}`, short: `Closed, opens ${short} ${from}` }
}

/** The weekly hours of a day, without holidays and closures. */
export function openHoursOn(
  { hours, closures = [], holidays = [] }: HoursOfClinic,
  day: Temporal.PlainDate,
): OpenHours[] {
  const text = day.toString()
  if (holidays.some((holiday) => holiday.day === text)) return []
  let open = hours[weekdayOf(day)]
  for (const { part } of closures.filter((closure) => isOn(closure, day))) {
    if (!part) return []
    open = open.flatMap((span) => without(span, part))
  }
  return open
}

/** The parts of hours that are not within others. */
export const hoursWithout = (hours: readonly OpenHours[], others: readonly OpenHours[]) =>
  others.reduce<readonly OpenHours[]>((rest, other) => rest.flatMap((span) => without(span, other)), hours)

/** Times such as '09:00' compare as strings. */
const without = ({ opens, closes }: OpenHours, closed: OpenHours) =>
  closed.closes <= opens || closed.opens >= closes
    ? [{ opens, closes }]
    : [
        { opens, closes: closed.opens },
        { opens: closed.closes, closes },
      ].filter((rest) => rest.opens < rest.closes)

const shortHours = (hours: readonly OpenHours[]) =>
  hours
    .map(({ opens, closes }) => `${formatClock(opens)}–${formatClock(closes)}`.replaceAll(' ', noBreakSpace))
    .join(', ')

const noBreakSpace = '\u00a0'

/** From Monday, for the contact page and structured data. */
export const hoursByDay = (clinic: Pick<HoursOfClinic, 'hours'>) =>
  weekdays.map((day) => ({
    day,
    name: weekdayName(day),
    hours: clinic.hours[day],
    text: describeHours(clinic.hours[day]),
  }))

export function weekdayOf({ dayOfWeek }: Temporal.PlainDate): Weekday {
  const day = weekdays[dayOfWeek - 1]
  if (!day) throw new RangeError('a week has seven days')
  return day
}

/** A closure is at most a year long. */
const furthestDays = 400

export function nextOpenDay(clinic: HoursOfClinic, day: Temporal.PlainDate) {
  for (let ahead = 1; ahead <= furthestDays; ahead += 1) {
    const next = day.add({ days: ahead })
    const [first] = openHoursOn(clinic, next)
    if (first) return { day: next, opens: first.opens }
  }
  return undefined
}

/** 'Monday'. */
export const weekdayName = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1)
