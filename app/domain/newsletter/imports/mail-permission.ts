import { emailsOf, opennessOf, roleByName } from './column-roles.ts'
import { findLayout } from './export-layouts.ts'
import type { Question } from './import-reading.ts'
import { createOpenColumn } from './open-column.ts'
import { type Column, createRoleColumn, ignored, remembering } from './permission-column.ts'
import { kindOf, shownValue } from './value-tally.ts'

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
    return (columns[index] ??= remembering(newColumn(index)))
  }

  function newColumn(index: number): Column {
    const name = header?.[index]?.trim() ?? ''
    const rule = layout?.columns[emailsOf(name)] ?? roleByName(name, header ?? [], layout !== undefined)
    if (index === addressColumn || rule === 'ignore') return ignored
    return rule ? createRoleColumn(rule) : createOpenColumn(opennessOf(name, layout !== undefined), name)
  }

  /** With empty cells for those that a short line lacks. */
  const whole = (record: string[]) =>
    Array.from({ length: Math.max(record.length, header?.length ?? columns.length) }, (_, index) => record[index] ?? '')

  return {
    service: layout?.service,
    see(short: string[]) {
      if (!short[addressColumn]?.includes('@')) return
      const record = whole(short)
      const verdicts = record.map((cell, index) => columnAt(index).read(cell))
      const isOff = verdicts.includes('off')
      for (const [index, verdict] of verdicts.entries()) columnAt(index).see(record[index] ?? '', verdict, isOff)
    },
    /** What is left to ask when all lines were seen. */
    questions: (): Question[] =>
      columns.flatMap((column, index) =>
        column.asked().map((one) => ({ column: index, name: header?.[index]?.trim() ?? '', ...one, answer: null })),
      ),
    /** Whether the person of this line may be mailed, with the questions answered; a line in doubt may not. */
    isOff(record: string[], answers: Map<string, 'on' | 'off'>) {
      return whole(record).some((cell, index) => {
        const verdict = columnAt(index).read(cell)
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

const answerKey = (column: number, value: string | null) => `${column}:${value === null ? '*' : `=${kindOf(value)}`}`
