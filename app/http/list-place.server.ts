import { parseCursor } from '#app/domain/shared/cursor.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { admin } from '#content/pages/admin.ts'

const words = admin.sort

/** The order and page of a list, in its URL. */
export type ListPlace = { sort?: string | undefined; after?: string | undefined; before?: string | undefined }

export const listPlace = (query: URLSearchParams) => ({
  oldestFirst: query.get('sort') === oldestFirst,
  after: parseCursor(query.get('after')),
  before: parseCursor(query.get('before')),
})

const oldestFirst = 'oldest'

/** The URLs of the pages around one, and of the list in each order. */
export function listLinks<Key>(
  { previous, next }: { previous?: Key | undefined; next?: Key | undefined },
  { oldestFirst: isOldestFirst }: { oldestFirst: boolean },
  toAddress: (place: ListPlace) => string,
  formatKey: (key: Key) => string,
) {
  const sort = isOldestFirst ? oldestFirst : undefined
  const toPage = (name: 'after' | 'before', key: Key | undefined) =>
    key === undefined ? undefined : `${toAddress({ sort, [name]: formatKey(key) })}#${listId}`
  return {
    previous: toPage('before', previous),
    next: toPage('after', next),
    sorts: [
      { text: words.newestFirst, href: toAddress({}), current: !isOldestFirst },
      { text: words.oldestFirst, href: toAddress({ sort: oldestFirst }), current: isOldestFirst },
    ],
  }
}
