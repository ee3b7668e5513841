import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { listLines } from './import-lines.server.ts'
import type { ReportLine } from './subscriber-import.ts'

const batchSize = 500

/** The whole report in batches. The export is recorded before the first batch. */
export async function exportReport<Row>(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  importId: string,
  toRow: (line: ReportLine) => Row,
) {
  await database.transaction((tx) =>
    recordAct({ tx, vault }, actor, { act: 'import.exported', record: `import:${importId}` }),
  )
  return streamLines(database.db, importId, toRow)
}

async function* streamLines<Row>(db: Db, importId: string, toRow: (line: ReportLine) => Row): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const lines = await listLines(db, importId, { after, count: batchSize })
    yield lines.map(toRow)
    const last = lines.at(-1)
    if (!last || lines.length < batchSize) return
    after = last.position
  }
}
