import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildCalendarGrid } from './calendar-grid.ts'

const at = (from: number, until: number, name = '') => ({ from: from * 60, until: until * 60, name })

/** '9: maya(2)', with how many rows it is high; '-' for a free step, nothing where a cell reaches down to. */
const drawn = (...columns: Parameters<typeof buildCalendarGrid<ReturnType<typeof at>>>[0]) =>
  buildCalendarGrid(columns, 30).map(
    ({ minute, cells }) =>
      `${minute / 60}: ${cells
        .map((cell) =>
          cell
            ? cell.entries.length > 0
              ? `${cell.entries.map(({ name }) => name).join('+')}(${cell.rows})`
              : '-'
            : '',
        )
        .join(' ')}`,
  )

describe('a calendar as a table', () => {
  test('has a row for each step of the open time, and cells as high as appointments are long', () => {
    const open = [at(9, 11)]
    expect(drawn({ open, entries: [at(9.5, 10.5, 'maya')] }, { open, entries: [] })).toEqual([
      '9: - -',
      '9.5: maya(2) -',
      '10:  -',
      '10.5: - -',
    ])
  })

  test('shows simultaneous entries in one cell, and extends beyond the open time for entries there', () => {
    const entries = [at(8, 9, 'early'), at(9, 10.5, 'maya'), at(10, 11, 'robert'), at(11, 11.25, 'short')]
    expect(drawn({ open: [at(9, 10)], entries })).toEqual([
      '8: early(2)',
      '8.5: ',
      '9: maya+robert(4)',
      '9.5: ',
      '10: ',
      '10.5: ',
      '11: short(1)',
    ])
  })

  test('is empty when nothing is open and nothing happens', () => {
    expect(drawn({ open: [], entries: [] })).toEqual([])
  })

  test('every column is full and has every entry once, for any entries', () => {
    const entry = fc
      .tuple(fc.nat({ max: 280 }), fc.integer({ min: 1, max: 60 }), fc.nat())
      .map(([fives, long, n]) => ({ from: fives * 5, until: Math.min((fives + long) * 5, 1440), name: String(n) }))
    const column = fc.record({ open: fc.array(entry, { maxLength: 2 }), entries: fc.array(entry, { maxLength: 9 }) })
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 7 }), (columns) => {
        const rows = buildCalendarGrid(columns, 30)
        for (const [index, { entries }] of columns.entries()) {
          const cells = rows.flatMap(({ minute, cells: all }) => (all[index] ? [{ minute, ...all[index] }] : []))
          expect(cells.reduce((sum, cell) => sum + cell.rows, 0)).toBe(rows.length)
          expect(cells.flatMap((cell) => cell.entries)).toHaveLength(entries.length)
          for (const cell of cells)
            for (const { from, until } of cell.entries) {
              expect(from).toBeGreaterThanOrEqual(cell.minute)
              expect(until).toBeLessThanOrEqual(cell.minute + cell.rows * 30)
            }
        }
      }),
    )
  })
})
