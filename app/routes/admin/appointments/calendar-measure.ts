import type { CalendarGrid as Grid } from './calendar-grid.server.ts'
import { stepMinutes } from './calendar-moves.ts'
import type { DragPoint } from './use-drag.ts'

export type Measured = { key: string; left: number; right: number; top: number; height: number }

/** Where the columns are on the page when a drag begins; reading it again at each move would be slow. */
export function measure(surface: HTMLElement | null): Measured[] {
  return [...(surface?.querySelectorAll<HTMLElement>('.cal-time[data-column]') ?? [])].map((column) => {
    const { left, right, top, height } = column.getBoundingClientRect()
    return { key: column.dataset.column!, left: left + scrollX, right: right + scrollX, top: top + scrollY, height }
  })
}

export const findUnder = (columns: Measured[], { pageX }: DragPoint) =>
  columns.find(({ left, right }) => left <= pageX && pageX < right)

export const toMinutes = (grid: Grid, { top, height }: Measured, { pageY }: DragPoint) =>
  grid.from * 60 + ((pageY - top) / height) * (grid.until - grid.from) * 60

export const snap = (minutes: number) => Math.round(minutes / stepMinutes) * stepMinutes
