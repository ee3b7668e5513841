import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { describe, expect, test } from 'vitest'
import { clinicOfThree } from '#tests/support/calendar.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { type Weekday, weekdays } from '#app/domain/clinic/clinic.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDayBounds, instantsOn } from '#app/domain/shared/clinic-time.ts'
import { type CalendarBlock, type CalendarColumn, groupByResource, toGrid } from './calendar-grid.server.ts'
import {
  checkFit,
  findEntry,
  findNeighbors,
  keepWithin,
  moveSideways,
  toMoment,
  findColumn,
  toStretch,
  withMoved,
} from './calendar-moves.ts'

const day = Temporal.PlainDate.from('2026-12-08')
const { timeZone } = contentFacts(0)
const opening = [{ opens: '09:00', closes: '17:00' }]
const hours = Object.fromEntries(weekdays.map((name) => [name, opening])) as Record<Weekday, typeof opening>
const at = instantsOn(day, timeZone)

const appointment = (id: string, person: string, room: string, start: string) =>
  ({
    id,
    person: `person:${person}`,
    room: `room:${room}`,
    startsAt: at(start),
    endsAt: at(start) + 3_600_000,
    state: 'confirmed',
    name: id,
    serviceId: 'general',
  }) as Appointment

const appointments = [
  appointment('one', 'meera', 'tulsi', '10:00'),
  appointment('two', 'daniel', 'neem', '11:00'),
  appointment('three', 'asha', 'lotus', '11:00'),
]
const query = { view: 'day', day, by: 'person', person: undefined, room: undefined, state: undefined } as const
const services = { booking: clinicOfThree, content: deliveredContent } as Parameters<typeof toGrid>[0]
const found = {
  date: day,
  isToday: false,
  bounds: clinicDayBounds(day.toString(), timeZone),
  hours: '',
  appointments,
  blocks: [],
}
const grid = toGrid(services, groupByResource(services, found, query, { timeZone, hours }), [], timeZone, at('08:00'))

const column = (person: string) => `2026-12-08 person:${person}`
const { entry } = findEntry(grid, 'one')!
const fit = (person: string, hour: number) => checkFit(grid, entry, { column: column(person), from: hour * 60 })

const withColumns = (change: (each: CalendarColumn) => Partial<CalendarColumn>) => ({
  ...grid,
  groups: grid.groups.map((group) => ({
    ...group,
    columns: group.columns.map((each) => ({ ...each, ...change(each) })),
  })),
})

