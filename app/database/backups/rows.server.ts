import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { TableShape } from './table-shapes.server.ts'

/** One row in the order of its table's columns, the same for both databases. */
export type PlainRow = (string | number | null)[]

/** Fewer at a time where a row may be a megabyte. */
const rowsPerRead = 500
const largeRowsPerRead = 20

/** Reads a table with keyset pagination, so that no cursor stays open and no query takes long. */
export async function* readRows(db: Db, shape: TableShape): AsyncGenerator<PlainRow[]> {
  // Shapes have the column names of the database.
  const rawDb = db.withoutPlugins()
  const limit = hasLargeRows(shape) ? largeRowsPerRead : rowsPerRead
  const columns = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(shape.key.map((name) => sql.ref(name)))
  for (let after: RawBuilder<unknown> = sql``; ;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(shape.name)} ${after} order by ${key} limit ${sql.lit(limit)}`.execute(rawDb)
    const last = rows.at(-1)
    if (last) yield rows.map((row) => toPlainRow(shape, row))
    if (!last || rows.length < limit) return
    after = sql`where (${key}) > (${sql.join(shape.key.map((name) => last[name]))})`
  }
}

const hasLargeRows = ({ name, columns }: TableShape) =>
  name !== 'record_keys' && columns.some(({ kind }) => kind === 'bytes')

const toPlainRow = ({ columns }: TableShape, row: Record<string, unknown>): PlainRow =>
  columns.map(({ name, kind }) => toPlainValue(row[name], kind))

function toPlainValue(value: unknown, kind: TableShape['columns'][number]['kind']) {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'boolean') return Number(value)
  if (kind === 'date') return toIsoString(value)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`a column holds a ${typeof value}, which no backup can hold`)
}

/** A date that SQLite filled in by default has no zone, and means UTC. */
function toIsoString(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  return new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text).toISOString()
}

export async function writeRows(db: Db, shape: TableShape, booleanColumns: BooleanColumns, rows: PlainRow[]) {
  const columns = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += rowsPerRead) {
    const values = rows
      .slice(from, from + rowsPerRead)
      .map((row) => sql`(${sql.join(row.map((value, index) => toStoredValue(value, shape, index, booleanColumns)))})`)
    await sql`insert into ${sql.table(shape.name)} (${columns}) values ${sql.join(values)}`.execute(db)
  }
}

/** Columns of the type boolean, as 'table.column'; SQLite has none. */
export type BooleanColumns = ReadonlySet<string>

export async function readBooleanColumns(kind: DatabaseKind, db: Db): Promise<BooleanColumns> {
  if (kind === 'sqlite') return new Set()
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'boolean'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

function toStoredValue(
  value: PlainRow[number],
  { name: table, columns }: TableShape,
  index: number,
  booleanColumns: BooleanColumns,
) {
  const column = columns[index]
  if (value === null || !column) return null
  if (column.kind === 'bytes') return Buffer.from(String(value), 'base64')
  return booleanColumns.has(`${table}.${column.name}`) ? Boolean(value) : value
}

/** Number of rows, and a checksum that does not depend on their order, since databases sort texts differently. */
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
