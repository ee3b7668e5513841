import { getOpenness, roleByName, toColumnKey } from './column-roles.ts'
import { findLayout } from './export-layouts.ts'
import type { Question } from './import-reading.ts'
import { createOpenColumn } from './open-column.ts'
import { type Column, createRoleColumn, ignoredColumn, withCache } from './permission-column.ts'
import { toShownValue, toValueKey } from './value-tally.ts'

/**
 * Says of each line whether the person may be emailed. It must observe every line once before `isOff` is called. If
 * columns disagree, 'off' wins.
 */
export function createPermissionReader({
  header,
  addressColumn,
}: {
  header: string[] | undefined
  addressColumn: number
}) {
  const layout = header && findLayout(header)
  const columns: Column[] = []

  function columnAt(index: number): Column {
    return (columns[index] ??= withCache(createColumn(index)))
  }

  function createColumn(index: number): Column {
    const name = header?.[index]?.trim() ?? ''
    const rule = layout?.columns[toColumnKey(name)] ?? roleByName(name, header ?? [], layout !== undefined)
    if (index === addressColumn || rule === 'ignore') return ignoredColumn
    return rule ? createRoleColumn(rule) : createOpenColumn(getOpenness(name, layout !== undefined), name)
  }

  /** Fills up a line that is too short with empty cells. */
  const pad = (record: string[]) =>
    Array.from({ length: Math.max(record.length, header?.length ?? columns.length) }, (_, index) => record[index] ?? '')

  return {
    service: layout?.service,
    observe(short: string[]) {
      if (!short[addressColumn]?.includes('@')) return
      const record = pad(short)
      const verdicts = record.map((cell, index) => columnAt(index).read(cell))
      const isOff = verdicts.includes('off')
      for (const [index, verdict] of verdicts.entries()) columnAt(index).observe(record[index] ?? '', verdict, isOff)
    },
    /** To be called once all lines were observed. */
    questions: (): Question[] =>
      columns.flatMap((column, index) =>
        column.questions().map((one) => ({ column: index, name: header?.[index]?.trim() ?? '', ...one, answer: null })),
      ),
    /** A line in doubt counts as off. */
    isOff(record: string[], answers: Map<string, 'on' | 'off'>) {
      return pad(record).some((cell, index) => {
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
