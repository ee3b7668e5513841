import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'

// The subscribers of one database written into another with the same schema by the least there is to it: nothing is
// checked, counted or compared, and no other table is looked at.

const readAll = 'select * from subscribers'

/** By one prepared statement for each row, all in one transaction. */
export function copyIntoSqlite(from: string, to: string) {
  const [source, target] = [new DatabaseSync(from, { readOnly: true }), new DatabaseSync(to)]
  let insert: ReturnType<DatabaseSync['prepare']> | undefined
  target.exec('pragma journal_mode = wal; pragma synchronous = full; begin immediate')
  for (const row of source.prepare(readAll).iterate()) {
    insert ??= target.prepare(
      `insert into subscribers (${Object.keys(row).join(', ')}) values (${Object.keys(row).map(() => '?')})`,
    )
    insert.run(...(Object.values(row) as SQLInputValue[]))
  }
  target.exec('commit')
  source.close()
  target.close()
}

/** By one statement for a thousand rows, all in one transaction. */
export async function copyIntoPostgres(from: string, to: string) {
  const source = new DatabaseSync(from, { readOnly: true })
  const client = new pg.Client(to)
  await client.connect()
  await client.query('begin')
  const insert = (rows: unknown[]) =>
    client.query({
      name: 'insert',
      text: 'insert into subscribers select * from json_populate_recordset(null::subscribers, $1)',
      values: [JSON.stringify(rows)],
    })
  let some: unknown[] = []
  for (const row of source.prepare(readAll).iterate()) {
    some.push(row)
    if (some.length === 1_000) await insert(some.splice(0))
  }
  await insert(some)
  await client.query('commit')
  await client.end()
  source.close()
}
