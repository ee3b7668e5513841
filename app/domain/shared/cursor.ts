/** Keyset pagination by time and id, newest first: the last row of a page. */
export type Cursor = { at: number; id: string }

/** '1763650800000.0b9c…', for URLs. */
export const formatCursor = ({ at, id }: Cursor) => `${at}.${id}`

/** Undefined for a missing or malformed cursor. */
export function parseCursor(text: string | null): Cursor | undefined {
  const [, at, id] = /^(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(text ?? '') ?? []
  return at && id ? { at: Number(at), id } : undefined
}

/** `rows`: queried with a limit of `size + 1`, which shows whether there is a next page. */
export function paginate<Row>(rows: Row[], size: number, toCursor: (row: Row) => Cursor) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: rows.length > size && last ? toCursor(last) : undefined }
}
