import { normalize, isDate } from './status-words.ts'

/** A column with more values than this gets one question, or is no status at all. */
export const mostValues = 20
export const longestShown = 60

/** All dates are one value, since they mean the same. */
export const toValueKey = (value: string) => (isDate(value) ? 'date' : normalize(value))

export const toShownValue = (cell: string) => (normalize(cell) === '' ? '' : cell.trim().slice(0, longestShown))

/** Counts the values of a column, until there are too many to ask about. */
export function createTally() {
  const values = new Map<string, { shown: string; count: number }>()
  let blank = 0
  let filled = 0
  let others = 0

  return {
    add(cell: string) {
      const shown = toShownValue(cell)
      if (shown === '') {
        blank += 1
        return
      }
      filled += 1
      // A column of notes: there is no need to compare its cells any more.
      if (others > 0) {
        others += 1
        return
      }
      const key = toValueKey(shown)
      const known = values.get(key)
      if (known) known.count += 1
      else if (values.size < mostValues) values.set(key, { shown, count: 1 })
      else others = 1
    },
    filled: () => filled,
    blank: () => blank,
    /** Undefined for too many. */
    distinct: () => (others > 0 ? undefined : values.size),
    /** One question for each value, or one for all if there are too many, and one for blank cells. */
    questions() {
      const many = others > 0 ? [{ value: null, count: filled }] : undefined
      const each = many ?? [...values.values()].map(({ shown, count }) => ({ value: shown, count }))
      return blank > 0 ? [...each, { value: '', count: blank }] : each
    },
  }
}
