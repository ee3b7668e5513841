import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

// The subscribers of one database copied into another with the same schema by the simplest code: nothing is
// checked, counted or compared, and no other table is read.

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
