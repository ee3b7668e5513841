import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Facts } from '#content/pages/page.ts'
import { contentCollections } from '#content/schemas/all.ts'
import { applyChanges, type Parts } from './changes.server.ts'
import type { CollectionName, Content, ContentName, Entry, RecordName } from './content-record.ts'
import { findSource, getSource } from './content-record.ts'
import type { Fields } from './content-schema.ts'
import { mapFields } from './map-fields.ts'
import { fillIn, fillInMarkdown } from './placeholders.ts'
import { readSavedContent, type SavedContent } from './saved-content.server.ts'
import type { LibraryPicture } from '#app/domain/pictures/picture.ts'
import { type FindPicture, withPictures } from './shown-pictures.ts'

/** content/ and what was published over it, in memory: no page reads it from the database. */
export type ContentNow = {
  /** As visitors see it, with the clinic's facts in its texts and the pictures of the library. */
  read<Name extends RecordName>(name: Name, clinic: Facts): Content<Name>
  /** The entries of a collection in their order, also those that were removed, with the pictures of the library. */
  list<Name extends CollectionName>(name: Name): readonly Entry<Name>[]
  /** As it is edited. */
  template<Name extends RecordName>(name: Name): Content<Name>
  template(name: ContentName): Parts
  /** What `read` and `list` make of a value that is edited. */
  present<Value>(name: ContentName, value: Value, clinic?: Facts): Value
  /** Whether an entry is delivered, or was published. */
  has(name: ContentName): boolean
  /** What people call it: 'Home page', 'Abhyangam'. */
  titleOf(name: ContentName): string
  versionOf(name: ContentName): number
  /** When its newest version was published; undefined as delivered. */
  changedAt(name: ContentName): number | undefined
  /** Moves with every change. */
  version(): number
  /** Reads changes of other processes; when the database fails, the known texts stay. */
  reload(): Promise<void>
  /** Call last in the transaction of a change, which then shows with the commit. */
  changed(tx: Tx): Promise<void>
}

/** content/ alone, for where no database is. */
export type DeliveredContent = Pick<
  ContentNow,
  'read' | 'list' | 'present' | 'template' | 'has' | 'titleOf' | 'versionOf' | 'changedAt'
>

const nothingSaved: SavedContent = { records: {}, version: 0 }

export async function openContent(database: Database, findPicture: FindPicture): Promise<ContentNow> {
  let saved = await readSavedContent(database.db)
  let now = toContent(saved, findPicture)

  function take(fresh: SavedContent) {
    // The newer of two readings may arrive first.
    if (fresh.version < saved.version) return
    saved = fresh
    now = toContent(saved, findPicture)
  }

  return {
    read: (name, clinic) => now.read(name, clinic),
    list: (name) => now.list(name),
    present: (name, value, clinic) => now.present(name, value, clinic),
    template: ((name: ContentName) => now.template(name)) as ContentNow['template'],
    has: (name) => now.has(name),
    titleOf: (name) => now.titleOf(name),
    versionOf: (name) => now.versionOf(name),
    changedAt: (name) => now.changedAt(name),
    version: () => saved.version,
    reload: async () => take(await readSavedContent(database.db)),
    async changed(tx) {
      const fresh = await readSavedContent(tx)
      database.afterCommit(tx, () => take(fresh))
    },
  }
}

/** A test checks that each file fits its schema; changes are checked as they are applied, once. */
function toContent({ records }: SavedContent, findPicture: FindPicture): DeliveredContent {
  const known = new Map<ContentName, Parts>()
  function template(name: ContentName) {
    const found = known.get(name)
    if (found) return found
    const { schema, file } = getSource(name)
    const value = applyChanges(schema.fields, file, records[name]?.changes ?? {})
    known.set(name, value)
    return value
  }
  const has = (name: ContentName) => (findSource(name)?.isDelivered ?? false) || records[name] !== undefined
  const listAdded = (collection: CollectionName) =>
    Object.keys(records)
      .filter((record) => record.startsWith(`${collection}/`) && findSource(record)?.isDelivered === false)
      .map((record) => record.slice(collection.length + 1))
      .toSorted()
  const lists = new Map<CollectionName, readonly string[]>()
  function listIds(name: CollectionName) {
    const found = lists.get(name)
    if (found) return found
    const ids = [...Object.keys(contentCollections[name].files), ...listAdded(name)]
    const { ids: order } = template(`order/${name}`) as { ids: string[] }
    // New ones come last.
    const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
    const sorted = ids.toSorted((one, other) => placeOf(one) - placeOf(other))
    lists.set(name, sorted)
    return sorted
  }
  function present<Value>(name: ContentName, value: Value, clinic?: Facts) {
    const pictured = withPictures(fieldsOf(name), value, findPicture)
    return clinic ? fillInAll(fieldsOf(name), pictured, clinic) : pictured
  }
  const shown = new Map<ContentName, { value: Parts; pictures: Map<string, LibraryPicture | undefined> }>()
  /** With its pictures. Made again when the library has other ones in their place. */
  function show(name: ContentName) {
    const made = shown.get(name)
    if (made && [...made.pictures].every(([id, picture]) => findPicture(id) === picture)) return made.value
    const pictures = new Map<string, LibraryPicture | undefined>()
    const find = (id: string) => {
      pictures.set(id, findPicture(id))
      return pictures.get(id)
    }
    const value = withPictures(fieldsOf(name), template(name), find)
    shown.set(name, { value, pictures })
    return value
  }
  const readings = new Map<ContentName, { from: Parts; clinic: Facts; value: Parts }>()
  /** Made again when a picture or the clinic's facts are other ones. */
  function read(name: ContentName, clinic: Facts) {
    const from = show(name)
    const made = readings.get(name)
    if (made?.from === from && made.clinic === clinic) return made.value
    const value = fillInAll(fieldsOf(name), from, clinic)
    readings.set(name, { from, clinic, value })
    return value
  }
  return {
    read: read as DeliveredContent['read'],
    list: ((name: CollectionName) =>
      listIds(name).map((id) => ({ id, ...show(`${name}/${id}`) }))) as DeliveredContent['list'],
    present,
    template: template as DeliveredContent['template'],
    has,
    titleOf(name) {
      const { schema } = getSource(name)
      const called = schema.named && template(name)[schema.named]
      return typeof called === 'string' && called !== '' ? called : schema.title
    },
    versionOf: (name) => records[name]?.version ?? 0,
    changedAt: (name) => records[name]?.at,
  }
}

const fieldsOf = (name: ContentName) => getSource(name).schema.fields

const fillInAll = <Value>(fields: Fields, value: Value, clinic: Facts) =>
  fillIn(
    mapFields(fields, value, (field, part) =>
      field.kind === 'markdown' ? fillInMarkdown(part as string, clinic) : part,
    ),
    clinic,
  )

export const deliveredContent = toContent(nothingSaved, () => undefined)
