import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#app/database/tables.ts'
import { createTally, type PlainRow, readRows, type Tally } from './rows.server.ts'
import { type TableShape, tableShape } from './table-shapes.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/**
 * What a backup file holds once it is opened and unpacked: a line of JSON that says what it is, then each table as a
 * line with its name, a line for each row, and a line with how many there were and their sum; then a line that says that
 * this is the end.
 */

/** Raised when older versions of this program could not read what newer ones write. */
const format = 1

const about = z.object({
  format: z.number(),
  kind: z.enum(['data', 'keys']),
  /** The clinic's database, wherever it was restored to since. */
  lineage: z.string(),
  takenAt: z.number(),
  from: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** The audit trail's head; null in a database older than the trail. */
  audit: z.object({ count: z.number(), hmac: z.string() }).nullable(),
  tables: z.array(tableShape),
})
export type About = z.output<typeof about>

const row = z.array(z.union([z.string(), z.number(), z.null()]))
const tableLine = z.object({ table: z.string() })
const tableEnd = z.object({ end: z.string(), rows: z.number(), sum: z.string() })
const fileEnd = z.object({ tables: z.number() })

/** `betweenRows` is awaited between two reads, so that visitors are served meanwhile. */
export type ReadOptions = { betweenRows?: () => Promise<unknown>; signal?: AbortSignal }

/** The lines of these tables, some at a time. */
export async function* writeContents(
  db: Db,
  said: Omit<About, 'format'>,
  { betweenRows = () => yieldToEventLoop(), signal }: ReadOptions = {},
): AsyncGenerator<string> {
  yield line({ format, ...said })
  for (const shape of said.tables) {
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
  yield line({ tables: said.tables.length })
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

/** Hands packed lines to `use`. */
export const pack = (lines: AsyncIterable<string>, use: (packed: AsyncIterable<Buffer>) => Promise<void>) =>
  pipeline(bytesOf(lines), createZstdCompress(), (packed: AsyncIterable<Buffer>) => use(packed))

async function* bytesOf(lines: AsyncIterable<string>) {
  for await (const some of lines) yield Buffer.from(some)
}

export type Reading = {
  /** Called before any row; throwing ends the reading. */
  begin?(about: About): Promise<void>
  rows?(shape: TableShape, rows: PlainRow[]): Promise<void>
}

/** What was read, with how much of each table. */
export type WasRead = { about: About; tallies: Map<string, Tally> }

/** Reads a whole file, and throws `OperatorError` when anything of it is not as it was written. */
export async function readContents(
  path: string,
  opened: AsyncIterable<Buffer>,
  { begin = async () => {}, rows = async () => {} }: Reading,
): Promise<WasRead> {
  const reader = createReader(path, { begin, rows })
  await pipeline(opened, createZstdDecompress(), async (unpacked: AsyncIterable<Buffer>) => {
    for await (const lines of linesOf(unpacked)) {
      for (const text of lines) await reader.take(text)
      await reader.flush()
      await yieldToEventLoop()
    }
  })
  return reader.result()
}

/** What a file says of itself, without reading further. */
export async function readAbout(path: string, opened: AsyncIterable<Buffer>): Promise<About> {
  const source = Readable.from(opened)
  const unpacked = createZstdDecompress()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  try {
    for await (const lines of linesOf(unpacked)) if (lines[0]) return parseAbout(path, JSON.parse(lines[0]))
    throw new OperatorError(`${path} is incomplete. Use another backup.`)
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

/** The lines that each piece completes. */
async function* linesOf(pieces: AsyncIterable<Buffer>) {
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

function createReader(path: string, { begin, rows }: Required<Reading>) {
  const broken = () => new OperatorError(`${path} is incomplete. Use another backup.`)
  const tallies = new Map<string, Tally>()
  let said: About | undefined
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
    if (!said) {
      said = parseAbout(path, value)
      return begin(said)
    }
    if (!shape) {
      const next = said.tables[tallies.size]
      isOver = !next && fileEnd.safeParse(value).data?.tables === said.tables.length
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
    result(): WasRead {
      if (!said || !isOver) throw broken()
      return { about: said, tallies }
    },
  }
}

function parseAbout(path: string, value: unknown): About {
  const found = z.object({ format: z.number() }).safeParse(value).data?.format
  if (found !== format)
    throw new OperatorError(`${path} has format ${found}, which this version does not support. Use a newer version.`)
  return about.parse(value)
}
