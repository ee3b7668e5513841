import type { ColumnRole } from './column-roles.ts'
import type { ColumnRule } from './export-layouts.ts'
import { folded, readConsent, readLeaving, readStatus, type Verdict } from './status-words.ts'
import { createTally } from './value-tally.ts'

/** A column of a file, as far as it says who may be mailed. */
export interface Column {
  read(cell: string): Verdict
  /** Sees what stands in it for a person, how it reads it so far, and whether any column marks that one as off. */
  see(cell: string, verdict: Verdict, isOff: boolean): void
  /** Once all lines are seen: what in it only the clinic can read, of people whom nothing marks as off. */
  asked(): { value: string | null; count: number }[]
}

export const ignored: Column = { read: () => 'nothing', see: () => {}, asked: () => [] }

/** Most columns hold the same few values in a hundred thousand lines. */
export function remembering(column: Column): Column {
  const known = new Map<string, Verdict>()
  return {
    ...column,
    read(cell) {
      const before = known.get(cell)
      if (before) return before
      const verdict = column.read(cell)
      if (cell.length > 200) return verdict
      if (known.size >= 500) known.clear()
      known.set(cell, verdict)
      return verdict
    },
    asked() {
      // What the other lines hold may change how a cell is read.
      known.clear()
      return column.asked()
    },
  }
}

/** A column that says by its name, or by the layout, what it is about. */
export function createRoleColumn(rule: Exclude<ColumnRule, 'ignore'>): Column {
  const read = readerFor(rule)
  const unknown = createTally()
  return {
    read,
    see(cell, verdict, isOff) {
      if (!isOff && verdict === 'unknown') unknown.add(cell)
    },
    asked: unknown.asked,
  }
}

const readers: Record<ColumnRole, (cell: string) => Verdict> = {
  status: readStatus,
  consent: readConsent,
  leaving: readLeaving,
}

function readerFor(rule: Exclude<ColumnRule, 'ignore'>): Column['read'] {
  if (typeof rule === 'string') return readers[rule]
  const { role, on = [], off = [] } = rule
  return (cell) => (on.includes(folded(cell)) ? 'on' : off.includes(folded(cell)) ? 'off' : readers[role](cell))
}
