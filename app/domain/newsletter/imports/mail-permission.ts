import { getOpenness, roleByName, toColumnKey } from './column-roles.ts'
import type { ExportLayout } from './export-layouts.ts'
import { wholeFile, type Question } from './import-reading.ts'
import { createOpenColumn } from './open-column.ts'
import { isPlace } from './places.ts'
import { type Column, createRoleColumn, ignoredColumn, withCache } from './permission-column.ts'
import { toShownValue, toValueKey } from './value-tally.ts'

/**
 * Says of each line whether the person may be emailed. It must observe every line once before `isOff` is called. If
 * columns disagree, 'off' wins.
 */
export function createPermissionReader({
  header,
  addressColumns,
  layout,
  ofPatients,
  sample,
}: {
  header: string[] | undefined
  addressColumns: number[]
  layout: ExportLayout | undefined
  ofPatients: boolean
  sample: string[][]
}) {
  const columns: Column[] = []
  const refused = new Set<number>()
  let people = 0

  function columnAt(index: number): Column {
    return (columns[index] ??= withCache(createColumn(index)))
  }

  const nameOf = (index: number) => header?.[index]?.trim() ?? ''
  const ruleOf = (index: number) => layout?.columns[toColumnKey(nameOf(index))] ?? roleOf(index)
  function roleOf(index: number) {
    const role = roleByName(nameOf(index), header ?? [], layout !== undefined)
    return role === 'status' && isPlace(sample.map((row) => row[index] ?? '')) ? undefined : role
  }
  const isConsent = (index: number) => {
    const rule = ruleOf(index)
    return (typeof rule === 'object' ? rule.role : rule) === 'consent'
  }
  // Nothing in the file says who wants the newsletter.
  const asksForAll = ofPatients && !(header ?? []).some((_, index) => isConsent(index))

  function createColumn(index: number): Column {
    const rule = ruleOf(index)
    if (addressColumns.includes(index) || rule === 'ignore') return ignoredColumn
    const isDefault = rule === 'consent' && (!layout || ofPatients)
    if (rule) return createRoleColumn(rule, { isDefault })
    const open = createOpenColumn(getOpenness(nameOf(index), layout !== undefined), nameOf(index))
    // Of patients, much is known that has nothing to do with email, and that is not to be shown.
    return ofPatients ? { ...open, questions: () => [] } : open
  }

  /** Fills up a line that is too short with empty cells. */
  const pad = (record: string[]) =>
    Array.from({ length: Math.max(record.length, header?.length ?? columns.length) }, (_, index) => record[index] ?? '')

  return {
    refuse(columns: number[]) {
      for (const column of columns) refused.add(column)
    },
    observe(short: string[]) {
      if (!addressColumns.some((column) => short[column]?.includes('@'))) return
      people += 1
      const record = pad(short)
      const verdicts = record.map((cell, index) => columnAt(index).read(cell))
      const isOff = verdicts.includes('off')
      for (const [index, verdict] of verdicts.entries()) columnAt(index).observe(record[index] ?? '', verdict, isOff)
    },
    /** To be called once all lines were observed. */
    questions: (): Question[] => [
      ...(asksForAll && people > 0 ? [{ column: wholeFile, name: '', value: null, count: people, answer: null }] : []),
      ...columns.flatMap((column, index) =>
        refused.has(index)
          ? []
          : column.questions().map((one) => ({ column: index, name: nameOf(index), ...one, answer: null })),
      ),
    ],
    /** A line in doubt counts as off. */
    isOff(record: string[], answers: Map<string, 'on' | 'off'>) {
      if (asksForAll && answers.get(answerKey(wholeFile, null)) !== 'on') return true
      return pad(record).some((cell, index) => {
        if (refused.has(index)) return false
        const verdict = columnAt(index).read(cell)
        if (verdict !== 'unknown') return verdict === 'off'
        return (answers.get(answerKey(index, toShownValue(cell))) ?? answers.get(answerKey(index, null))) !== 'on'
      })
    },
  }
}

export const toAnswerMap = (questions: Question[]) =>
  new Map(
    questions.flatMap(({ column, value, answer }) => (answer ? [[answerKey(column, value), answer] as const] : [])),
  )

const answerKey = (column: number, value: string | null) =>
  `${column}:${value === null ? '*' : `=${toValueKey(value)}`}`
