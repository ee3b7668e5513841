import { hasHealthWord } from './health-words.ts'
import { removedCell } from './removed-cell.ts'
import { blankSecrets } from './secret-text.server.ts'
import { readClearWord } from './status-words.ts'

/** Of a cell from which a secret was removed, or that is one as far as its form tells. */
const likely = [
  (text: string) => text.includes(removedCell),
  // ICD-10, one or several.
  (text: string) => /^(?:[A-TV-Z]\d[\dAB]\.[\dA-Z]{1,4}\b[\s,;]*)+/i.test(text),
  // Insurance: letters, then digits; Medicare.
  (text: string) =>
    /^[A-Z]{1,4}[- ]?\d{7,12}[A-Z]?\d?$/.test(text) ||
    /^[1-9][A-Z][A-Z\d]\d-?[A-Z][A-Z\d]\d-?[A-Z]{2}\d{2}$/.test(text),
  // The United Kingdom's national insurance.
  (text: string) => /^[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/.test(text),
  // India's Aadhaar.
  (text: string) => /^[2-9]\d{3}([ -])\d{4}\1\d{4}$/.test(text),
  (text: string) => /^[\da-f]{32}$|^[\da-f]{40}$|^[\da-f]{64}$/i.test(text),
]

const looksSecret = (text: string) => likely.some((is) => is(text))

/** Without its dot, a code of ICD-10 may be any code. So many different ones with so many letters are of a diagnosis. */
const shortCode = /^[A-TV-Z]\d[\dAB][\dA-Z]{0,4}$/
const enoughCodes = { codes: 3, letters: 2 }

/** What is shown of a malformed address, which may be any text. */
export const withoutSecrets = (text: string) =>
  !text.includes('@') && (looksSecret(text) || hasHealthWord(text)) ? removedCell : blankSecrets(text)

/** Whether the first line, which was taken for names, has this of a person. */
export const isSecretValue = (name: string) => looksSecret(name.trim()) || hasHealthWord(name)

/** Learns from every line which columns have secrets by the form of their values. */
export function createSecretFinder() {
  const columns: { filled: number; likely: number; short: number; codes: Set<string>; clear: number }[] = []
  const hasCodes = (codes: Set<string>) =>
    codes.size >= enoughCodes.codes && new Set([...codes].map((code) => code[0])).size >= enoughCodes.letters
  return {
    observe(cells: string[]) {
      for (const [index, cell] of cells.entries()) {
        const text = cell.trim()
        if (text.length < 3) continue
        const column = (columns[index] ??= { filled: 0, likely: 0, short: 0, codes: new Set(), clear: 0 })
        column.filled += 1
        if (readClearWord(text)) column.clear += 1
        if (looksSecret(text)) column.likely += 1
        else if (shortCode.test(text)) {
          column.short += 1
          if (column.codes.size < 20) column.codes.add(text)
        }
      }
    },
    /** What half of the cells are, the column is. */
    isSecret(index: number) {
      const column = columns[index]
      if (!column) return false
      const found = column.likely + (hasCodes(column.codes) ? column.short : 0)
      return found > 0 && found * 2 >= column.filled
    },
    /** Whatever its name, a column of 'unsubscribed' is about email. */
    saysWhoSubscribed(index: number) {
      const column = columns[index]
      return column !== undefined && column.clear > 0 && column.clear * 2 >= column.filled
    },
  }
}
