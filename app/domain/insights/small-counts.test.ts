import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideSmall, hideSmallParts, isFew } from './small-counts.ts'

test('1 to 4 are hidden, 0 and 5 are shown; 1 to 9 are few', () => {
  expect([0, 1, 4, 5, 10].map(hideSmall)).toEqual([0, undefined, undefined, 5, 10])
  expect([undefined, 0, 5, 9, 10].map(isFew)).toEqual([false, false, true, true, false])
})

test.each([
  { parts: [10, 20], shown: [10, 20], why: 'nothing is small' },
  { parts: [3, 200], shown: [undefined, undefined], why: 'the total less 200 would tell the 3' },
  { parts: [3, 200, 40], shown: [undefined, 200, undefined], why: 'the next larger part hides the 3' },
  { parts: [1, 1, 7, 30], shown: [undefined, undefined, undefined, 30], why: 'a hidden sum of 2 would tell both' },
  { parts: [3, 4, 30], shown: [undefined, undefined, 30], why: 'a sum of 7 tells neither' },
  { parts: [3, 0, 0], shown: [undefined, 0, 0], why: 'the total is hidden then' },
  { parts: [0, 0], shown: [0, 0], why: 'nobody cannot be recognized' },
])('of $parts, $shown is shown: $why', ({ parts, shown }) => {
  expect(hideSmallParts(parts)).toEqual(shown)
})

test('the shown parts and the total never tell a hidden part', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }), (parts) => {
      const shown = hideSmallParts(parts)
      const total = parts.reduce((sum, count) => sum + count, 0)
      const hidden = parts.filter((_, index) => shown[index] === undefined)
      const rest = total - shown.reduce<number>((sum, count) => sum + (count ?? 0), 0)
      for (const [index, count] of parts.entries()) {
        if (count > 0 && count < 5) expect(shown[index]).toBeUndefined()
        expect([undefined, count]).toContain(shown[index])
      }
      if (hidden.length === 0 || hideSmall(total) === undefined) return
      // At least two values are possible for each hidden part.
      expect(hidden.length).toBeGreaterThanOrEqual(2)
      expect(rest).toBeGreaterThanOrEqual(5)
    }),
  )
})
