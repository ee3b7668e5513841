import { describe, expect, test } from 'vitest'
import { paginate, parseCursor, formatCursor } from './cursor.ts'

const place = { at: 1_763_650_800_000, id: '0197a1b2-0000-7000-8000-00000000000a' }

describe('a list cursor', () => {
  test('reads back from a URL unchanged', () => expect(parseCursor(formatCursor(place))).toEqual(place))

  test.each([null, '', 'x', '1', '1.', '.1', `-1.${place.id}`, `1e99.${place.id}`, "1.' or 1=1", `1.5.${place.id}`])(
    'that we did not write is ignored: %j',
    (text) => expect(parseCursor(text)).toBeUndefined(),
  )
})

test('a page has the requested length and shows whether another one follows', () => {
  const rows = [1, 2, 3].map((at) => ({ at, id: `${at}` }))
  const placeOf = (row: (typeof rows)[number]) => row
  expect(paginate(rows, 2, placeOf)).toEqual({ page: rows.slice(0, 2), next: rows[1] })
  expect(paginate(rows, 3, placeOf)).toEqual({ page: rows, next: undefined })
  expect(paginate([], 3, placeOf)).toEqual({ page: [], next: undefined })
})
