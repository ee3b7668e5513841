import { folded, isDate } from './status-words.ts'

/** More kinds of values than this are asked about together, or are no status at all. */
export const mostValues = 20
export const longestShown = 60

/** Dates are asked about as one: somebody left on each of them, or signed up. */
export const kindOf = (value: string) => (isDate(value) ? 'date' : folded(value))

export const shownValue = (cell: string) => (folded(cell) === '' ? '' : cell.trim().slice(0, longestShown))

/** Counts what stands in the cells of a column, as long as it is not too much to ask about. */
export function createTally() {
  const values = new Map<string, { shown: string; count: number }>()
  let blank = 0
  let filled = 0
  let others = 0

  return {
    add(cell: string) {
      const shown = shownValue(cell)
      if (shown === '') {
        blank += 1
        return
      }
      filled += 1
      // A column of notes is soon known for one; its long cells are not worth comparing any more.
      if (others > 0) {
        others += 1
        return
      }
      const kind = kindOf(shown)
      const known = values.get(kind)
      if (known) known.count += 1
      else if (values.size < mostValues) values.set(kind, { shown, count: 1 })
      else others = 1
    },
    /** How many cells hold something or nothing, and how many different things; undefined for too many. */
    filled: () => filled,
    blank: () => blank,
    distinct: () => (others > 0 ? undefined : values.size),
    /** A question for each value; for very many one, beside that for the blanks. */
    asked() {
      const many = others > 0 ? [{ value: null, count: filled }] : undefined
      const each = many ?? [...values.values()].map(({ shown, count }) => ({ value: shown, count }))
      return blank > 0 ? [...each, { value: '', count: blank }] : each
    },
  }
}
