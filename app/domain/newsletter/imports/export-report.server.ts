import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { linesAfter } from './import-lines.server.ts'
import type { ReportLine } from './subscriber-import.ts'

const atOnce = 500

/** The whole report, some lines at a time, after it was recorded who takes it out of the house. */
export async function exportReport<Row>(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  importId: string,
  rowOf: (line: ReportLine) => Row,
) {
  await database.transaction((tx) =>
    recordAct({ tx, vault }, actor, { act: 'import.exported', record: `import:${importId}` }),
  )
  return allLines(database.db, importId, rowOf)
}

async function* allLines<Row>(db: Db, importId: string, rowOf: (line: ReportLine) => Row): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const lines = await linesAfter(db, importId, { after, count: atOnce })
    yield lines.map(rowOf)
    const last = lines.at(-1)
    if (!last || lines.length < atOnce) return
    after = last.line
  }
}
