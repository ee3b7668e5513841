import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import {
  type CollectionName,
  type ContentName,
  getCollectionSchema,
  getSource,
  isRecordName,
} from '#app/domain/content/content-record.ts'
import { listAsked } from '#app/domain/content/entries.server.ts'
import { onCards } from '#app/domain/content/mark-entries.ts'
import type { Collections } from './card-acts.ts'
import type { Listed } from './entry-table.tsx'

/** What the list of a collection needs of its schema. */
export function toListed(content: Pick<ContentNow, 'list' | 'titleOf'>, collection: CollectionName): Listed {
  const { path, list } = getCollectionSchema(collection)
  return { collection, path, list, asked: listAsked(content, collection) }
}

/** Whose entries may stand on the page of a record. `orders`: the versions of the orders in which that page lists them. */
export function listCollections(content: Pick<ContentNow, 'list' | 'titleOf' | 'versionOf'>, name: ContentName) {
  const path = isRecordName(name) ? getSource(name).schema.path : undefined
  const all = onCards.map((collection) => {
    const schema = getCollectionSchema(collection)
    const titles = Object.fromEntries(
      content.list(collection).map(({ id }) => [id, content.titleOf(`${collection}/${id}`)]),
    )
    return { collection, each: schema.title, titles, add: schema.list.add, isListed: schema.path === path }
  })
  const collections: Collections = Object.fromEntries(
    all.map(({ collection, isListed, add, ...facts }) => [collection, { ...facts, ...(isListed && { add }) }]),
  )
  const orders: Record<string, number> = Object.fromEntries(
    all
      .filter(({ isListed }) => isListed)
      .map(({ collection }) => [collection, content.versionOf(`order/${collection}`)]),
  )
  return { collections, orders }
}
