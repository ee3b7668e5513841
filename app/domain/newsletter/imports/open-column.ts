import { isDateName, type Openness } from './column-roles.ts'
import { hasOffWord } from './off-words.ts'
import type { Column } from './permission-column.ts'
import { isDate, isPlainNo, isYesOrNo, readClearWord, type Verdict } from './status-words.ts'
import { createTally, longestShown, mostValues } from './value-tally.ts'

/**
 * A column whose name says nothing about email. A few values that repeat make it a status, which only the clinic can
 * interpret; otherwise only cells with a word such as 'unsubscribed' become questions.
 */
export function createOpenColumn(openness: Openness, name: string): Column {
  const values = createTally()
  const flagged = createTally()
  let hasClearWord = false
  let onlyYesOrNo = true
  let onlyDates = true
  let isStatus = false

  const isFlagged = (cell: string) =>
    (hasOffWord(cell) && (openness !== 'other channel' || /mail|newsletter/i.test(cell))) ||
    (openness === 'unknown' && isPlainNo(cell))

  function canBeStatus(cell: string) {
    if (isDate(cell)) return !isDateName(name)
    return cell.length <= longestShown && !/@|^\s*https?:/i.test(cell) && !/^\P{L}*\d{3}\P{L}*$/u.test(cell)
  }

  function hasFewValues() {
    const distinct = values.distinct()
    if (!distinct) return false
    if (onlyYesOrNo) return openness !== 'fact' && openness !== 'other channel'
    const perValue = values.filled() / distinct
    const isDateOfSome = onlyDates && values.blank() > 0
    if (openness === 'unnamed') return hasClearWord || isDateOfSome || (distinct <= 5 && perValue >= 2)
    return openness === 'unknown' && (hasClearWord || distinct <= 5 || (distinct <= mostValues && perValue >= 3))
  }

  return {
    read(cell): Verdict {
      const clear = openness === 'other channel' ? undefined : readClearWord(cell)
      return clear ?? (isFlagged(cell) || (isStatus && canBeStatus(cell)) ? 'unknown' : 'nothing')
    },
    observe(cell, verdict, isOff) {
      const isClear = verdict === 'on' || verdict === 'off'
      hasClearWord ||= isClear
      if (cell.trim() !== '') {
        onlyYesOrNo &&= isYesOrNo(cell)
        onlyDates &&= isDate(cell)
      }
      if (isOff || isClear) return
      if (verdict === 'unknown') flagged.add(cell)
      if (verdict === 'unknown' || canBeStatus(cell)) values.add(cell)
    },
    questions() {
      isStatus = hasFewValues()
      return (isStatus ? values : flagged).questions()
    },
  }
}
