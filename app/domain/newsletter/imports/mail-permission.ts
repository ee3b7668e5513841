import { isOtherChannel, lettersOf, type ColumnRole, roleByName } from './column-roles.ts'
import { type ColumnRule, findLayout } from './export-layouts.ts'
import type { Question } from './import-reading.ts'
import {
  folded,
  isYesOrNo,
  readConsent,
  readLeaving,
  readStatus,
  readUnnamed,
  saysPlainly,
  type Verdict,
} from './status-words.ts'

/** More kinds of values than this are asked about together, or are no status at all. */
const mostValues = 20
const longestShown = 60

/** Columns in which people type what they like, so a word there makes no status of the others. */
const freeText = /name|note|comment|tag|label|list|reason|title|activity|source/

type Column = {
  name: string
  /** What the layout or the name says; 'free' for one that only plain words are looked for in. */
  rule: ColumnRule | 'free' | 'unnamed'
  read(cell: string): Verdict
  /** What stands in it for people whom nothing else marks as off, with how often. */
  values: Map<string, { shown: string; count: number }>
  hasMore: boolean
  others: number
  /** In a column that nothing is known of: whether a word of a status stands in it. */
  speaks: boolean
  onlyYesOrNo: boolean
}

const readers: Record<ColumnRole, (cell: string) => Verdict> = {
  status: readStatus,
  consent: readConsent,
  leaving: readLeaving,
}

/**
 * Says of each line of a file whether the person may be mailed. It sees all lines once, to learn what stands in its
 * columns, before it is asked about any. Of several columns that disagree, the one that says 'off' is right.
 */
export function createPermissionReader({
  header,
  addressColumn,
}: {
  /** Undefined in a file without one. */
  header: string[] | undefined
  addressColumn: number
}) {
  const layout = header && findLayout(header)
  const columns: Column[] = []

  function columnAt(index: number): Column {
    return (columns[index] ??= newColumn(header?.[index]?.trim() ?? ''))
  }

  function newColumn(name: string): Column {
    const rule = ruleFor(name)
    return {
      name,
      rule,
      read: remembered(readerFor(rule)),
      values: new Map(),
      hasMore: false,
      others: 0,
      speaks: false,
      onlyYesOrNo: true,
    }
  }

  function ruleFor(name: string): Column['rule'] {
    if (name === '') return 'unnamed'
    const rule = layout?.columns[lettersOf(name)] ?? roleByName(name, header ?? [])
    return rule ?? (isOtherChannel(name) ? 'ignore' : 'free')
  }

  const verdictAt = (cell: string, index: number): Verdict =>
    index === addressColumn ? 'nothing' : columnAt(index).read(cell)

  /** With empty cells for those that a short line lacks. */
  const whole = (record: string[]) =>
    Array.from({ length: Math.max(record.length, header?.length ?? columns.length) }, (_, index) => record[index] ?? '')

  function see(short: string[]) {
    if (!short[addressColumn]?.includes('@')) return
    const record = whole(short)
    const isOff = record.some((cell, index) => verdictAt(cell, index) === 'off')
    for (const [index, cell] of record.entries()) {
      if (index === addressColumn) continue
      const column = columnAt(index)
      if (column.rule === 'ignore') continue
      const isOpen = column.rule === 'free' || column.rule === 'unnamed'
      if (isOpen) listen(column, cell)
      if (!isOff && (isOpen || column.read(cell) === 'unknown')) countValue(column, cell)
    }
  }

  /** The column readings that the lines themselves suggested, and what is left to ask. */
  function questions(): Question[] {
    return columns.flatMap((column, index): Question[] => {
      if (index === addressColumn || column.rule === 'ignore') return []
      if (column.rule === 'free' || column.rule === 'unnamed') {
        if (!isStatusAfterAll(column)) return []
        column.read = remembered(column.rule === 'free' ? readStatus : readUnnamed)
      }
      const asked = [...column.values].filter(([, { shown }]) => column.read(shown) === 'unknown')
      const about = { column: index, name: column.name, answer: null }
      if (column.hasMore || asked.length > mostValues) {
        const count = asked.reduce((sum, [, { count: one }]) => sum + one, column.others)
        return count > 0 ? [{ ...about, value: null, count }] : []
      }
      return asked.map(([, { shown, count }]) => ({ ...about, value: shown, count }))
    })
  }

  return {
    service: layout?.service,
    see,
    questions,
    /** Whether the person of this line may be mailed, with the questions answered; a line in doubt may not. */
    isOff(record: string[], answers: Map<string, 'on' | 'off'>) {
      return whole(record).some((cell, index) => {
        const verdict = verdictAt(cell, index)
        if (verdict !== 'unknown') return verdict === 'off'
        return (answers.get(answerKey(index, shownValue(cell))) ?? answers.get(answerKey(index, null))) !== 'on'
      })
    },
  }
}

export const answersTo = (questions: Question[]) =>
  new Map(
    questions.flatMap(({ column, value, answer }) => (answer ? [[answerKey(column, value), answer] as const] : [])),
  )

const answerKey = (column: number, value: string | null) => `${column}:${value === null ? '*' : `=${folded(value)}`}`

const shownValue = (cell: string) => (folded(cell) === '' ? '' : cell.trim().slice(0, longestShown))

function readerFor(rule: Column['rule']): (cell: string) => Verdict {
  if (rule === 'ignore') return () => 'nothing'
  if (rule === 'free' || rule === 'unnamed') return (cell) => (saysPlainly(cell) === 'off' ? 'off' : 'nothing')
  if (typeof rule === 'string') return readers[rule]
  const { role, on = [], off = [] } = rule
  return (cell) => (on.includes(folded(cell)) ? 'on' : off.includes(folded(cell)) ? 'off' : readers[role](cell))
}

/** Most columns hold the same few values in a hundred thousand lines. */
function remembered(read: (cell: string) => Verdict) {
  const known = new Map<string, Verdict>()
  return (cell: string) => {
    const before = known.get(cell)
    if (before) return before
    const verdict = cell.length > 200 ? read(cell.slice(0, 200)) : read(cell)
    if (known.size >= 500) known.clear()
    known.set(cell, verdict)
    return verdict
  }
}

function listen(column: Column, cell: string) {
  if (cell.trim() === '' || cell.length > longestShown) return
  column.onlyYesOrNo &&= isYesOrNo(cell)
  if (column.speaks) return
  const verdict = column.rule === 'unnamed' ? readUnnamed(cell) : saysPlainly(cell)
  column.speaks = verdict === 'on' || verdict === 'off'
}

function countValue(column: Column, cell: string) {
  // A column of notes is soon known for one; its long cells are not worth comparing any more.
  if (column.hasMore) {
    column.others += 1
    return
  }
  const shown = shownValue(cell.slice(0, 200))
  const value = folded(shown)
  const known = column.values.get(value)
  if (known) known.count += 1
  else if (column.values.size <= mostValues) column.values.set(value, { shown, count: 1 })
  else {
    column.hasMore = true
    column.others += 1
  }
}

/** A column that nothing is known of by its name, with words of a status in it, or nothing but yes and no. */
function isStatusAfterAll({ rule, name, hasMore, speaks, onlyYesOrNo, values }: Column) {
  if (hasMore || values.size > mostValues) return false
  if (rule === 'unnamed') return speaks || (onlyYesOrNo && [...values.keys()].some((value) => value !== ''))
  return speaks && !freeText.test(lettersOf(name))
}
