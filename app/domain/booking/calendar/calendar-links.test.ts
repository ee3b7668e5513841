import { expect, test } from 'vitest'
import { toCalendarLinks } from './calendar-links.ts'

test('links to calendars hold the time, the clinic and its place, and nothing else', () => {
  const { google, outlook } = toCalendarLinks({
    title: 'Appointment at Hoover Ayurveda & Co',
    place: 'Hoover, Alabama',
    startsAt: Date.UTC(2026, 11, 8, 16, 30),
    endsAt: Date.UTC(2026, 11, 8, 17, 30),
  })
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Appointment at Hoover Ayurveda & Co',
    dates: '20261208T163000Z/20261208T173000Z',
    location: 'Hoover, Alabama',
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: 'Appointment at Hoover Ayurveda & Co',
    startdt: '2026-12-08T16:30:00Z',
    enddt: '2026-12-08T17:30:00Z',
    location: 'Hoover, Alabama',
  })
})
