import { blankSecrets } from './secret-text.server.ts'

export type CsvRecord = {
  /** Without secrets, which end here. */
  cells: string[]
  /** Of its last line in the file. */
  line: number
  /** The line has a quotation mark that is never closed; it is one cell. */
  isBroken: boolean
}

/** A longer cell has an open quotation mark. */
const mostLinesOfRecord = 200
const mostLength = 200_000

/**
 * Reads CSV (RFC 4180) line by line. A line whose quotation mark is not closed where one would close it stands for itself,
 * so that it does not swallow the rest of the file. Quotation marks inside a cell stay.
 */
export function createRecordReader(delimiter: string) {
  let number = 0
  let open: string[] = []

  function* add(line: string): Generator<CsvRecord> {
    if (open.length === 0 && line === '') {
      number += 1
      return
    }
    open.push(line)
    if (open.length > 1 && !line.includes('"') && open.length < mostLinesOfRecord) return
    const text = open.join('\n')
    const cells = readCells(text, delimiter)
    if (Array.isArray(cells)) {
      number += open.length
      open = []
      yield { cells: cells.map(blankSecrets), line: number, isBroken: false }
    } else if (cells === 'broken' || open.length >= mostLinesOfRecord || text.length > mostLength) yield* giveUp()
  }

  /** The first line is broken, the others are read again. */
  function* giveUp(): Generator<CsvRecord> {
    const [first = '', ...others] = open
    number += 1
    open = []
    yield { cells: [blankSecrets(first)], line: number, isBroken: true }
    for (const line of others) yield* add(line)
  }

  return {
    add,
    *end(): Generator<CsvRecord> {
      while (open.length > 0) yield* giveUp()
    },
  }
}

function readCells(text: string, delimiter: string): string[] | 'open' | 'broken' {
  const cells: string[] = []
  for (let at = 0; ;) {
    const cell = startsQuoted(text, at)
      ? readQuoted(text, text.indexOf('"', at), delimiter)
      : readPlain(text, at, delimiter)
    if (typeof cell === 'string') return cell
    cells.push(cell.value)
    if (cell.end >= text.length) return cells
    at = cell.end + 1
  }
}

function startsQuoted(text: string, at: number) {
  while (text[at] === ' ') at += 1
  return text[at] === '"'
}

function readPlain(text: string, at: number, delimiter: string) {
  const found = text.indexOf(delimiter, at)
  const end = found < 0 ? text.length : found
  return { value: text.slice(at, end), end }
}

function readQuoted(text: string, start: number, delimiter: string) {
  let value = ''
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return 'open'
    value += text.slice(from, quote)
    if (text[quote + 1] === '"') {
      value += '"'
      from = quote + 2
      continue
    }
    let end = quote + 1
    while (text[end] === ' ') end += 1
    if (end >= text.length || text[end] === delimiter) return { value, end: Math.min(end, text.length) }
    // As in "Maya" <maya@example.com>.
    return text.slice(start, quote).includes('\n') ? 'broken' : readPlainFrom(text, start, quote, delimiter)
  }
}

function readPlainFrom(text: string, start: number, quote: number, delimiter: string) {
  const { end } = readPlain(text, quote, delimiter)
  return { value: text.slice(start, end), end }
}
