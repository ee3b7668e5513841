import type { ColumnRole } from './column-roles.ts'
import type { ColumnRule } from './export-layouts.ts'
import { isYes, normalize, readConsent, readLeaving, readStatus, type Verdict } from './status-words.ts'
import { createTally } from './value-tally.ts'

/** What a column of a file says about who may be emailed. */
export interface Column {
  read(cell: string): Verdict
  /** Learns a cell, its verdict so far, and whether any column says that the person is off. */
  observe(cell: string, verdict: Verdict, isOff: boolean): void
  /** Once all lines were observed: the values that only the clinic can interpret. */
  questions(): { value: string | null; count: number; isNearlyAll?: boolean }[]
}

export const ignoredColumn: Column = { read: () => 'nothing', observe: () => {}, questions: () => [] }

/** Caches verdicts, since most columns repeat a few values in a hundred thousand lines. */
export function withCache(column: Column): Column {
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
    questions() {
      // The other lines may have changed how a cell is read.
      known.clear()
      return column.questions()
    },
  }
}

/** Of so many people, hardly all agree. */
const mostOfOnes = { people: 10, share: 0.9 }

/**
 * A column whose role follows from its name or the layout. `isDefault`: a plain 'Yes' for nearly everyone may be what the
 * program fills in, so that the clinic is asked.
 */
export function createRoleColumn(rule: Exclude<ColumnRule, 'ignore'>, { isDefault }: { isDefault: boolean }): Column {
  const read = readerFor(rule)
  const unknown = createTally()
  const yes = createTally()
  let people = 0
  let doubtsYes = false
  return {
    read: (cell) => (doubtsYes && isYes(cell) ? 'unknown' : read(cell)),
    observe(cell, verdict, isOff) {
      people += 1
      if (isDefault && !isOff && isYes(cell)) yes.add(cell)
      if (!isOff && verdict === 'unknown') unknown.add(cell)
    },
    questions() {
      doubtsYes = people >= mostOfOnes.people && yes.filled() >= people * mostOfOnes.share
      return [
        ...(doubtsYes ? yes.questions().map((one) => ({ ...one, isNearlyAll: true })) : []),
        ...unknown.questions(),
      ]
    },
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
  return (cell) => (on.includes(normalize(cell)) ? 'on' : off.includes(normalize(cell)) ? 'off' : readers[role](cell))
}
