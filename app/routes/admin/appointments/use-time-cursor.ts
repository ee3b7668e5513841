import type { KeyboardEvent } from 'react'
import type { CalendarGrid } from './calendar-grid.server.ts'
import { columnsOf, type Creating, findColumn, moveSideways, stepMinutes } from './calendar-moves.ts'

const hour = 60

/** Choosing empty time with the arrow keys, on a button: up and down, to other columns, and longer or shorter. */
export function useTimeCursor(grid: CalendarGrid, creating: Creating | undefined, set: (to?: Creating) => void) {
  function start(): Creating | undefined {
    const column = columnsOf(grid).find(({ resource }) => resource !== undefined)
    const from = column?.open[0]?.from ?? grid.from * hour
    return column && { column: column.key, from, until: from + hour }
  }

  function step(at: Creating, { key, shiftKey }: KeyboardEvent): Creating | undefined {
    const by = key === 'ArrowUp' ? -stepMinutes : stepMinutes
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      return { ...at, ...moveSideways(grid, at, key === 'ArrowLeft' ? -1 : 1) }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
    const from = shiftKey ? at.from : at.from + by
    const until = at.until + by
    return from >= grid.from * hour && until <= grid.until * hour && until - from >= stepMinutes
      ? { ...at, from, until }
      : at
  }

  return {
    onFocus: () => set(start()),
    onBlur: () => set(undefined),
    onKeyDown(event: KeyboardEvent) {
      const at = creating && findColumn(grid, creating.column) ? creating : start()
      const to = at && step(at, event)
      if (!to) return
      event.preventDefault()
      set(to)
    },
  }
}
