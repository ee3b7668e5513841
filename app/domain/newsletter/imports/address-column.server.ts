import { holdsAddress } from './address-cells.ts'
import { createRecordReader } from './csv-records.ts'

export type AddressColumn = {
  delimiter: string
  /** Several if people have one for home and work, or if each is a person. */
  columns: number[]
  header: string[] | undefined
  /** The first lines below the header. */
  sample: string[][]
  /** How many records come before the first person: the header, a title, Excel's 'sep=;'. */
  above: number
}

const delimiters = [',', ';', '\t', '|']

/** Names of columns with addresses, letters only and in lower case. */
const knownNames = ['email', 'emailaddress', 'mail', 'mailaddress', 'emailadresse', 'correo', 'courriel']
/** 'E-mail 1 - Value', but not 'Email opt-in'. */
const likelyNames = /^e?mail(address)?(value|home|work|other|primary)?$/

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
    const sample = rows.slice(row + 1)
    const others = rows[row] ? findOtherNamed(rows[row], column, counts) : findAddressLists(sample, counts)
    return [
      {
        delimiter,
        column,
        others,
        header: rows[row],
        sample,
        above: row + 1,
        count,
        isNamed: !!named,
        width: counts.length,
      },
    ]
  })
  // Of two delimiters that find as many, the one that divides the lines.
  const [best] = found.toSorted(
    (a, b) => b.count - a.count || Number(b.isNamed) - Number(a.isNamed) || b.width - a.width,
  )
  return best && { ...best, columns: [best.column, ...best.others.filter((other) => other !== best.column)] }
}

/** The row that divides best, of a file without addresses. */
export function guessHeader(head: string): string[] {
  const rows = delimiters.flatMap((delimiter) => parseRows(head, delimiter).slice(0, mostAbove))
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? []
}

/** 'Email 2', beside 'Email 1'. */
const findOtherNamed = (header: string[], column: number, counts: number[]) =>
  header.flatMap((name, index) =>
    index !== column && (counts[index] ?? 0) > 0 && isAddressName(toLetters(name)) ? [index] : [],
  )

/** Without a header: a list of recipients that was pasted, of nothing but addresses. */
const findAddressLists = (rows: string[][], counts: number[]) =>
  counts.flatMap((count, index) =>
    count > 0 && count === rows.filter((row) => row[index]?.trim()).length ? [index] : [],
  )

/** The row with the most cells above the first address, or -1. */
function findHeader(rows: string[][], column: number) {
  const first = rows.findIndex((row) => row[column]?.includes('@'))
  const above = rows
    .slice(0, first <= mostAbove ? first : 1)
    .map((row) => row.filter((cell) => cell.trim() !== '').length)
  return above.indexOf(Math.max(...above))
}

/** The head of a file often ends inside a line. */
function parseRows(head: string, delimiter: string): string[][] {
  const lines = (head.slice(0, Math.max(head.lastIndexOf('\n'), 0)) || head).split('\n')
  const reader = createRecordReader(delimiter)
  const rows: string[][] = []
  for (const line of lines) {
    for (const { cells } of reader.add(line)) rows.push(cells)
    if (rows.length >= mostRows) return rows
  }
  return [...rows, ...Array.from(reader.end(), ({ cells }) => cells)].slice(0, mostRows)
}

const mostRows = 200

/** A column 'Email' that holds yes and no is not the one. */
function findNamedColumn(rows: string[][], mayHold: (column: number) => boolean) {
  for (const [row, cells] of rows.slice(0, mostAbove).entries()) {
    const names = cells.map(toLetters)
    const known = names.findIndex((name, index) => knownNames.includes(name) && mayHold(index))
    const column = known >= 0 ? known : names.findIndex((name, index) => likelyNames.test(name) && mayHold(index))
    if (column < 0) continue
    const isBelowPeople = rows.slice(0, row).some((cells) => holdsAddress(cells[column] ?? ''))
    return isBelowPeople ? undefined : { row, column }
  }
  return undefined
}

const toLetters = (name: string) => name.toLowerCase().replace(/[^\p{L}]/gu, '')
const isAddressName = (name: string) => knownNames.includes(name) || likelyNames.test(name)

function countAddresses(rows: string[][]) {
  const counts: number[] = [0]
  for (const row of rows)
    for (const [column, cell] of row.entries()) counts[column] = (counts[column] ?? 0) + (holdsAddress(cell) ? 1 : 0)
  return Array.from(counts, (count) => count ?? 0)
}
