import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Facts } from '#content/pages/page.ts'
import { contentRecords } from '#content/schemas/all.ts'
import { applyChanges } from './changes.server.ts'
import type { Content, ContentName } from './content-record.ts'
import { fillIn } from './placeholders.ts'
import { readSavedContent, type SavedContent } from './saved-content.server.ts'

/** content/ and what was published over it, in memory: no page reads it from the database. */
export type ContentNow = {
  /** As visitors see it, with the clinic's facts in its texts. */
  read<Name extends ContentName>(name: Name, clinic: Facts): Content<Name>
  /** As it is edited. */
  template<Name extends ContentName>(name: Name): Content<Name>
  versionOf(name: ContentName): number
  /** Moves with every change. */
  version(): number
  /** Reads changes of other processes; when the database fails, the known texts stay. */
  reload(): Promise<void>
  /** Call last in the transaction of a change, which then shows with the commit. */
  changed(tx: Tx): Promise<void>
}

const nothingSaved: SavedContent = { records: {}, version: 0 }

export async function openContent(database: Database): Promise<ContentNow> {
  let saved = await readSavedContent(database.db)

  function take(fresh: SavedContent) {
    // The newer of two readings may arrive first.
    if (fresh.version >= saved.version) saved = fresh
  }

  return {
    read: (name, clinic) => fillIn(toContent(name, saved), clinic),
    template: (name) => toContent(name, saved),
    versionOf: (name) => saved.records[name]?.version ?? 0,
    version: () => saved.version,
    reload: async () => take(await readSavedContent(database.db)),
    async changed(tx) {
      const fresh = await readSavedContent(tx)
      database.afterCommit(tx, () => take(fresh))
    },
  }
}

/** As delivered, for where no database is. */
export const readDelivered = <Name extends ContentName>(name: Name, clinic: Facts): Content<Name> =>
  fillIn(toContent(name, nothingSaved), clinic)

/** A test checks that each file fits its schema; changes are checked as they are applied. */
const toContent = <Name extends ContentName>(name: Name, { records }: SavedContent) =>
  applyChanges(
    contentRecords[name].schema.fields,
    contentRecords[name].file,
    records[name]?.changes ?? {},
  ) as Content<Name>
