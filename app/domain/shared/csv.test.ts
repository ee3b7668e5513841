import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvBeginning, csvLines } from './csv.ts'

test('rows read back unchanged, whatever their cells contain', () => {
  const rows = [
    ['Maya "May" Thomas', 'a,b;c', 'two\nlines', ' spaced ', ''],
    ['Zoë', 'आयुर्वेद', '12.50', '😀', 'x'],
  ]
  const text = csvBeginning + csvLines(rows)
  expect(text.split('\r\n')).toHaveLength(3)
  expect(parse(text, { record_delimiter: '\r\n', bom: true })).toEqual(rows)
  expect(csvLines([[1, undefined, 'x']])).toBe('1,,x\r\n')
})

describe('a cell that a spreadsheet would run as a formula becomes text', () => {
  test.each(['=1+1', '+1 205 555 0100', '-2', '@sum(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'])('%j', (cell) =>
    expect(parse(csvLines([[cell, 'next']]), { record_delimiter: '\r\n' })).toEqual([[`'${cell}`, 'next']]),
  )
})
