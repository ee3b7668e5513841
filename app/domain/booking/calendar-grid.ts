/** Minutes since midnight by the clock. */
export type ClockInterval = { from: number; until: number }

/** Entries that overlap or touch the same step share a cell of `rows` steps; a free step has no entries. */
export type GridCell<Entry> = { rows: number; entries: Entry[]; isOpen: boolean }

/** A cell is undefined where a higher cell of its column covers the row. */
export type GridRow<Entry> = { minute: number; cells: (GridCell<Entry> | undefined)[] }

type Column<Entry> = { entries: Entry[]; open: ClockInterval[] }

/**
 * A calendar as a table, which screen readers understand: a row for each step of the opening hours and entries, a column
 * for each day or person.
 */
export function buildCalendarGrid<Entry extends ClockInterval>(
  columns: Column<Entry>[],
  step: number,
): GridRow<Entry>[] {
  const all = columns.flatMap(({ entries, open }) => [...entries, ...open])
  if (all.length === 0) return []
  const first = Math.floor(Math.min(...all.map(({ from }) => from)) / step)
  const end = Math.ceil(Math.max(...all.map(({ until }) => until)) / step)
  const cells = columns.map((column) => toCells(column, { first, end, step }))
  return Array.from({ length: end - first }, (_, row) => ({
    minute: (first + row) * step,
    cells: cells.map((column) => column[row]),
  }))
}

type Steps = { first: number; end: number; step: number }

function toCells<Entry extends ClockInterval>({ entries, open }: Column<Entry>, { first, end, step }: Steps) {
  const isOpen = (row: number) =>
    open.some(({ from, until }) => from <= (first + row) * step && (first + row) * step < until)
  const cells: (GridCell<Entry> | undefined)[] = Array.from({ length: end - first }, (_, row) => ({
    rows: 1,
    entries: [],
    isOpen: isOpen(row),
  }))
  const inOrder = [...entries].sort((a, b) => a.from - b.from || b.until - a.until)
  let start = 0
  for (const entry of inOrder) {
    const top = Math.floor(entry.from / step) - first
    const bottom = Math.max(Math.ceil(entry.until / step) - first, top + 1)
    const above = cells[start]
    const touches = above && above.entries.length > 0 && top < start + above.rows
    if (!touches) start = top
    const together = touches ? above : { rows: 0, entries: [], isOpen: isOpen(top) }
    together.entries.push(entry)
    together.rows = Math.max(together.rows, bottom - start)
    cells[start] = together
    for (let row = start + 1; row < start + together.rows; row += 1) cells[row] = undefined
  }
  return cells
}
