import { z } from 'zod'

/** The last row of a page in a list that is ordered by time and id, newest first: the next page begins below it. */
export type Cursor = { at: number; id: string }

/** As an address carries it, '1763650800000.0b9c…'; it names a row and nobody. */
export const formatCursor = ({ at, id }: Cursor) => `${at}.${id}`

/** The place that an address names; undefined for none, and for what nobody of ours wrote. */
export function parseCursor(text: string | null): Cursor | undefined {
  const [at, id] = text?.split('.') ?? []
  const place = rule.safeParse({ at, id })
  return place.success ? place.data : undefined
}

const rule = z.object({ at: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER), id: z.guid() })

/** One row more than a page is asked for: whether there is another page. */
export function paginate<Row>(rows: Row[], size: number, placeOf: (row: Row) => Cursor) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: rows.length > size && last ? placeOf(last) : undefined }
}
