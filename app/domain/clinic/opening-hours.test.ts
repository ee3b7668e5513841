import { describe, expect, test } from 'vitest'
import { describeHours, describeToday, hoursByDay } from './opening-hours.ts'

const nine = [{ opens: '09:00', closes: '17:00' }]
const week = { monday: nine, tuesday: nine, wednesday: nine, thursday: nine, friday: nine, saturday: [], sunday: [] }
const clinic = { hours: week, timeZone: 'America/Chicago' }
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/Chicago]`).epochMilliseconds

describe('today', () => {
  test('is the clinic’s day, not the server’s', () => {
    // Late Friday in Hoover is already Saturday in UTC.
    expect(describeToday(clinic, at('2026-11-20T23:30'))).toEqual({
      isOpen: true,
      title: 'Open today',
      text: '9 am to 5 pm',
      short: 'Open today 9\u00a0am–5\u00a0pm',
    })
    expect(describeToday(clinic, at('2026-11-21T00:10'))).toEqual({
      isOpen: false,
      title: 'Closed today',
      text: 'We open Monday at 9 am',
      short: 'Closed, opens Mon 9 am',
    })
  })

  test('is right on days with a clock change', () => {
    expect(describeToday(clinic, at('2026-03-08T12:00')).title).toBe('Closed today')
    expect(describeToday(clinic, at('2026-11-01T23:59')).title).toBe('Closed today')
    expect(describeToday(clinic, at('2026-11-02T00:00')).title).toBe('Open today')
  })

  test('promises nothing if the clinic never opens', () => {
    const closed = { ...clinic, hours: { ...week, monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] } }
    expect(describeToday(closed, at('2026-11-20T12:00'))).toEqual({
      isOpen: false,
      title: 'Closed today',
      text: '',
      short: 'Closed today',
    })
  })
})

describe('closures', () => {
  const closedOn = (...closures: [firstDay: string, lastDay: string, opens?: string, closes?: string][]) => ({
    ...clinic,
    closures: closures.map(([firstDay, lastDay, opens, closes], index) => ({
      id: String(index),
      firstDay,
      lastDay,
      ...(opens && closes && { part: { opens, closes } }),
    })),
  })

  test('of whole days say when the clinic opens again', () => {
    const thanksgiving = closedOn(['2026-11-26', '2026-11-27'])
    expect(describeToday(thanksgiving, at('2026-11-25T12:00')).title).toBe('Open today')
    expect(describeToday(thanksgiving, at('2026-11-26T00:00'))).toEqual({
      isOpen: false,
      title: 'Closed today',
      text: 'We open again Monday at 9 am',
      short: 'Closed, opens Mon 9 am',
    })
    expect(describeToday(thanksgiving, at('2026-11-27T23:59')).title).toBe('Closed today')
    // A Saturday is closed anyway.
    expect(describeToday(thanksgiving, at('2026-11-28T12:00')).text).toBe('We open Monday at 9 am')
  })

  test('longer than a week name the day of the month', () => {
    const holidays = closedOn(['2026-12-21', '2027-01-01'])
    expect(describeToday(holidays, at('2026-12-21T12:00'))).toEqual({
      isOpen: false,
      title: 'Closed today',
      text: 'We open again Monday, January 4, 2027, at 9 am',
      short: 'Closed, opens Jan 4, 9 am',
    })
  })

  test('of part of a day leave the remaining hours, and of all its hours none', () => {
    const hoursWith = (opens: string, closes: string) =>
      describeToday(closedOn(['2026-11-26', '2026-11-26', opens, closes]), at('2026-11-26T08:00'))
    expect(hoursWith('12:00', '15:00').text).toBe('9 am to 12 pm and 3 pm to 5 pm')
    expect(hoursWith('15:00', '20:00').text).toBe('9 am to 3 pm')
    expect(hoursWith('06:00', '09:00').text).toBe('9 am to 5 pm')
    expect(hoursWith('09:00', '17:00').title).toBe('Closed today')
  })

  test('on days with a clock change follow the calendar', () => {
    const open = { ...clinic, hours: { ...week, sunday: nine } }
    for (const day of ['2026-03-08', '2026-11-01']) {
      const closed = { ...open, closures: [{ id: '1', firstDay: day, lastDay: day }] }
      expect(describeToday(closed, at(`${day}T00:00`)).title).toBe('Closed today')
      expect(describeToday(closed, at(`${day}T23:59:59`)).title).toBe('Closed today')
      const next = Temporal.PlainDate.from(day).add({ days: 1 })
      expect(describeToday(closed, at(`${next.toString()}T00:00`)).title).toBe('Open today')
    }
  })

  test('that last for years leave no next opening', () => {
    const always = closedOn(['2026-11-20', '2027-11-20'], ['2027-11-01', '2028-10-31'])
    expect(describeToday(always, at('2026-11-23T12:00'))).toMatchObject({ title: 'Closed today', text: '' })
  })
})

test('hours use a 12-hour clock, with the break between two parts', () => {
  expect(
    describeHours([
      { opens: '08:30', closes: '12:00' },
      { opens: '13:00', closes: '17:15' },
    ]),
  ).toBe('8:30 am to 12 pm and 1 pm to 5:15 pm')
  expect(describeHours([])).toBe('Closed')
})

test('the week begins on Monday and names every day', () => {
  expect(hoursByDay(clinic).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Monday: 9 am to 5 pm',
    'Tuesday: 9 am to 5 pm',
    'Wednesday: 9 am to 5 pm',
    'Thursday: 9 am to 5 pm',
    'Friday: 9 am to 5 pm',
    'Saturday: Closed',
    'Sunday: Closed',
  ])
})
