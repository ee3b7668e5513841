import { expect, test } from 'vitest'
import { clinicOfThree } from '#tests/support/calendar.ts'
import { shouldRevalidate } from './calendar.tsx'
import { listFilters } from './calendar-filters.server.ts'
import { readQuery, toAddress } from './calendar-query.server.ts'

const today = Temporal.PlainDate.from('2026-12-08')
const read = (search: string, booking = clinicOfThree) => readQuery(new URLSearchParams(search), today, booking)

test('the calendar’s address says what it shows, and what is unknown counts as not chosen', () => {
  const all = 'view=week&day=2026-12-09&by=room&with=daniel&room=neem&state=no-show'
  expect(toAddress(read(all))).toBe(`/admin/appointments?${all}`)
  expect(toAddress(read('view=year&by=x&with=x&room=x&state=x'))).toBe('/admin/appointments?view=day&day=2026-12-08')
})

test('filters that a small clinic has no use for are left out, and the chosen ones are marked', () => {
  const labels = (search: string, booking = clinicOfThree) =>
    listFilters(read(search, booking), booking).map(({ label, choices }) => [
      label,
      choices.filter(({ current }) => current).map(({ text }) => text),
    ])
  expect(labels('with=daniel&room=neem&state=completed')).toEqual([
    ['Columns', ['By practitioner']],
    ['Practitioners', ['Daniel Cho']],
    ['Rooms', ['Neem room']],
    ['Status', ['Completed']],
  ])
  expect(labels('view=week').map(([label]) => label)).toEqual(['Practitioners', 'Rooms', 'Status'])
  const one = { practitioners: clinicOfThree.practitioners.slice(1, 2), rooms: clinicOfThree.rooms.slice(1, 2) }
  expect(labels('', { ...clinicOfThree, ...one })).toEqual([['Status', ['Any status']]])
})

test('is loaded again for another day, after a post and when it is polled, but not for what is open beside it', () => {
  const isLoaded = (from: string, to: string, more: object = {}) =>
    shouldRevalidate({
      ...{ currentUrl: new URL(from, 'https://x.test/'), nextUrl: new URL(to, 'https://x.test/') },
      ...{ defaultShouldRevalidate: true, ...more },
    } as never)
  expect(isLoaded('?day=1', '?day=1&open=a')).toBe(false)
  expect(isLoaded('?day=1&open=a', '?day=1&open=b')).toBe(false)
  expect(isLoaded('?day=1&open=a', '?day=1&open=b', { formMethod: 'POST' })).toBe(true)
  expect(isLoaded('?day=1', '?day=2')).toBe(true)
  expect(isLoaded('?day=1', '?day=1')).toBe(true)
  expect(isLoaded('?day=1', '?day=2', { defaultShouldRevalidate: false })).toBe(false)
})
