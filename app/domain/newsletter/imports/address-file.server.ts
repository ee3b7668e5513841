import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findAddressColumn, guessHeader } from './address-column.server.ts'
import { holdsAddress, readAddressCell } from './address-cells.ts'
import { createRecordReader, type CsvRecord } from './csv-records.ts'
import { createEvidenceReader, type Evidence } from './evidence-columns.ts'
import { appointmentsOf, findLayout, isOwnColumn, isPatientList } from './export-layouts.ts'
import { type FileText, decodeFile, tooLong } from './file-text.server.ts'
import type { Question } from './import-reading.ts'
import { createPermissionReader, toAnswerMap } from './mail-permission.ts'
import { blankHealth } from './health-words.ts'
import { removedCell, withoutMarks } from './removed-cell.ts'
import { createSecretFinder, isSecretValue } from './secret-columns.ts'
import { isSecretName } from './secret-names.ts'
import type { FileProblem } from './subscriber-import.ts'

/** `text`: an address of the address column, which may have several in a line. */
export type FileLine = {
  line: number
  /** Counts the addresses. */
  position: number
  text: string
  /** Another column says that this person must not get the newsletter. */
  isOff: boolean
} & Evidence

export type AddressFile =
  | {
      ok: true
      /** The service that exported the file, if its columns tell. */
      service: string | undefined
      /** It is a list of patients, of whom only some may want a newsletter. */
      ofPatients: boolean
      /** Columns with secrets, which are not read. */
      refused: { column: number; name: string }[]
      /** Other columns, from some cells of which secrets were left out. */
      blanked: { column: number; name: string }[]
      /** Nothing was left out. */
      isWhole: boolean
      /** The clinic must answer these before the import. */
      questions: Question[]
      /** Every line of the file, for a copy without the refused columns. */
      records(): AsyncGenerator<CsvRecord>
      delimiter: string
      /** How many records come before the first person. */
      above: number
      lines(answers: Question[]): AsyncGenerator<FileLine>
    }
  | { ok: false; problem: FileProblem; service?: string | undefined }

/** Reads the addresses of a CSV file with any of the usual delimiters and encodings, with or without a header. */
export async function readAddressFile(bytes: () => AsyncIterable<Uint8Array>): Promise<AddressFile> {
  const text = await decodeFile(bytes)
  if ('problem' in text) return { ok: false, problem: text.problem }
  const where = findAddressColumn(text.head)
  const header = where ? where.header : guessHeader(text.head)
  const appointments = header && appointmentsOf(header)
  if (appointments) return { ok: false, problem: 'appointments', ...appointments }
  if (!where) return { ok: false, problem: 'no-addresses' }
  const { delimiter, columns, sample, above } = where
  const layout = header && findLayout(header, sample)
  const ofPatients = header !== undefined && isPatientList(header, layout)
  const permission = createPermissionReader({ header, addressColumns: columns, layout, ofPatients, sample })
  const secrets = createSecretFinder()
  const records = () => withoutHealth(readRecords(text.read, delimiter), above)
  const people = () => readPeople(records, above)
  const marked = new Set<number>()
  let isWhole = true
  let count = 0
  for await (const { cells, isBroken } of records()) {
    count += 1
    isWhole &&= !cells.some((cell) => cell.includes(removedCell) || cell === tooLong)
    if (isBroken || count <= above) continue
    permission.observe(cells.map(withoutMarks))
    secrets.observe(cells)
    for (const [column, cell] of cells.entries()) if (cell.includes(removedCell)) marked.add(column)
  }
  const width = Math.max(header?.length ?? 0, ...sample.map((row) => row.length))
  const named = Array.from({ length: width }, (_, column) => ({ column, name: header?.[column]?.trim() ?? '' }))
  const mayNotHave = (column: number, name: string) =>
    secrets.isSecret(column) || (isSecretName(name) && !isOwnColumn(name, layout) && !secrets.saysWhoSubscribed(column))
  const refused = named
    .filter(({ column, name }) => !columns.includes(column) && mayNotHave(column, name))
    .map((one) => ({ ...one, name: toShownName(one.name) }))
  const isRefused = new Set(refused.map(({ column }) => column))
  permission.refuse([...isRefused])
  const evidence = createEvidenceReader(header)

  return {
    ok: true,
    service: layout?.service,
    ofPatients,
    refused,
    blanked: named
      .filter(({ column }) => marked.has(column) && !isRefused.has(column))
      .map((one) => ({ ...one, name: toShownName(one.name) })),
    isWhole: isWhole && refused.length === 0,
    questions: permission.questions(),
    records,
    delimiter,
    above,
    async *lines(answers) {
      const answerMap = toAnswerMap(answers)
      let position = 0
      for await (const { cells, line, isBroken } of people()) {
        const found = isBroken
          ? [{ text: refused.length > 0 ? removedCell : (cells[0] ?? ''), name: undefined }]
          : readAddresses(cells, columns)
        const plain = cells.map(withoutMarks)
        const isOff = permission.isOff(plain, answerMap)
        for (const { text, name } of found) {
          position += 1
          const known = evidence(plain)
          // A line of several addresses names one person at most.
          yield {
            line,
            position,
            text,
            isOff,
            signedUp: known.signedUp,
            name: withoutMarks((found.length > 1 ? name : (known.name ?? name)) ?? '') || null,
          }
        }
      }
    },
  }
}

/** A name that is somebody's secret, of a file without a header, is not shown. */
const toShownName = (name: string) =>
  name.includes(removedCell) || (isSecretValue(name) && !isSecretName(name)) ? '' : name

/** Titles, people and what follows them; the names of columns stay, so that they are known again in the stored copy. */
async function* withoutHealth(records: AsyncGenerator<CsvRecord>, header: number) {
  let count = 0
  for await (const record of records) {
    count += 1
    yield count === header ? record : { ...record, cells: record.cells.map(blankHealth) }
  }
}

function readAddresses(cells: string[], columns: number[]) {
  const filled = columns.filter((column, index) => index === 0 || holdsAddress(cells[column] ?? ''))
  const found = filled.flatMap((column) => readAddressCell(cells[column] ?? ''))
  // Who has another address in the second column, but none in the first, is not malformed.
  const better = found.filter(({ text }) => text !== '')
  return better.length > 0 ? better : found
}

async function* readPeople(records: () => AsyncGenerator<CsvRecord>, above: number) {
  let left = above
  for await (const record of records()) {
    if (left > 0) left -= 1
    else yield record
  }
}

async function* readRecords(read: FileText['read'], delimiter: string): AsyncGenerator<CsvRecord> {
  const reader = createRecordReader(delimiter)
  let rest = ''
  for await (const part of read()) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* reader.add(line)
    // Pages are served between two parts.
    await yieldToEventLoop()
  }
  yield* reader.add(rest)
  yield* reader.end()
}