describe('moving an appointment in the calendar', () => {
  test('says what is free, taken with the time after it, closed, and past', () => {
    expect(fit('meera', 14)).toBe('free')
    expect(fit('meera', 10)).toBe('free')
    expect(fit('daniel', 11.5)).toBe('taken')
    expect(fit('daniel', 12)).toBe('taken')
    expect(fit('daniel', 12.25)).toBe('free')
    expect(fit('daniel', 9.75)).toBe('free')
    expect(fit('daniel', 10)).toBe('taken')
    expect(fit('meera', 16.5)).toBe('closed')
    expect(checkFit({ ...grid, moment: at('12:00') }, entry, { column: column('meera'), from: 11 * 60 })).toBe('past')
  })

  test('says when every room is taken', () => {
    const rooms = { ...grid, rooms: grid.rooms.slice(1) }
    expect(checkFit(rooms, entry, { column: column('meera'), from: 11 * 60 })).toBe('no-room')
  })

  test('counts only what holds time on the same day, in the same room, and blocked time', () => {
    const at11 = { column: column('daniel'), from: 11 * 60 }
    for (const state of ['cancelled', 'declined'] as const) {
      const given = withColumns(({ entries }) => ({ entries: entries.map((each) => ({ ...each, state })) }))
      expect(checkFit(given, entry, at11), state).toBe('free')
    }
    const another = withColumns((each) => (each.key === column('meera') ? {} : { date: '2026-12-09', entries: [] }))
    expect(checkFit(another, entry, { ...at11, from: 10 * 60 })).toBe('free')
    const blocks = [{ from: 14 * 60, until: 15 * 60 } as CalendarBlock]
    const blocked = withColumns((each) => (each.key === column('daniel') ? { blocks } : {}))
    expect(checkFit(blocked, entry, { ...at11, from: 14.5 * 60 })).toBe('taken')
    expect(checkFit(blocked, entry, { ...at11, from: 15 * 60 })).toBe('free')
    const neem = withColumns((each) => (each.key === column('daniel') ? { resource: 'room:neem' } : {}))
    expect(checkFit(neem, entry, at11), 'another’s').toBe('taken')
    expect(checkFit(neem, { ...entry, person: 'person:lin' }, { ...at11, from: 10 * 60 }), 'another room').toBe('taken')
    expect(checkFit(neem, entry, { ...at11, from: 14 * 60 })).toBe('free')
    expect(fit('meera', 9)).toBe('free')
    expect(fit('meera', 16)).toBe('free')
  })

  test('stays within the shown hours and columns, and goes to the moment of the clock', () => {
    expect(keepWithin(grid, entry, { column: column('asha'), from: 23 * 60 }).from).toBe(16 * 60)
    const place = { column: column('daniel'), from: 600 }
    expect(moveSideways(grid, place, 1).column).toBe(column('asha'))
    expect(moveSideways(grid, { ...place, column: column('asha') }, 1).column).toBe(column('asha'))
    expect(toMoment(findColumn(grid, column('asha'))!, 630)).toBe(at('10:30'))
  })

  test('walks through the day in the order of the times', () => {
    expect(findNeighbors(grid, 'two')).toEqual({ previous: 'one', next: 'three' })
    expect(findNeighbors({ ...grid, groups: grid.groups.toReversed() }, 'one')).toEqual({ next: 'three' })
    const days = withColumns(({ key }) => (key === column('meera') ? { date: '2026-12-07' } : {}))
    expect(findNeighbors(days, 'two')).toEqual({ next: 'three' })
    expect(findNeighbors(grid, 'elsewhere')).toEqual({})
  })

  test('stretches blocked time by an edge, and says when an appointment is there', () => {
    const block = { id: 'lunch', from: 12 * 60, until: 13 * 60 } as CalendarBlock
    const blocked = withColumns(({ key }) => ({ blocks: key === column('meera') ? [block] : [] }))
    const stretch = (edge: 'from' | 'until', hour: number) =>
      toStretch(blocked, { column: column('meera'), edge }, block, hour * 60)
    expect(stretch('until', 14)).toMatchObject({ from: 12 * 60, until: 14 * 60, fit: 'free' })
    expect(stretch('from', 10.5)).toMatchObject({ from: 10.5 * 60, until: 13 * 60, fit: 'taken' })
    expect(stretch('from', 11.25), 'somebody else’s').toMatchObject({ fit: 'free' })
    expect(stretch('from', 15).from).toBe(12.75 * 60)
    const canceled = withColumns(({ entries }) => ({
      entries: entries.map((each) => ({ ...each, state: 'cancelled' })),
      blocks: [block],
    }))
    expect(toStretch(canceled, { column: column('meera'), edge: 'from' }, block, 600).fit).toBe('free')
  })

  test('shows it at its new place until the server has answered', () => {
    const moved = findEntry(withMoved(grid, 'one', { column: column('asha'), from: 13 * 60 }), 'one')!
    expect(moved.place).toEqual({ column: column('asha'), from: 13 * 60 })
    expect(moved.entry.until).toBe(14 * 60)
    expect(findEntry(withMoved(grid, 'one', { column: column('asha'), from: 780 }), 'two')).toEqual(
      findEntry(grid, 'two'),
    )
    expect(withMoved(grid, 'elsewhere', { column: column('asha'), from: 780 })).toBe(grid)
  })
})
