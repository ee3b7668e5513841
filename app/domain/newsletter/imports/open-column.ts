import { namesDays, type Openness } from './column-roles.ts'
import { hasOffWord } from './off-words.ts'
import type { Column } from './permission-column.ts'
import { isDate, isPlainNo, isYesOrNo, saysPlainly, type Verdict } from './status-words.ts'
import { createTally, longestShown, mostValues } from './value-tally.ts'

/**
 * A column whose name says nothing of emails. Nobody is added while it may say so by its values: a few that repeat make
 * it a status, which only the clinic can read; in any other one, a cell with a word of leaving is asked about.
 */
export function createOpenColumn(openness: Openness, name: string): Column {
  const values = createTally()
  const spoken = createTally()
  let speaksPlainly = false
  let onlyYesOrNo = true
  let onlyDates = true
  let isStatus = false

  const speaks = (cell: string) =>
    (hasOffWord(cell) && (openness !== 'other channel' || /mail|newsletter/i.test(cell))) ||
    (openness === 'unknown' && isPlainNo(cell))

  function mayBeStatus(cell: string) {
    if (isDate(cell)) return !namesDays(name)
    return cell.length <= longestShown && !/@|^\s*https?:/i.test(cell) && !/^\P{L}*\d{3}\P{L}*$/u.test(cell)
  }

  function hasFewValues() {
    const distinct = values.distinct()
    if (!distinct) return false
    if (onlyYesOrNo) return openness !== 'fact' && openness !== 'other channel'
    const perValue = values.filled() / distinct
    const isDayOfSome = onlyDates && values.blank() > 0
    if (openness === 'unnamed') return speaksPlainly || isDayOfSome || (distinct <= 5 && perValue >= 2)
    return openness === 'unknown' && (speaksPlainly || distinct <= 5 || (distinct <= mostValues && perValue >= 3))
  }

  return {
    read(cell): Verdict {
      const plain = openness === 'other channel' ? undefined : saysPlainly(cell)
      return plain ?? (speaks(cell) || (isStatus && mayBeStatus(cell)) ? 'unknown' : 'nothing')
    },
    see(cell, verdict, isOff) {
      const isPlain = verdict === 'on' || verdict === 'off'
      speaksPlainly ||= isPlain
      if (cell.trim() !== '') {
        onlyYesOrNo &&= isYesOrNo(cell)
        onlyDates &&= isDate(cell)
      }
      if (isOff || isPlain) return
      if (verdict === 'unknown') spoken.add(cell)
      if (verdict === 'unknown' || mayBeStatus(cell)) values.add(cell)
    },
    asked() {
      isStatus = hasFewValues()
      return (isStatus ? values : spoken).asked()
    },
  }
}
