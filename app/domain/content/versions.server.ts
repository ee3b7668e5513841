import type { Db } from '#app/database/tables.ts'
import { applyChanges, parseChanges, toChanges } from './changes.server.ts'
import { type ContentName, getSource } from './content-record.ts'

/** The number of the published version; 0: content/ as delivered. */
export async function findLatestVersion(db: Db, name: ContentName) {
  const latest = await db
    .selectFrom('contentVersions')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('record', '=', name)
    .executeTakeFirst()
  return latest?.version ?? 0
}

/** As it was edited in that version; undefined if there is none. */
export async function findVersion(db: Db, name: ContentName, version: number) {
  const { schema, file } = getSource(name)
  const changes = await findChanges(db, name, version)
  return changes === undefined ? undefined : applyChanges(schema.fields, file, parseChanges(changes))
}

/** The JSON of a version; 0: content/ as delivered. */
export async function findChanges(db: Db, name: ContentName, version: number) {
  if (version === 0) return '{}'
  const found = await db
    .selectFrom('contentVersions')
    .select('changes')
    .where('record', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.changes
}

/** The newest first, with the account that published each. */
export const listVersions = (db: Db, name: ContentName) =>
  db
    .selectFrom('contentVersions')
    .select(['version', 'at', 'who'])
    .where('record', '=', name)
    .orderBy('version', 'desc')
    .limit(50)
    .execute()

/** What a version or draft with this value stores: the JSON of what differs from content/. */
export function toStored(name: ContentName, value: unknown) {
  const { schema, file } = getSource(name)
  return JSON.stringify(toChanges(schema.fields, file, value))
}
