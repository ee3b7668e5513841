import { Readable } from 'node:stream'
import { type Info, parse } from 'csv-parse'
import { findAddressColumn } from './address-column.server.ts'
import { createEvidenceReader, type Evidence } from './evidence-columns.ts'
import { type FileText, decodeFile } from './file-text.server.ts'
import type { Question } from './import-reading.ts'
import { createPermissionReader, toAnswerMap } from './mail-permission.ts'
import type { FileProblem } from './subscriber-import.ts'

/** `text`: the cell of the address column. */
export type FileLine = {
  line: number
  text: string
  /** Another column says that this person must not get the newsletter. */
  isOff: boolean
} & Evidence

export type AddressFile =
  | {
      ok: true
      /** The service that exported the file, if its columns tell. */
      service: string | undefined
      /** The clinic must answer these before the import. */
      questions: Question[]
      lines(answers: Question[]): AsyncGenerator<FileLine>
    }
  | { ok: false; problem: FileProblem }

/** A quotation mark in the file is never closed. */
export class OpenQuotes extends Error {}

/** A longer record has an open quotation mark. */
const longestRecord = 200_000

/** Reads the addresses of a CSV file with any of the usual delimiters and encodings, with or without a header. */
export async function readAddressFile(bytes: () => AsyncIterable<Uint8Array>): Promise<AddressFile> {
  const text = await decodeFile(bytes)
  if ('problem' in text) return { ok: false, problem: text.problem }
  const where = findAddressColumn(text.head)
  if (!where) return { ok: false, problem: 'no-addresses' }
  const { delimiter, column, header, above } = where
  const permission = createPermissionReader({ header, addressColumn: column })
  const records = () => readRecords(text.read, delimiter, above)
  const evidence = createEvidenceReader(header)
  for await (const { record } of records()) permission.observe(record)

  return {
    ok: true,
    service: permission.service,
    questions: permission.questions(),
    async *lines(answers) {
      const answerMap = toAnswerMap(answers)
      for await (const { record, line } of records())
        yield {
          line,
          text: plainCell(record[column] ?? ''),
          isOff: permission.isOff(record, answerMap),
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

/** Our own exports put an apostrophe before cells that could run as a formula. */
const plainCell = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '')

const isOpenQuote = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(String(error.code))
