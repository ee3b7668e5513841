import { parse } from 'csv-parse/sync'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'

export type AddressColumn = {
  delimiter: string
  column: number
  header: string[] | undefined
  /** How many records come before the first person: the header, a title, Excel's 'sep=;'. */
  above: number
}

const delimiters = [',', ';', '\t', '|']

/** Names of columns with addresses, letters only and in lower case. */
const knownNames = ['email', 'emailaddress', 'mail', 'mailaddress', 'emailadresse', 'correo', 'courriel']
/** 'E-mail 1 - Value', but not 'Email opt-in'. */
const likelyNames = /^e?mail(address)?(value|home|work|other|primary)?$/

const quotes = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, record_delimiter: '\n' }

/** How many lines a title can have. */
const mostAbove = 10

/** By the name of a column, else by its cells; undefined when nothing looks like an address. */
export function findAddressColumn(head: string): AddressColumn | undefined {
  const found = delimiters.flatMap((delimiter) => {
    const rows = parseRows(head, delimiter)
    const counts = countAddresses(rows)
    const most = Math.max(...counts)
    const named = findNamedColumn(rows, (column) => most === 0 || (counts[column] ?? 0) > 0)
    const column = named?.column ?? counts.indexOf(most)
    const count = counts[column] ?? 0
    if (count === 0 && !named) return []
    const row = named?.row ?? findHeader(rows, column)
    return [{ delimiter, column, header: rows[row], above: row + 1, count, columns: counts.length }]
  })
  // Of two delimiters that find as many, the one that divides the lines.
  const [best] = found.toSorted((a, b) => b.count - a.count || b.columns - a.columns)
  return best && { delimiter: best.delimiter, column: best.column, header: best.header, above: best.above }
}

/** The row with the most cells above the first address, or -1. */
function findHeader(rows: string[][], column: number) {
  const first = rows.findIndex((row) => row[column]?.includes('@'))
  const above = rows
    .slice(0, first <= mostAbove ? first : 1)
    .map((row) => row.filter((cell) => cell.trim() !== '').length)
  return above.indexOf(Math.max(...above))
}

/** The head of a file often ends inside a line, where a quotation mark may be open. */
function parseRows(head: string, delimiter: string): string[][] {
  const lines = head.slice(0, Math.max(head.lastIndexOf('\n'), 0)) || head
  for (const quote of ['"', null])
    try {
      return parse(lines, { ...quotes, delimiter, quote, to: 200 })
    } catch {
      // Once more, with quotation marks as plain characters.
    }
  return []
}

/** A column 'Email' that holds yes and no is not the one. */
function findNamedColumn(rows: string[][], mayHold: (column: number) => boolean) {
  for (const [row, cells] of rows.slice(0, mostAbove).entries()) {
    const names = cells.map((cell) => cell.toLowerCase().replace(/[^\p{L}]/gu, ''))
    const known = names.findIndex((name, index) => knownNames.includes(name) && mayHold(index))
    const column = known >= 0 ? known : names.findIndex((name, index) => likelyNames.test(name) && mayHold(index))
    if (column < 0) continue
    const isBelowPeople = rows.slice(0, row).some((cells) => emailAddress.safeParse(cells[column]).success)
    return isBelowPeople ? undefined : { row, column }
  }
  return undefined
}

function countAddresses(rows: string[][]) {
  const counts: number[] = [0]
  for (const row of rows)
    for (const [column, cell] of row.entries())
      counts[column] = (counts[column] ?? 0) + (emailAddress.safeParse(cell).success ? 1 : 0)
  return Array.from(counts, (count) => count ?? 0)
}
