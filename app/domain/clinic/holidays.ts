import type { WeekHours } from './sections.ts'
import { weekdays } from './clinic.ts'

type Rule = { month: number } & ({ date: number } | { weekday: number; nth: number })

const [monday, thursday, saturday, sunday] = [1, 4, 6, 7]

/** The federal holidays of the United States (5 U.S.C. 6103), in the order of the year. `nth` -1: the last one. */
const rules = {
  'new-years-day': { month: 1, date: 1 },
  'martin-luther-king-day': { month: 1, weekday: monday, nth: 3 },
  'washingtons-birthday': { month: 2, weekday: monday, nth: 3 },
  'memorial-day': { month: 5, weekday: monday, nth: -1 },
  juneteenth: { month: 6, date: 19 },
  'independence-day': { month: 7, date: 4 },
  'labor-day': { month: 9, weekday: monday, nth: 1 },
  'columbus-day': { month: 10, weekday: monday, nth: 2 },
  'veterans-day': { month: 11, date: 11 },
  'thanksgiving-day': { month: 11, weekday: thursday, nth: 4 },
  'christmas-day': { month: 12, date: 25 },
} satisfies Record<string, Rule>

export type HolidayId = keyof typeof rules

export type ObservedHolidays = { id: HolidayId; name: string }[]

/** A day on which the clinic is closed for a holiday (ISO 8601). */
export type Holiday = { day: string; name: string }

const aheadDays = 400

/**
 * The holidays of the next 400 days on weekdays with opening hours. A fixed date on a Saturday is also observed on the
 * Friday before, one on a Sunday on the Monday after.
 */
export function holidaysFrom(today: Temporal.PlainDate, observed: ObservedHolidays, hours: WeekHours): Holiday[] {
  const last = today.add({ days: aheadDays })
  const years = Array.from({ length: last.year + 2 - today.year }, (_, ahead) => today.year + ahead)
  return years
    .flatMap((year) => observed.flatMap(({ id, name }) => listDays(rules[id], year, name)))
    .filter(({ day }) => Temporal.PlainDate.compare(day, today) >= 0 && Temporal.PlainDate.compare(day, last) <= 0)
    .filter(({ day }) => hours[weekdays[day.dayOfWeek - 1]!].length > 0)
    .map(({ day, name }) => ({ day: day.toString(), name }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

function listDays(rule: Rule, year: number, name: string) {
  const day = findDay(rule, year)
  // A holiday on a certain weekday, such as a Monday, is never on a weekend.
  const observed = day.dayOfWeek === saturday ? -1 : day.dayOfWeek === sunday ? 1 : 0
  return observed === 0
    ? [{ day, name }]
    : [
        { day, name },
        { day: day.add({ days: observed }), name: `${name} (observed)` },
      ]
}

function findDay(rule: Rule, year: number) {
  const first = Temporal.PlainDate.from({ year, month: rule.month, day: 1 })
  if ('date' in rule) return first.with({ day: rule.date })
  const earliest = first.add({ days: (rule.weekday - first.dayOfWeek + 7) % 7 })
  if (rule.nth > 0) return earliest.add({ weeks: rule.nth - 1 })
  return earliest.add({ weeks: Math.floor((first.daysInMonth - earliest.day) / 7) })
}
