import type { Database } from '#app/database/connection.server.ts'
import { eraseFile } from './import-file.server.ts'
import { eraseLines } from './import-lines.server.ts'
import { moveImport } from './imports.server.ts'
import type { ImportState } from './subscriber-import.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** How long the admin can look at a report. */
const reportMs = 30 * day
/** How long a file waits for the admin's decision, with all that it holds. */
const decisionMs = day
/** Longer than any upload: what is still on its way then was cut off. */
const uploadMs = hour

type Deps = { database: Database }

/** Erases what an import that was discarded held, and the import itself. */
export async function eraseImport({ database }: Deps, id: string) {
  await eraseFile(database, id)
  await eraseLines({ database }, id)
  await database.db.deleteFrom('subscriberImports').where('id', '=', id).execute()
}

/** Uploads that never ended, files that nobody decided about, and old reports. */
export async function forgetImports({ database }: Deps, now: number) {
  const giveUp = (from: ImportState[], before: number) =>
    idsOf(database, from, before).then((ids) =>
      Promise.all(
        ids.map((id) => database.transaction((tx) => moveImport(tx, id, from, { state: 'discarded', endedAt: now }))),
      ),
    )
  await giveUp(['receiving'], now - uploadMs)
  await giveUp(['checked'], now - decisionMs)
  for (const id of await idsOf(database, ['discarded'], now)) await eraseImport({ database }, id)
  for (const id of await idsOf(database, ['done', 'refused'], now - reportMs)) await eraseImport({ database }, id)
}

async function idsOf({ db }: Database, states: ImportState[], before: number) {
  const rows = await db
    .selectFrom('subscriberImports')
    .select('id')
    .where('state', 'in', states)
    .where('createdAt', '<=', before)
    .execute()
  return rows.map(({ id }) => id)
}
