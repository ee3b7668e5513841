import { formatClock } from '#app/domain/shared/clinic-time.ts'
import type { CalendarColumn, CalendarEntry, CalendarGrid } from './calendar-grid.server.ts'

/** How far one step of a drag or of an arrow key goes. */
export const stepMinutes = 15

/** A column, and minutes since midnight. */
export type Place = { column: string; from: number }

/** An appointment that is being moved: from where, to where, and what a screen reader says of it. */
export type Lift = { entry: CalendarEntry; was: Place; place: Place; fit: Fit; text: string }

/** Empty time that is being dragged over. */
export type Creating = { column: string; from: number; until: number }

const columnsOf = (grid: CalendarGrid) => grid.groups.flatMap(({ columns }) => columns)

export const findColumn = (grid: CalendarGrid, key: string) => columnsOf(grid).find((column) => column.key === key)

export function findEntry(grid: CalendarGrid, id: string): { entry: CalendarEntry; place: Place } | undefined {
  for (const column of columnsOf(grid)) {
    const entry = column.entries.find((each) => each.id === id)
    if (entry) return { entry, place: { column: column.key, from: entry.from } }
  }
  return undefined
}

/** A place within the hours that are shown. */
export function keepWithin(grid: CalendarGrid, { from, until }: CalendarEntry, place: Place): Place {
  const last = grid.until * 60 - (until - from)
  return { ...place, from: Math.max(grid.from * 60, Math.min(place.from, last)) }
}

/** The place a number of columns further, in the same row. */
export function moveSideways(grid: CalendarGrid, place: Place, by: -1 | 1): Place {
  const columns = columnsOf(grid)
  const next = columns[columns.findIndex(({ key }) => key === place.column) + by]
  return next?.resource ? { ...place, column: next.key } : place
}

export const toClock = (minute: number) =>
  formatClock(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`)

/** Epoch milliseconds. */
export const toMoment = ({ midnight }: CalendarColumn, from: number) => midnight - (24 * 60 - from) * 60_000

export type Fit = 'free' | 'past' | 'closed' | 'taken' | 'no-room'

/** Whether an appointment fits, as far as the page knows; the database decides. */
export function checkFit(grid: CalendarGrid, entry: CalendarEntry, { column: key, from }: Place): Fit {
  const column = findColumn(grid, key)
  if (!column || toMoment(column, from) <= grid.moment) return 'past'
  const until = from + entry.until - entry.from
  if (!column.open.some((open) => open.from <= from && until <= open.until)) return 'closed'
  const held = { from, until: until + grid.bufferMinutes }
  const overlaps = (other: { from: number; until: number }, buffer: number) =>
    other.from < held.until && from < other.until + buffer
  const others = columnsOf(grid)
    .filter(({ date }) => date === column.date)
    .flatMap(({ entries }) => entries)
    .filter((other) => other.id !== entry.id && holdsTime(other) && overlaps(other, grid.bufferMinutes))
  const person = column.resource?.startsWith('room:') ? entry.person : column.resource
  if (others.some((other) => other.person === person)) return 'taken'
  if (column.blocks.some((block) => overlaps(block, 0))) return 'taken'
  const isRoomLeft = !entry.room || grid.rooms.some((room) => others.every((other) => other.room !== room))
  return isRoomLeft ? 'free' : 'no-room'
}

const holdsTime = ({ state }: CalendarEntry) => state !== 'cancelled' && state !== 'declined'

/** The grid with an appointment at its new place, until the server has answered. */
export function withMoved(grid: CalendarGrid, id: string, place: Place): CalendarGrid {
  const found = findEntry(grid, id)
  if (!found) return grid
  const { entry } = found
  const moved = { ...entry, from: place.from, until: place.from + entry.until - entry.from, lane: 0, lanes: 1 }
  return {
    ...grid,
    groups: grid.groups.map((group) => ({
      ...group,
      columns: group.columns.map((column) => {
        const isHere = column.key === place.column
        if (!isHere && !column.entries.includes(entry)) return column
        const entries = column.entries.filter((each) => each.id !== id)
        return { ...column, entries: isHere ? [...entries, moved] : entries }
      }),
    })),
  }
}
