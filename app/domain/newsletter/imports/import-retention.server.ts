import type { Database } from '#app/database/connection.server.ts'
import { deleteFile } from './import-file.server.ts'
import { deleteLines } from './import-lines.server.ts'
import { updateImport } from './imports.server.ts'
import type { ImportState } from './subscriber-import.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** How long a report is stored. */
const reportMs = 30 * day
/** How long a file waits for the admin's decision. */
const decisionMs = day
/** An upload that takes longer was cut off. */
const uploadMs = hour

type Deps = { database: Database }

export async function deleteImport({ database }: Deps, id: string) {
  await deleteFile(database, id)
  await deleteLines({ database }, id)
  await database.db.deleteFrom('subscriberImports').where('id', '=', id).execute()
}

/** Deletes uploads that never ended, files without a decision, and old reports. */
export async function deleteOldImports({ database }: Deps, now: number) {
  const discard = async (state: ImportState, before: number) => {
    for (const id of await listIds(database, [state], before))
      await database.transaction((tx) => updateImport(tx, id, [state], { state: 'discarded', endedAt: now }))
  }
  await discard('receiving', now - uploadMs)
  await discard('checked', now - decisionMs)
  const old = await listIds(database, ['done', 'refused'], now - reportMs)
  for (const id of [...(await listIds(database, ['discarded'], now)), ...old]) await deleteImport({ database }, id)
}

async function listIds({ db }: Database, states: ImportState[], before: number) {
  const rows = await db
    .selectFrom('subscriberImports')
    .select('id')
    .where('state', 'in', states)
    .where('createdAt', '<=', before)
    .execute()
  return rows.map(({ id }) => id)
}
