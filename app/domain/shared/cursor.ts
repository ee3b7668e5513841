import { z } from 'zod'

/** Keyset pagination by time and id, newest first: the last row of a page. */
export type Cursor = { at: number; id: string }

/** '1763650800000.0b9c…', for URLs. */
export const formatCursor = ({ at, id }: Cursor) => `${at}.${id}`

/** Undefined for a missing or malformed cursor. */
export function parseCursor(text: string | null): Cursor | undefined {
  const [at, id] = text?.split('.') ?? []
  const cursor = rule.safeParse({ at, id })
  return cursor.success ? cursor.data : undefined
}

const rule = z.object({ at: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER), id: z.guid() })

/** `rows`: queried with a limit of `size + 1`, which shows whether there is a next page. */
export function paginate<Row>(rows: Row[], size: number, toCursor: (row: Row) => Cursor) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: rows.length > size && last ? toCursor(last) : undefined }
}
