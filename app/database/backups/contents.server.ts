import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#app/database/tables.ts'
import { createTally, type PlainRow, readRows, rowsAtOnce, type Tally } from './rows.server.ts'
import { type TableShape, tableShape } from './table-shapes.server.ts'
import { OperatorError } from '#app/operator-error.ts'

// The format of a decrypted and decompressed backup file is JSON lines: the manifest; for each table a line with its
// name, a line per row, and a line with their number and checksum; then a last line with the number of tables.

/** Rises when older versions could no longer read the format. */
const format = 1

const manifest = z.object({
  format: z.number(),
  kind: z.enum(['data', 'keys']),
  /** Identifies the clinic's database, wherever it was restored since. */
  lineage: z.string(),
  takenAt: z.number(),
  from: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** The audit trail's head; null in a database older than the trail. */
  audit: z.object({ count: z.number(), hmac: z.string() }).nullable(),
  tables: z.array(tableShape),
})
export type BackupManifest = z.output<typeof manifest>

const row = z.array(z.union([z.string(), z.number(), z.null()]))
const tableLine = z.object({ table: z.string() })
const tableEnd = z.object({ end: z.string(), rows: z.number(), sum: z.string() })
const fileEnd = z.object({ tables: z.number() })

/** `betweenRows` is awaited between two reads, so that requests are served. */
export type ReadOptions = { betweenRows?: () => Promise<unknown>; signal?: AbortSignal }

export async function* writeContents(
  db: Db,
  header: Omit<BackupManifest, 'format'>,
  { betweenRows = () => yieldToEventLoop(), signal }: ReadOptions = {},
): AsyncGenerator<string> {
  yield line({ format, ...header })
  for (const shape of header.tables) {
    yield line({ table: shape.name })
    const tally = createTally()
    for await (const rows of readRows(db, shape)) {
      signal?.throwIfAborted()
      rows.forEach(tally.add)
      yield rows.map(line).join('')
      await betweenRows()
    }
    yield line({ end: shape.name, ...tally.result() })
  }
  yield line({ tables: header.tables.length })
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

export const compress = (lines: AsyncIterable<string>) => through(lines, createZstdCompress())
const decompress = (opened: AsyncIterable<Buffer>) => through(opened, createZstdDecompress())

/** An error of the source reaches the reader of the result. */
async function* through(source: AsyncIterable<string | Buffer>, stream: Transform): AsyncGenerator<Buffer> {
  pipeline(source, stream).catch(() => {})
  yield* stream
}

export type WriteRows = (shape: TableShape, rows: PlainRow[]) => Promise<void>

export async function readManifest(path: string, opened: AsyncIterable<Buffer>): Promise<BackupManifest> {
  const lines = parseLines(decompress(opened))
  const { value } = await lines.next()
  await lines.return(undefined)
  return parseManifest(path, value)
}

/** Reads a whole file. Throws `OperatorError` if anything in it was altered or is missing. */
export async function readContents(path: string, opened: AsyncIterable<Buffer>, write: WriteRows = async () => {}) {
  const lines = parseLines(decompress(opened))
  try {
    return await readTables(path, lines, write)
  } finally {
    await lines.return(undefined)
  }
}

async function readTables(path: string, lines: AsyncGenerator<unknown>, write: WriteRows) {
  const next = async (): Promise<unknown> => (await lines.next()).value
  const manifest = parseManifest(path, await next())
  const tallies = new Map<string, Tally>()
  for (const shape of manifest.tables) {
    if (tableLine.safeParse(await next()).data?.table !== shape.name) throw incomplete(path)
    const tally = createTally()
    const waiting: PlainRow[] = []
    let line = await next()
    for (; Array.isArray(line); line = await next()) {
      const values = row.safeParse(line).data
      if (values?.length !== shape.columns.length) throw incomplete(path)
      tally.add(values)
      waiting.push(values)
      if (waiting.length === rowsAtOnce(shape)) await write(shape, waiting.splice(0))
    }
    if (waiting.length > 0) await write(shape, waiting)
    const [end, found] = [tableEnd.safeParse(line).data, tally.result()]
    if (end?.end !== shape.name || end.rows !== found.rows || end.sum !== found.sum) throw incomplete(path)
    tallies.set(shape.name, found)
  }
  const isEnd = fileEnd.safeParse(await next()).data?.tables === manifest.tables.length
  if (!isEnd || !(await lines.next()).done) throw incomplete(path)
  return { manifest, tallies }
}

async function* parseLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  for await (const lines of splitLines(pieces)) {
    for (const text of lines) yield JSON.parse(text)
    await yieldToEventLoop()
  }
}

/** Yields the lines that each chunk completes. */
async function* splitLines(pieces: AsyncIterable<Buffer>) {
  let begun: Buffer[] = []
  for await (const piece of pieces) {
    const lastBreak = piece.lastIndexOf(10)
    if (lastBreak === -1) {
      begun.push(piece)
      continue
    }
    yield Buffer.concat([...begun, piece.subarray(0, lastBreak)])
      .toString()
      .split('\n')
    begun = [piece.subarray(lastBreak + 1)]
  }
  if (begun.some(({ length }) => length > 0)) yield [Buffer.concat(begun).toString()]
}

const incomplete = (path: string) => new OperatorError(`${path} is incomplete. Use another backup.`)

function parseManifest(path: string, value: unknown): BackupManifest {
  if (value === undefined) throw incomplete(path)
  const found = z.object({ format: z.number() }).safeParse(value).data?.format
  if (found !== format)
    throw new OperatorError(`${path} has format ${found}, which this version does not support. Use a newer version.`)
  return manifest.parse(value)
}
