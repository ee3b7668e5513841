import { expect, test } from 'vitest'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { at, bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { viewCalendar } from './calendar-view.server.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import { reserveSlots } from '#app/domain/booking/holds.server.ts'

type Shown = Awaited<ReturnType<typeof openTestDatabase>>

/** What the widget shows at an address, on the morning of day one. */
const show = (database: Shown, query: string, closures: ClinicFacts['closures'] = []) => {
  const deps = bookingDeps(database)
  const clinic = { facts: (now: number) => ({ ...deps.clinic.facts(now), closures }) }
  const choice = readChoice(new URLSearchParams(query))
  return viewCalendar({ ...deps, clinic, db: database.db }, { serviceId: 'general', choice, now: dayOne })
}

test('a full day links to the next free one', async () => {
  const database = await openTestDatabase()
  const whole = { from: at('2026-05-07T09:00'), until: at('2026-05-07T17:00') }
  await database.transaction((tx) => reserveSlots(tx, 'block:one', ['person:clinic', 'room:one'], whole))
  const view = await show(database, 'day=2026-05-07')
  expect(view.day?.times).toEqual([])
  expect(view.nextFree).toMatchObject({
    text: 'Friday, May 8, 9 am',
    query: `?day=2026-05-08&at=${at('2026-05-08T09:00')}`,
  })
  const day = view.month.weeks.flat().find((one) => one?.number === 7)
  expect(day, 'it can be chosen').toMatchObject({ free: 0, query: '?day=2026-05-07' })
})

test('a closed day is not a link', async () => {
  const database = await openTestDatabase()
  const { month } = await show(database, '', [{ id: 'one', firstDay: '2026-05-07', lastDay: '2026-05-07', text: '' }])
  const [closed, open] = [7, 8].map((number) => month.weeks.flat().find((one) => one?.number === number))
  expect(closed?.query).toBeUndefined()
  expect(open?.query).toBeDefined()
})

test('a chosen time that is taken shows the three nearest free times, and a free one does not', async () => {
  const database = await openTestDatabase()
  await bookTestAppointment(database)
  const lost = await show(database, `day=2026-05-07&at=${at('2026-05-07T10:00')}`)
  expect(lost.chosen).toBeUndefined()
  expect(lost.lost?.nearest).toHaveLength(3)
  expect(lost.lost?.text).toBe('Thursday, May 7 at 10 am')
  const free = await show(database, `day=2026-05-07&at=${at('2026-05-07T13:00')}`)
  expect(free.lost).toBeUndefined()
  expect(free.chosen?.movableUntil, 'a day before').toBe('Wed, May 6, 1 pm')
})

test('without a choice the week of the first free day is shown with its times, and the soonest ones', async () => {
  const database = await openTestDatabase()
  const view = await show(database, '')
  expect(view.day).toMatchObject({ name: 'Monday, May 4' })
  expect(view.day?.times[0]?.clock, 'after the minimum notice').toBe('12 pm')
  expect(view.soonest.map(({ day, clock }) => `${day}, ${clock}`)).toEqual([
    'Mon, May 4, 12 pm',
    'Mon, May 4, 12:30 pm',
    'Mon, May 4, 1 pm',
  ])
  expect(view.week).toMatchObject({ isSoonest: true, previous: undefined, next: '?week=2026-05-10' })
  expect(view.week.days.map(({ number, free }) => `${number}: ${free}`).slice(0, 3)).toEqual(['3: 0', '4: 9', '5: 15'])
})

test('a week across two months shows the free days of both, and says on which days the clinic is closed', async () => {
  const database = await openTestDatabase()
  const closure = { id: 'one', firstDay: '2026-06-02', lastDay: '2026-06-03', text: '' }
  const { week, day } = await show(database, 'week=2026-06-05', [closure])
  expect(week).toMatchObject({ title: 'May 31 to Jun 6', isSoonest: false, previous: '?week=2026-05-24' })
  expect(week.days.map(({ free }) => free)).toEqual([15, 15, 0, 0, 15, 15, 15])
  expect(week.days[2]).toMatchObject({ isHoliday: true, query: undefined })
  expect(week.closure).toEqual({ days: 'Tuesday, June 2 and Wednesday, June 3', back: 'Thursday, June 4' })
  expect(day?.name).toBe('Sunday, May 31')
})

test('a month without free times leads to the next free one', async () => {
  const database = await openTestDatabase()
  const closure = { id: 'one', firstDay: '2026-05-01', lastDay: '2026-05-31', text: '' }
  const view = await show(database, 'month=2026-05', [closure])
  const next = { query: '?month=2026-06', title: 'June 2026' }
  expect(view.month).toMatchObject({ title: 'May 2026', previous: undefined, next })
  expect((await show(database, 'month=2026-07')).month).toMatchObject({ previous: next, next: undefined })
  const [over, closed] = [1, 5].map((number) => view.month.weeks.flat().find((one) => one?.number === number))
  expect([over, closed]).toMatchObject([{ isClosed: false }, { isClosed: true }])
  expect(view.week.closure, 'of days that are over').toBeUndefined()
  expect(view).toMatchObject({ day: undefined, month: { hasFree: false } })
  expect(view.nextFree).toMatchObject({ text: 'Monday, June 1, 9 am', month: 'June', dayQuery: '?day=2026-06-01' })
})

test('days on which a day of a plan may not be are neither full nor links', async () => {
  const database = await openTestDatabase()
  const { clinic } = bookingDeps(database)
  const between = { from: at('2026-05-06T00:00'), until: at('2026-05-08T00:00') }
  const look = (query: string) =>
    viewCalendar(
      { ...bookingDeps(database), clinic, db: database.db },
      { serviceId: 'general', choice: readChoice(new URLSearchParams(query)), between, now: dayOne },
    )
  const view = await look('')
  expect(view.range).toEqual({ first: 'Wednesday, May 6', last: 'Thursday, May 7' })
  const days = view.week.days.map(({ number, query }) => [number, query !== undefined])
  expect(days).toEqual([3, 4, 5, 6, 7, 8, 9].map((number) => [number, number === 6 || number === 7]))
  expect([view.week.previous, view.week.next]).toEqual([undefined, undefined])
  // An address that was typed shows the first day on which it may be.
  expect((await look('day=2026-05-09')).day?.name).toBe('Wednesday, May 6')
})
