import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignLanes, outside } from './calendar-lanes.ts'

const at = (from: number, until: number, name = '') => ({ from: from * 60, until: until * 60, name })

describe('the lanes of a calendar column', () => {
  test('entries that follow each other have its whole width, entries that overlap share it', () => {
    const entries = [at(11, 12, 'last'), at(9, 10.5, 'long'), at(9.5, 10, 'inside'), at(10, 11, 'third')]
    expect(assignLanes(entries).map(({ name, lane, lanes }) => `${name} ${lane}/${lanes}`)).toEqual([
      'long 0/2',
      'inside 1/2',
      'third 1/2',
      'last 0/1',
    ])
  })

  test('no two entries of a lane overlap, for any entries', () => {
    const entry = fc
      .tuple(fc.nat({ max: 280 }), fc.integer({ min: 1, max: 60 }))
      .map(([fives, long]) => ({ from: fives * 5, until: (fives + long) * 5 }))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const placed = assignLanes(entries)
        expect(placed).toHaveLength(entries.length)
        for (const one of placed) {
          expect(one.lane).toBeLessThan(one.lanes)
          for (const other of placed)
            if (one !== other && one.from < other.until && other.from < one.until) {
              expect(one.lane).not.toBe(other.lane)
              expect(one.lanes).toBe(other.lanes)
            }
        }
      }),
    )
  })

  test('the time outside of opening hours is what they leave of the day', () => {
    const day = { from: 8 * 60, until: 18 * 60 }
    const hours = (open: Parameters<typeof outside>[0]) =>
      outside(open, day).map(({ from, until }) => [from / 60, until / 60])
    expect(hours([at(9, 12), at(13, 17)])).toEqual([
      [8, 9],
      [12, 13],
      [17, 18],
    ])
    expect(hours([])).toEqual([[8, 18]])
    expect(hours([at(7, 19)])).toEqual([])
  })
})
