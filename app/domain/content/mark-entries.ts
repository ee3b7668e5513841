import { type CollectionName, type ContentName, type Entry, getCollectionSchema } from './content-record.ts'
import type { ContentNow } from './content-now.server.ts'
import { mark } from './marks.ts'

/** Whose entries stand as cards on pages. */
export const onCards = ['services', 'products', 'team'] as const satisfies CollectionName[]

/** The names of all entries marked with the entries, so that the editor finds their cards; `edited` has marks of its own. */
export const withMarkedEntries = (content: ContentNow, edited: ContentName): ContentNow => ({
  ...content,
  list<Name extends CollectionName>(collection: Name) {
    const entries = content.list(collection)
    if (!onCards.some((name) => name === collection)) return entries
    const { named } = getCollectionSchema(collection)
    return entries.map((entry) => {
      const record: ContentName = `${collection}/${entry.id}`
      if (record === edited) return entry
      return { ...entry, [named]: mark(record, String(entry[named as keyof Entry<Name>])) }
    })
  },
})
