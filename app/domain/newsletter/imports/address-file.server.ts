import { Readable } from 'node:stream'
import { type Info, parse } from 'csv-parse'
import { findAddressColumn } from './address-column.server.ts'
import { createEvidenceReader, type Evidence } from './evidence-columns.ts'
import { type FileText, recogniseText } from './file-text.server.ts'
import type { Question } from './import-reading.ts'
import { answersTo, createPermissionReader } from './mail-permission.ts'
import type { FileProblem } from './subscriber-import.ts'

/** What stands in the address column of a line, as it was typed. */
export type FileLine = {
  line: number
  text: string
  /** Another column says that this person does not get the newsletter. */
  isOff: boolean
} & Evidence

export type AddressFile =
  | {
      ok: true
      /** Whose export it is, where its columns tell. */
      service: string | undefined
      /** What the clinic has to answer before anybody of this file is added. */
      questions: Question[]
      lines(answers: Question[]): AsyncGenerator<FileLine>
    }
  | { ok: false; problem: FileProblem }

/** A quotation mark somewhere in it is never closed. */
export class OpenQuotes extends Error {}

/** A record longer than any list has: its quotation mark is open. */
const longestRecord = 200_000

/**
 * Reads the addresses of a CSV file, whatever program wrote it: any of the usual delimiters and encodings, with a
 * header or without, in whichever column. `bytes` is read anew each time.
 */
export async function readAddressFile(bytes: () => AsyncIterable<Uint8Array>): Promise<AddressFile> {
  const text = await recogniseText(bytes)
  if ('problem' in text) return { ok: false, problem: text.problem }
  const where = findAddressColumn(text.head)
  if (!where) return { ok: false, problem: 'no-addresses' }
  const { delimiter, column, header, above } = where
  const permission = createPermissionReader({ header, addressColumn: column })
  const records = () => readRecords(text.read, delimiter, above)
  const evidence = createEvidenceReader(header)
  for await (const { record } of records()) permission.see(record)

  return {
    ok: true,
    service: permission.service,
    questions: permission.questions(),
    async *lines(answers) {
      const answered = answersTo(answers)
      for await (const { record, line } of records())
        yield {
          line,
          text: plainCell(record[column] ?? ''),
          isOff: permission.isOff(record, answered),
          ...evidence(record),
        }
    },
  }
}

async function* readRecords(read: FileText['read'], delimiter: string, above: number) {
  const source = Readable.from(read())
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
  })
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let left = above
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (left > 0) left -= 1
      else yield { record, line: info.lines }
    }
  } catch (error) {
    throw isOpenQuote(error) ? new OpenQuotes() : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Without the apostrophe with which our own files keep a cell from running as a formula. */
const plainCell = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '')

const isOpenQuote = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(String(error.code))
