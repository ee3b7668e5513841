import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { TableShape } from './table-shapes.server.ts'

/** One row, in the order of its table's columns, alike whichever database it comes from. */
export type PlainRow = (string | number | null)[]

/** So many rows at a time, and fewer where one may be a megabyte. */
const rowsAtOnce = 500
const heavyRowsAtOnce = 20

/** Reads a table from its beginning to its end by its key: no cursor stays open, and nobody else waits for long. */
export async function* readRows(db: Db, shape: TableShape): AsyncGenerator<PlainRow[]> {
  // Its columns are named as the database names them.
  const asStored = db.withoutPlugins()
  const atOnce = isHeavy(shape) ? heavyRowsAtOnce : rowsAtOnce
  const columns = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(shape.key.map((name) => sql.ref(name)))
  for (let after: RawBuilder<unknown> = sql``; ;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(shape.name)} ${after} order by ${key} limit ${sql.lit(atOnce)}`.execute(
      asStored,
    )
    const last = rows.at(-1)
    if (last) yield rows.map((row) => plainRow(shape, row))
    if (!last || rows.length < atOnce) return
    after = sql`where (${key}) > (${sql.join(shape.key.map((name) => last[name]))})`
  }
}

const isHeavy = ({ name, columns }: TableShape) =>
  name !== 'record_keys' && columns.some(({ kind }) => kind === 'bytes')

const plainRow = ({ columns }: TableShape, row: Record<string, unknown>): PlainRow =>
  columns.map(({ name, kind }) => plainValue(row[name], kind))

function plainValue(value: unknown, kind: TableShape['columns'][number]['kind']) {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'boolean') return Number(value)
  if (kind === 'date') return isoOf(value)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`a column holds a ${typeof value}, which no backup can hold`)
}

/** SQLite's own default has no zone, and means UTC. */
function isoOf(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  return new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text).toISOString()
}

/** Writes rows as they were read, into a table that has these columns. */
export async function writeRows(db: Db, shape: TableShape, flags: Flags, rows: PlainRow[]) {
  const columns = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const values = rows
      .slice(from, from + rowsAtOnce)
      .map((row) => sql`(${sql.join(row.map((value, index) => storedValue(value, shape, index, flags)))})`)
    await sql`insert into ${sql.table(shape.name)} (${columns}) values ${sql.join(values)}`.execute(db)
  }
}

/** Columns that are a boolean of their database: 'table.column'. */
export type Flags = ReadonlySet<string>

export async function readFlags(kind: DatabaseKind, db: Db): Promise<Flags> {
  if (kind === 'sqlite') return new Set()
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'boolean'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

function storedValue(value: PlainRow[number], { name: table, columns }: TableShape, index: number, flags: Flags) {
  const column = columns[index]
  if (value === null || !column) return null
  if (column.kind === 'bytes') return Buffer.from(String(value), 'base64')
  return flags.has(`${table}.${column.name}`) ? Boolean(value) : value
}

/** How many rows there are, and a sum over them that does not depend on their order: databases sort texts each in its way. */
export type Tally = { rows: number; sum: string }

export function createTally() {
  let [rows, sum] = [0, 0n]
  return {
    add(row: PlainRow) {
      rows += 1
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', JSON.stringify(row))}`))
    },
    result: (): Tally => ({ rows, sum: sum.toString(16).padStart(64, '0') }),
  }
}
