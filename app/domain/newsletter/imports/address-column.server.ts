import { parse } from 'csv-parse/sync'
import { emailAddress } from '#app/domain/shared/email-address.ts'

/** Where in a file the addresses stand. */
export type AddressColumn = { delimiter: string; column: number; hasHeader: boolean }

const delimiters = [',', ';', '\t', '|']

/** How columns with addresses are called, letters only and in lower case. */
const knownNames = ['email', 'emailaddress', 'mail', 'mailaddress', 'emailadresse', 'correo', 'courriel']
/** 'E-mail 1 - Value', but not 'Email opt-in'. */
const likelyNames = /^e?mail(address)?(value)?$/

const quotes = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, record_delimiter: '\n' }

/** By the name of a column, else by what stands in it; undefined when nothing looks like an address. */
export function findAddressColumn(head: string): AddressColumn | undefined {
  const found = delimiters.flatMap((delimiter) => {
    const rows = rowsOf(head, delimiter)
    const named = namedColumn(rows[0] ?? [])
    const counts = addressesInColumns(rows)
    const column = named ?? counts.indexOf(Math.max(...counts))
    const count = counts[column] ?? 0
    return count > 0 || named !== undefined
      ? [{ delimiter, column, hasHeader: named !== undefined, count, columns: counts.length }]
      : []
  })
  // Of two that find as many, the one that divides the lines.
  const [best] = found.toSorted((a, b) => b.count - a.count || b.columns - a.columns)
  return best && { delimiter: best.delimiter, column: best.column, hasHeader: best.hasHeader }
}

/** The beginning of a file often ends inside a line, and a quotation mark there may be open. */
function rowsOf(head: string, delimiter: string): string[][] {
  const lines = head.slice(0, Math.max(head.lastIndexOf('\n'), 0)) || head
  for (const quote of ['"', null])
    try {
      return parse(lines, { ...quotes, delimiter, quote, to: 200 })
    } catch {
      // Once more, with quotation marks as plain characters.
    }
  return []
}

function namedColumn(header: string[]) {
  const names = header.map((cell) => cell.toLowerCase().replace(/[^\p{L}]/gu, ''))
  const index = names.findIndex((name) => knownNames.includes(name))
  const likely = index >= 0 ? index : names.findIndex((name) => likelyNames.test(name))
  return likely >= 0 ? likely : undefined
}

function addressesInColumns(rows: string[][]) {
  const counts: number[] = [0]
  for (const row of rows)
    for (const [column, cell] of row.entries())
      counts[column] = (counts[column] ?? 0) + (emailAddress.safeParse(cell).success ? 1 : 0)
  return Array.from(counts, (count) => count ?? 0)
}
