import { formatClock } from '#app/domain/shared/clinic-time.ts'
import type { Resource } from '#app/domain/booking/service-needs.ts'
import type { CalendarBlock, CalendarColumn, CalendarEntry, CalendarGrid } from './calendar-grid.server.ts'

/** How far one step of a drag or of an arrow key goes. */
export const stepMinutes = 15

/** A column, and minutes since midnight. */
export type Place = { column: string; from: number }

/** An appointment that is being moved: from where, to where, and what a screen reader says of it. */
export type Lift = { entry: CalendarEntry; was: Place; place: Place; fit: Fit; text: string }

/** Empty time that is being dragged over. */
export type Creating = { column: string; from: number; until: number }

export const columnsOf = (grid: CalendarGrid) => grid.groups.flatMap(({ columns }) => columns)

export const findColumn = (grid: CalendarGrid, key: string) => columnsOf(grid).find((column) => column.key === key)

export function findEntry(grid: CalendarGrid, id: string): { entry: CalendarEntry; place: Place } | undefined {
  for (const column of columnsOf(grid)) {
    const entry = column.entries.find((each) => each.id === id)
    if (entry) return { entry, place: { column: column.key, from: entry.from } }
  }
  return undefined
}

/** The appointments before and after one on its day, in the order of their times. */
export function findNeighbors(grid: CalendarGrid, id: string) {
  const at = findEntry(grid, id)?.place.column
  const date = at && findColumn(grid, at)?.date
  const ids = columnsOf(grid)
    .filter((column) => column.date === date)
    .flatMap(({ entries }) => entries)
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map((entry) => entry.id)
  const index = ids.indexOf(id)
  return index === -1 ? {} : { previous: ids[index - 1], next: ids[index + 1] }
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

/** '09:15', as a field for times has it. */
export const toTime = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

export const toClock = (minute: number) => formatClock(toTime(minute))

/** Epoch milliseconds. */
export const toMoment = ({ midnight }: CalendarColumn, from: number) => midnight - (24 * 60 - from) * 60_000

export type Fit = 'free' | 'past' | 'closed' | 'taken' | 'no-room'

type TimeNeeded = Pick<CalendarEntry, 'id' | 'from' | 'until' | 'room'> & { person: Resource | undefined }

/** Whether an appointment fits, as far as the page knows; the database decides. */
export function checkFit(grid: CalendarGrid, entry: TimeNeeded, { column: key, from }: Place): Fit {
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
  if (column.resource?.startsWith('room:') && others.some((other) => other.room === column.resource)) return 'taken'
  if (column.blocks.some((block) => overlaps(block, 0))) return 'taken'
  const isRoomLeft = !entry.room || grid.rooms.some((room) => others.every((other) => other.room !== room))
  return isRoomLeft ? 'free' : 'no-room'
}

const holdsTime = ({ state }: CalendarEntry) => state !== 'cancelled' && state !== 'declined'

/** Blocked time that is being stretched by one of its edges, in the columns of one day. */
export type Stretch = {
  block: string
  column: string
  edge: 'from' | 'until'
  from: number
  until: number
  fit: Fit
}

export const findBlock = (grid: CalendarGrid, { block, column }: Pick<Stretch, 'block' | 'column'>) =>
  findColumn(grid, column)?.blocks.find(({ id }) => id === block)

/** With an edge at another time, within the hours that are shown and at least a step long. */
export function toStretch(
  grid: CalendarGrid,
  { column, edge }: Pick<Stretch, 'column' | 'edge'>,
  { id, from, until }: CalendarBlock,
  minute: number,
): Stretch {
  const span =
    edge === 'from'
      ? { from: Math.max(grid.from * 60, Math.min(minute, until - stepMinutes)), until }
      : { from, until: Math.min(grid.until * 60, Math.max(minute, from + stepMinutes)) }
  const isMet = (entry: CalendarEntry) =>
    holdsTime(entry) &&
    entry.from < span.until &&
    span.from < entry.until + grid.bufferMinutes &&
    !(entry.from < until && from < entry.until + grid.bufferMinutes)
  const date = findColumn(grid, column)?.date
  const columns = columnsOf(grid).filter((each) => each.date === date && each.blocks.some((other) => other.id === id))
  const fit = columns.some(({ entries }) => entries.some(isMet)) ? 'taken' : 'free'
  return { block: id, column, edge, ...span, fit }
}

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
