import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#app/database/tables.ts'
import { createTally, type PlainRow, readRows, type Tally } from './rows.server.ts'
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

export const compress = (lines: AsyncIterable<string>, use: (compressed: AsyncIterable<Buffer>) => Promise<void>) =>
  pipeline(toBytes(lines), createZstdCompress(), use)

async function* toBytes(lines: AsyncIterable<string>) {
  for await (const some of lines) yield Buffer.from(some)
}

export type ReadHandlers = {
  /** Called before any row; if it throws, reading stops. */
  begin?(manifest: BackupManifest): Promise<void>
  rows?(shape: TableShape, rows: PlainRow[]): Promise<void>
}

export type ReadResult = { manifest: BackupManifest; tallies: Map<string, Tally> }

/** Reads a whole file. Throws `OperatorError` if anything in it was altered or is missing. */
export async function readContents(
  path: string,
  opened: AsyncIterable<Buffer>,
  { begin = async () => {}, rows = async () => {} }: ReadHandlers,
): Promise<ReadResult> {
  const reader = createReader(path, { begin, rows })
  await pipeline(opened, createZstdDecompress(), async (unpacked: AsyncIterable<Buffer>) => {
    for await (const lines of splitLines(unpacked)) {
      for (const text of lines) await reader.take(text)
      await reader.flush()
      await yieldToEventLoop()
    }
  })
  return reader.result()
}

export async function readManifest(path: string, opened: AsyncIterable<Buffer>): Promise<BackupManifest> {
  const source = Readable.from(opened)
  const unpacked = createZstdDecompress()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  try {
    for await (const lines of splitLines(unpacked)) if (lines[0]) return parseManifest(path, JSON.parse(lines[0]))
    throw new OperatorError(`${path} is incomplete. Use another backup.`)
  } finally {
    source.destroy()
    unpacked.destroy()
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

function createReader(path: string, { begin, rows }: Required<ReadHandlers>) {
  const broken = () => new OperatorError(`${path} is incomplete. Use another backup.`)
  const tallies = new Map<string, Tally>()
  let header: BackupManifest | undefined
  let shape: TableShape | undefined
  let tally = createTally()
  let waiting: PlainRow[] = []
  let isOver = false

  async function flush() {
    if (shape && waiting.length > 0) await rows(shape, waiting)
    waiting = []
  }

  async function take(text: string) {
    const value: unknown = JSON.parse(text)
    if (isOver) throw broken()
    if (!header) {
      header = parseManifest(path, value)
      return begin(header)
    }
    if (!shape) {
      const next = header.tables[tallies.size]
      isOver = !next && fileEnd.safeParse(value).data?.tables === header.tables.length
      if (!isOver && (!next || tableLine.safeParse(value).data?.table !== next.name)) throw broken()
      shape = next
      tally = createTally()
      return undefined
    }
    const isRow = row.safeParse(value)
    if (isRow.success) {
      if (isRow.data.length !== shape.columns.length) throw broken()
      tally.add(isRow.data)
      waiting.push(isRow.data)
      return undefined
    }
    await flush()
    const { name } = shape
    const found = tally.result()
    const end = tableEnd.safeParse(value).data
    if (end?.end !== name || end.rows !== found.rows || end.sum !== found.sum) throw broken()
    tallies.set(name, found)
    shape = undefined
    return undefined
  }

  return {
    take,
    flush,
    result(): ReadResult {
      if (!header || !isOver) throw broken()
      return { manifest: header, tallies }
    },
  }
}

function parseManifest(path: string, value: unknown): BackupManifest {
  const found = z.object({ format: z.number() }).safeParse(value).data?.format
  if (found !== format)
    throw new OperatorError(`${path} has format ${found}, which this version does not support. Use a newer version.`)
  return manifest.parse(value)
}
