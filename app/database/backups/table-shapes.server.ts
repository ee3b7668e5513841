import { sql } from 'kysely'
import { z } from 'zod'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { internalTables } from './closing.server.ts'
import type { Db } from '#app/database/tables.ts'

/** Types that both databases have; a boolean is stored as an integer, a date as ISO text. */
const columnKinds = ['text', 'integer', 'bytes', 'date'] as const

export const tableShape = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(columnKinds) })),
  /** The columns of the primary key, by which tables are read. */
  key: z.array(z.string()).min(1),
})
export type TableShape = z.output<typeof tableShape>

/** Every table with data of the clinic, referenced tables first. */
export async function readShapes(kind: DatabaseKind, db: Db): Promise<TableShape[]> {
  const { columns, references } = await readCatalog[kind](db)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const shapes = [...byTable]
    .filter(([name]) => !internalTables.includes(name))
    .map(([name, own]) => ({
      name,
      columns: own.map(({ column, type }) => ({ name: column, kind: toColumnKind(type) })),
      key: own
        .filter(({ keyPosition }) => keyPosition > 0)
        .toSorted((one, other) => one.keyPosition - other.keyPosition)
        .map(({ column }) => column),
    }))
  return sortParentsFirst(shapes, references)
}

type Catalog = {
  /** `keyPosition`: in the primary key, from 1; 0 if not part of it. */
  columns: { table: string; column: string; type: string; keyPosition: number }[]
  references: { table: string; parent: string }[]
}

const readCatalog: Record<DatabaseKind, (db: Db) => Promise<Catalog>> = {
  async sqlite(db) {
    const columns = await sql<Catalog['columns'][number]>`
      select t.name as "table", c.name as "column", lower(c.type) as type, c.pk as "keyPosition"
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite@_%' escape '@' order by t.name, c.cid`.execute(db)
    const references = await sql<Catalog['references'][number]>`
      select t.name as "table", f."table" as parent from sqlite_schema t join pragma_foreign_key_list(t.name) f
      where t.type = 'table'`.execute(db)
    return { columns: columns.rows, references: references.rows }
  },
  async postgres(db) {
    const columns = await sql<Catalog['columns'][number]>`
      select t.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
        coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as "keyPosition"
      from pg_class t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = t.oid and i.indisprimary
      where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
      order by t.relname, a.attnum`.execute(db)
    const references = await sql<Catalog['references'][number]>`
      select child.relname as "table", parent.relname as parent from pg_constraint f
      join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
      where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`.execute(db)
    return { columns: columns.rows, references: references.rows }
  },
}

const kinds: Record<string, (typeof columnKinds)[number]> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'integer',
  blob: 'bytes',
  bytea: 'bytes',
  date: 'date',
  'timestamp with time zone': 'date',
}

function toColumnKind(type: string) {
  const kind = kinds[type]
  if (!kind) throw new Error(`a column has the type ${type}, which no backup can hold`)
  return kind
}

function sortParentsFirst(shapes: TableShape[], references: Catalog['references']) {
  const ordered: TableShape[] = []
  for (let left = shapes; left.length > 0;) {
    const isFree = ({ name }: TableShape) =>
      !references.some(({ table, parent }) => table === name && left.some((other) => other.name === parent))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error('tables refer to each other in a circle, so none can be restored first')
    ordered.push(...free)
    left = left.filter((shape) => !free.includes(shape))
  }
  return ordered
}
