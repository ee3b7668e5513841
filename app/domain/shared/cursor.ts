/** Keyset pagination by time and id: the first or last row of a page. */
export type Cursor = { at: number; id: string }

/** '1763650800000.0b9c…', for URLs. */
export const formatCursor = ({ at, id }: Cursor) => `${at}.${id}`

/** Undefined for a missing or malformed cursor. */
export function parseCursor(text: string | null): Cursor | undefined {
  const [, at, id] = /^(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(text ?? '') ?? []
  return at && id ? { at: Number(at), id } : undefined
}

/** Which page of a list: the one `after` or `before` a row, else the first. */
export type PagePlace<Key = Cursor> = {
  oldestFirst?: boolean | undefined
  after?: Key | undefined
  before?: Key | undefined
}

/** How the rows of a page are queried: at most `limit`, only those `beyond` a row if there is one. */
export type Reading<Key = Cursor> = { ascending: boolean; beyond: Key | undefined; limit: number }

/** `previous` and `next`: the rows before and after which the pages around this one are. */
export type Page<Row, Key = Cursor> = { rows: Row[]; previous: Key | undefined; next: Key | undefined }

/**
 * One more row than a page has is queried, which shows whether there is another page. A page whose rows are gone
 * meanwhile is the first page.
 */
export async function readPage<Row, Key = Cursor>(
  { oldestFirst = false, after, before }: PagePlace<Key>,
  size: number,
  read: (reading: Reading<Key>) => Promise<Row[]>,
  toKey: (row: Row) => Key,
): Promise<Page<Row, Key>> {
  const isBackwards = before !== undefined
  const beyond = before ?? after
  const found = await read({ ascending: oldestFirst !== isBackwards, beyond, limit: size + 1 })
  const hasMore = found.length > size
  if (beyond !== undefined && (isBackwards ? !hasMore : found.length === 0))
    return readPage({ oldestFirst }, size, read, toKey)
  const rows = isBackwards ? found.slice(0, size).toReversed() : found.slice(0, size)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    previous: first && beyond !== undefined ? toKey(first) : undefined,
    next: last && (isBackwards || hasMore) ? toKey(last) : undefined,
  }
}
