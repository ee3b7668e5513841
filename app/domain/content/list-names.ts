import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import type { CollectionName, ContentName, Lists, RecordName } from './content-record.ts'

const collections = Object.keys(contentCollections) as CollectionName[]

/** Every record, and every entry that was published, also those that were removed. */
export const listNames = (content: Lists): ContentName[] => [
  ...(Object.keys(contentRecords) as RecordName[]),
  ...collections.flatMap((name) => content.list(name).map(({ id }): ContentName => `${name}/${id}`)),
]
