import { describe, expect, test } from 'vitest'
import { describeHours, describeToday, hoursByDay } from './opening-hours.ts'

const nine = [{ opens: '09:00', closes: '17:00' }]
const week = { monday: nine, tuesday: nine, wednesday: nine, thursday: nine, friday: nine, saturday: [], sunday: [] }
const clinic = { hours: week, timeZone: 'America/Chicago' }
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/Chicago]`).epochMilliseconds

describe('today', () => {
  test('is the day of the clinic, not of the server', () => {
    // Late Friday in Hoover is already Saturday in UTC.
    expect(describeToday(clinic, at('2026-11-20T23:30'))).toEqual({
      title: 'Open today',
      text: '9 am to 5 pm',
      short: 'Open today 9\u00a0am–5\u00a0pm',
    })
    expect(describeToday(clinic, at('2026-11-21T00:10'))).toEqual({
      title: 'Closed today',
      text: 'Open Monday from 9 am',
      short: 'Closed, opens Mon 9 am',
    })
  })

  test('is right on the days the clocks change', () => {
    expect(describeToday(clinic, at('2026-03-08T12:00')).title).toBe('Closed today')
    expect(describeToday(clinic, at('2026-11-01T23:59')).title).toBe('Closed today')
    expect(describeToday(clinic, at('2026-11-02T00:00')).title).toBe('Open today')
  })

  test('of a clinic that never opens promises nothing', () => {
    const closed = { ...clinic, hours: { ...week, monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] } }
    expect(describeToday(closed, at('2026-11-20T12:00'))).toEqual({
      title: 'Closed today',
      text: '',
      short: 'Closed today',
    })
  })
})

test('hours are said on a 12-hour clock, with a break in between', () => {
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
