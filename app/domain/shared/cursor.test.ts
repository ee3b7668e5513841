import { describe, expect, test } from 'vitest'
import { type PagePlace, readPage, parseCursor, formatCursor } from './cursor.ts'

const place = { at: 1_763_650_800_000, id: '0197a1b2-0000-7000-8000-00000000000a' }

describe('a list cursor', () => {
  test('reads back from a URL unchanged', () => expect(parseCursor(formatCursor(place))).toEqual(place))

  test.each([null, '', 'x', '1', '1.', '.1', `-1.${place.id}`, `1e99.${place.id}`, "1.' or 1=1", `1.5.${place.id}`])(
    'that we did not write is ignored: %j',
    (text) => expect(parseCursor(text)).toBeUndefined(),
  )
})

describe('a list of five rows in pages of two', () => {
  const rows = [1, 2, 3, 4, 5]
  const page = (place: PagePlace<number>, among = rows) =>
    readPage(
      place,
      2,
      async ({ ascending, beyond, limit }) =>
        among
          .toSorted((one, other) => (ascending ? one - other : other - one))
          .filter((row) => beyond === undefined || (ascending ? row > beyond : row < beyond))
          .slice(0, limit),
      (row) => row,
    )

  test.each<[PagePlace<number>, number[], number?, number?]>([
    [{}, [5, 4], undefined, 4],
    [{ after: 4 }, [3, 2], 3, 2],
    [{ after: 2 }, [1], 1, undefined],
    [{ before: 1 }, [3, 2], 3, 2],
    [{ before: 3 }, [5, 4], undefined, 4],
    [{ oldestFirst: true }, [1, 2], undefined, 2],
    [{ oldestFirst: true, after: 4 }, [5], 5, undefined],
    [{ oldestFirst: true, before: 5 }, [3, 4], 3, 4],
  ])('%j shows %j', async (place, shown, previous, next) =>
    expect(await page(place)).toEqual({ rows: shown, previous, next }),
  )

  test('is the first page where the rows of another are gone', async () => {
    expect(await page({ after: 3 }, [5, 4, 3])).toEqual({ rows: [5, 4], previous: undefined, next: 4 })
    expect(await page({}, [])).toEqual({ rows: [], previous: undefined, next: undefined })
  })
})
