import { useCallback, useState } from 'react'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { CalendarColumn, CalendarEntry, CalendarGrid as Grid } from './calendar-grid.server.ts'
import {
  checkFit,
  findColumn,
  type Fit,
  keepWithin,
  type Lift,
  moveSideways,
  type Place,
  stepMinutes,
  toClock,
} from './calendar-moves.ts'

const words = adminCalendar.moving

/** What is being moved in a grid, until it is dropped or put back. */
export function useLift(grid: Grid) {
  const [lift, setLift] = useState<Lift>()

  function lifted(entry: CalendarEntry, was: Place, to: Place) {
    const place = keepWithin(grid, entry, to)
    const fit = checkFit(grid, entry, place)
    setLift((now) =>
      now?.entry.id === entry.id && now.place.column === place.column && now.place.from === place.from
        ? now
        : { entry, was, place, fit, text: describe(grid, place, fit) },
    )
  }

  return { lift, lifted, putBack: useCallback(() => setLift(undefined), []) }
}

/** A step by an arrow key; undefined for other keys. */
export function stepTo(grid: Grid, from: Place, key: string): Place | undefined {
  const step = steps[key]
  if (!step) return undefined
  const [sideways, minutes] = step
  return sideways ? moveSideways(grid, from, sideways) : { ...from, from: from.from + minutes }
}

const steps: Record<string, readonly [sideways: 0 | -1 | 1, minutes: number]> = {
  ArrowUp: [0, -stepMinutes],
  ArrowDown: [0, stepMinutes],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** 'Tuesday 10:30 am, with Asha: free'. */
function describe(grid: Grid, { column: key, from }: Place, fit: Fit) {
  const column = findColumn(grid, key)
  return words.place(`${column?.weekday} ${toClock(from)}`, toWhere(grid, column), words.fits[fit])
}

/** 'with Asha', 'in Neem room', where there is a choice. */
export function toWhere(grid: Grid, column: CalendarColumn | undefined) {
  if (column?.resource?.startsWith('room:')) return words.inRoom(column.name)
  return grid.people > 1 && column?.resource ? words.withWhom(column.name) : undefined
}
