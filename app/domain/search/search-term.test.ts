import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeSearchTerm } from './search-term.ts'

describe('a search term', () => {
  test.each([
    ['Panchakarma', 'Panchakarma'],
    ['  two  words\t', 'two  words'],
    ['a\tb\nc', 'a\tb\nc'],
    ['\0', ''],
    [' \0 ', ''],
    ['wom\0b\u001bat\u007f\u0085\r', 'wombat'],
    ['a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ['x\ufffey\ufdd0', 'xy'],
    ['🌿 <b>"café"', '🌿 <b>"café"'],
  ])('typed as %j becomes %j', (typed, term) => {
    expect(normalizeSearchTerm(typed)).toBe(term)
  })

  test('is blank when the query is empty', () => {
    expect(normalizeSearchTerm(null)).toBe('')
  })

  test('can be written into any page unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const term = normalizeSearchTerm(typed)
        expect(term.isWellFormed()).toBe(true)
        expect(term).not.toMatch(/(?![\t\n])\p{Cc}/u)
        expect(normalizeSearchTerm(term)).toBe(term)
      }),
    )
  })
})
