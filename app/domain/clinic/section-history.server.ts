import type { Database } from '#app/database/connection.server.ts'
import { applyChanges, parseChanges } from '#app/domain/content/changes.server.ts'
import { getSource, isContentName } from '#app/domain/content/content-record.ts'
import type { Section, Sections } from './sections.ts'

/** A version of a section, with its facts as they were. */
export type SectionVersion = { section: Section; version: number; at: number; who: string; saved: Sections[Section] }

/** Enough to see the last versions of each section. */
const most = 200

/** Of all sections, the newest first. */
export async function listSectionVersions({ db }: Pick<Database, 'db'>): Promise<SectionVersion[]> {
  const rows = await db
    .selectFrom('contentVersions')
    .selectAll()
    .where('record', 'like', 'clinic/%')
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ record, version, changes, at, who }) => {
    if (!isContentName(record)) return []
    const { schema, file } = getSource(record)
    const saved = applyChanges(schema.fields, file, parseChanges(changes)) as Sections[Section]
    return { section: record.slice('clinic/'.length) as Section, version, at, who, saved }
  })
}
