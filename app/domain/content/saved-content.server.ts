import type { Db } from '#app/database/tables.ts'
import { type Changes, parseChanges } from './changes.server.ts'

/** What is in force of one record; version 0: content/ as delivered. */
type SavedRecord = { version: number; at: number; changes: Changes }

export type SavedContent = {
  records: Readonly<Record<string, SavedRecord | undefined>>
  /** The sum of the versions. */
  version: number
}

export async function readSavedContent(db: Db): Promise<SavedContent> {
  const rows = await db
    .selectFrom('contentVersions as latest')
    .select(['record', 'version', 'at', 'changes'])
    .where('version', '=', ({ selectFrom }) =>
      selectFrom('contentVersions as other')
        .select(({ fn }) => fn.max('other.version').as('version'))
        .whereRef('other.record', '=', 'latest.record'),
    )
    .execute()
  return {
    records: Object.fromEntries(
      rows.map(({ record, version, at, changes }) => [record, { version, at, changes: parseChanges(changes) }]),
    ),
    version: rows.reduce((sum, { version }) => sum + version, 0),
  }
}
