import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFeedDate } from './feed-date.ts'

const isoOf = (text: string | undefined) => {
  const epochMs = parseFeedDate(text)
  return epochMs === undefined ? undefined : new Date(epochMs).toISOString()
}

describe('dates of feeds', () => {
  test.each([
    ['Thu, 12 Oct 2023 09:00:00 -0500', '2023-10-12T14:00:00.000Z'],
    ['Thu, 12 Oct 2023 09:00:00 GMT', '2023-10-12T09:00:00.000Z'],
    ['Thu, 12 Oct 2023 09:00:00 EDT', '2023-10-12T13:00:00.000Z'],
    ['12 Oct 2023 09:00', '2023-10-12T09:00:00.000Z'],
    ['Thu, 12 Oct 23 09:00:00 +0000', '2023-10-12T09:00:00.000Z'],
    ['  Thu,  12 Oct 2023\n09:00:00 GMT ', '2023-10-12T09:00:00.000Z'],
    ['2023-10-12T09:00:00Z', '2023-10-12T09:00:00.000Z'],
    ['2023-10-12T09:00:00.250+02:00', '2023-10-12T07:00:00.250Z'],
    ['2023-10-12T09:00+0200', '2023-10-12T07:00:00.000Z'],
    ['2023-10-12 09:00:00', '2023-10-12T09:00:00.000Z'],
    ['2023-10-12T09:00:00', '2023-10-12T09:00:00.000Z'],
    ['2023-10-12', '2023-10-12T12:00:00.000Z'],
  ])('%j is parsed as %s', (text, expected) => {
    expect(isoOf(text)).toBe(expected)
  })

  test.each([
    undefined,
    '',
    'yesterday',
    'Post 7',
    '12',
    '2023',
    '2023-13-45',
    '2023-10-12T29:00:00Z',
    'Thu, 99 Oct 2023 09:00:00 GMT',
    'Thu, 12 Foo 2023 09:00:00 GMT',
    '+275760-09-13T00:00:00.000Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('%j is not a date', (text) => {
    expect(isoOf(text)).toBeUndefined()
  })

  test('never throw, and always fit into a calendar', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const epochMs = parseFeedDate(text)
        expect(epochMs === undefined || Number.isSafeInteger(epochMs)).toBe(true)
      }),
    )
  })
})
