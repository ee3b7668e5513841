import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { parseSync } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { patientFields } from '#content/patient-fields.ts'
import { openDatabase } from './connection.server.ts'
import { migrate } from './migrate.server.ts'
import { migrations } from './migrations/all.ts'

const source = readFileSync(new URL('tables.ts', import.meta.url), 'utf8')

test('the migrations make the tables and columns that tables.ts says, of these types', async () => {
  const database = openDatabase({ file: ':memory:' })
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  const { rows } = await sql<{ name: string; type: string; optional: number }>`
    select tables.name || '.' || columns.name as name, columns.type, not (columns."notnull" or columns.pk) as optional
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name <> 'migrations'`.execute(database.db)
  const made = rows.map(({ name, type, optional }) => `${name} ${type}${optional ? ' or null' : ''}`)
  expect(made.toSorted()).toEqual(saidColumns().toSorted())
})

// oxlint-disable-next-line typescript/no-explicit-any -- of a syntax tree
type Node = any

/** 'orders.paid_with text or null', of every table. */
function saidColumns(): string[] {
  const declared: Node[] = parseSync('tables.ts', source).program.body.map((each: Node) => each.declaration)
  const tables = declared.find((each) => each?.id.name === 'Tables').typeAnnotation.members as Node[]
  const find = (members: Node[], name: string): Node =>
    members.find((member) => member.key.name === name).typeAnnotation.typeAnnotation
  const columnsOf = (table: Node): Node[] =>
    table.type === 'TSIntersectionType'
      ? table.types.flatMap(columnsOf)
      : table.type === 'TSIndexedAccessType'
        ? columnsOf(find(tables, table.indexType.literal.value))
        : (table.members ?? [])
  const textOf = (type: Node): string =>
    type.type === 'TSIndexedAccessType'
      ? textOf(find(columnsOf(type.objectType), type.indexType.literal.value))
      : type.type === 'TSUnionType'
        ? type.types.map(textOf).join(' | ')
        : source.slice(type.start, type.end)
  return tables.flatMap((table) => {
    const said = table.typeAnnotation.typeAnnotation
    const isOfPatients = said.types?.some(({ typeName }: Node) => typeName?.name === 'ContactColumns')
    const columns = columnsOf(said).map((column): [string, string] => [
      column.key.name,
      textOf(column.typeAnnotation.typeAnnotation),
    ])
    return [...columns, ...(isOfPatients ? contactColumns : [])].map(
      ([name, type]) => `${toSnakeCase(`${table.key.name}.${name}`)} ${toSqlType(type)}`,
    )
  })
}

const contactColumns = [
  ...patientFields.map((field): [string, string] => [field.name, 'optional' in field ? 'string | null' : 'string']),
  ['phoneDigits', 'string'] as [string, string],
]

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function toSqlType(type: string) {
  const kind = /LibraryDate/.test(type)
    ? 'date'
    : /number/.test(type)
      ? 'INTEGER'
      : /Uint8Array/.test(type)
        ? 'BLOB'
        : 'TEXT'
  return `${kind}${/\| null/.test(type) ? ' or null' : ''}`
}
