import { expect, test } from 'vitest'
import { type Appointment, splitUpcoming } from './appointment.ts'
import { isValidLink } from './appointment-link.ts'
import { summarize } from './visits.ts'

const now = 1_000
const visit = (state: Appointment['state'], startsAt: number, person = 'person:anna') =>
  ({ state, startsAt, endsAt: startsAt + 60, person }) as Appointment

test('a person’s visits are summed up: the next, the last that took place, how many, and with whom mostly', () => {
  const latestFirst = [
    ...[visit('cancelled', 1_300), visit('requested', 1_200), visit('confirmed', 1_100), visit('in-session', 990)],
    ...[visit('arrived', 980), visit('completed', 500, 'person:ben'), visit('no-show', 400, 'person:ben')],
    ...[visit('completed', 300, 'person:ben'), visit('declined', 200, 'person:ben'), visit('confirmed', 100)],
  ]
  expect(summarize(latestFirst, now)).toEqual({
    ...{ next: latestFirst[2], last: latestFirst[3] },
    ...{ visits: 4, noShows: 1, mostly: 'person:anna' },
  })
  expect(summarize([], now)).toMatchObject({ next: undefined, last: undefined, visits: 0, mostly: undefined })
})

test('upcoming ones come first, the soonest of them, then the others, the latest of them', () => {
  const times = [500, 1_300, 1_200, 900].map((startsAt) => visit('confirmed', startsAt))
  const { upcoming, others } = splitUpcoming([...times, visit('cancelled', 1_100)], now)
  expect([upcoming, others].map((list) => list.map(({ startsAt }) => startsAt))).toEqual([
    [1_200, 1_300],
    [1_100, 900, 500],
  ])
})

test('a link works for its version of the appointment, until thirty days after its end', () => {
  const appointment = { id: 'one', linkVersion: 2, endsAt: 60 }
  const end = 60 + 30 * 86_400_000
  expect(isValidLink('one.2', appointment, end - 1)).toBe(true)
  expect(isValidLink('one.2', appointment, end)).toBe(false)
  for (const other of ['one.1', 'two.2']) expect(isValidLink(other, appointment, now)).toBe(false)
})
