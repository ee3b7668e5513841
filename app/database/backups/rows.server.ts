import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'
import type { TableShape } from './table-shapes.server.ts'

/** One row in the order of its table's columns, the same for both databases. */
export type PlainRow = (string | number | null)[]

/** Fewer where a row may be a megabyte. */
export const rowsAtOnce = ({ name, columns }: TableShape) =>
  name !== 'record_keys' && columns.some(({ kind }) => kind === 'bytes') ? 20 : 500

/** Reads a table with keyset pagination, so that no cursor stays open and no query takes long. */
export async function* readRows(db: Db, shape: TableShape): AsyncGenerator<PlainRow[]> {
  // Shapes have the column names of the database.
  const rawDb = db.withoutPlugins()
  const limit = rowsAtOnce(shape)
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

/** As many rows as `rowsAtOnce` says, at most. */
export async function writeRows(db: Db, { name, columns }: TableShape, rows: PlainRow[]) {
  const toStoredValue = (value: PlainRow[number], index: number) =>
    value !== null && columns[index]?.kind === 'bytes' ? Buffer.from(String(value), 'base64') : value
  const values = rows.map((row) => sql`(${sql.join(row.map(toStoredValue))})`)
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  // PostgreSQL reads the 0 or 1 of a boolean column as text, which it accepts.
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(db)
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
