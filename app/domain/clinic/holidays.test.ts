import { expect, test } from 'vitest'
import { clinic } from '#content/clinic.ts'
import { holidayNames } from '#content/holidays.ts'
import { toClinicFacts } from './clinic-facts.ts'
import { holidaysFrom, type ObservedHolidays } from './holidays.ts'
import { openHoursOn } from './opening-hours.ts'
import { observedHolidays } from './practical-facts.ts'
import { deliveredClinic, type WeekHours } from './sections.ts'
import { weekdays } from './clinic.ts'

const daily = Object.fromEntries(weekdays.map((day) => [day, [{ opens: '09:00', closes: '17:00' }]])) as WeekHours
const onWeekdays: WeekHours = { ...daily, saturday: [], sunday: [] }
const everyOne = { ...deliveredClinic.practical, holidays: Object.keys(holidayNames) }
const all: ObservedHolidays = observedHolidays({ practical: everyOne }).map(({ id }) => ({ id, name: id }))

const days = (year: number, hours = onWeekdays, observed = all) =>
  holidaysFrom(Temporal.PlainDate.from(`${year}-01-01`), observed, hours)
    .filter(({ day }) => day.startsWith(String(year)))
    .map(({ day, name }) => `${day.slice(5)} ${name}`)

/** As the Office of Personnel Management lists them. */
test.each([
  [
    2026,
    '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
    'Independence Day on a Saturday is observed on Friday',
  ],
  [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31', 'four of them on weekends'],
  [2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25', 'Veterans Day on a Saturday'],
  [2033, '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26', 'Juneteenth and Christmas on Sundays'],
])('the holidays of %i match the government’s', (year, expected) => {
  expect(days(year).map((day) => day.slice(0, 5))).toEqual(expected.split(' '))
})

test('a clinic that is open on weekends closes on the actual and the observed day, and only for the holidays it observes', () => {
  const observed: ObservedHolidays = [{ id: 'independence-day', name: 'Independence Day' }]
  expect(days(2026, daily, observed)).toEqual(['07-03 Independence Day (observed)', '07-04 Independence Day'])
  expect(days(2026, daily, [])).toEqual([])
})

test('the clinic is open on holidays that it doesn’t keep', () => {
  const now = Temporal.ZonedDateTime.from(`2026-11-23T08:00[${clinic.timeZone}]`).epochMilliseconds
  const practical = { ...deliveredClinic.practical, holidays: ['christmas-day'] }
  const hours = { confirmed: true, facts: onWeekdays }
  const { holidays } = toClinicFacts({ ...deliveredClinic, practical, hours }, now)
  expect(new Set(holidays.map(({ name }) => name.replace(' (observed)', '')))).toEqual(new Set(['Christmas Day']))
})

test('the clinic is closed on a holiday, unless the admin marked that day as open', () => {
  const now = Temporal.ZonedDateTime.from(`2026-11-23T08:00[${clinic.timeZone}]`).epochMilliseconds
  const thanksgiving = Temporal.PlainDate.from('2026-11-26')
  const hours = { ...deliveredClinic, hours: { confirmed: true, facts: onWeekdays } }
  expect(openHoursOn(toClinicFacts(hours, now), thanksgiving)).toEqual([])
  expect(
    openHoursOn(
      toClinicFacts({ ...hours, holidays: { confirmed: true, facts: { open: ['2026-11-26'] } } }, now),
      thanksgiving,
    ),
  ).toHaveLength(1)
  const onTheDay = Temporal.ZonedDateTime.from(`2026-11-26T08:00[${clinic.timeZone}]`).epochMilliseconds
  expect(toClinicFacts(hours, onTheDay).today.title).toBe('Closed today')
  expect(toClinicFacts(hours, now).specialHours).toContainEqual({
    firstDay: '2026-11-26',
    lastDay: '2026-11-26',
    hours: [],
  })
})
