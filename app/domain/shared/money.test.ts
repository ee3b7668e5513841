import { expect, test } from 'vitest'
import { toDecimal, formatCents } from './money.ts'

test.each([
  [1200, '$12.00'],
  [5, '$0.05'],
  [0, '$0.00'],
  [123456789, '$1,234,567.89'],
  [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
])('%d cents are %s', (cents, text) => expect(formatCents(cents)).toBe(text))

test.each([
  [1200, '12.00'],
  [5, '0.05'],
  [0, '0.00'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('%d cents are %s for other programs', (cents, text) => expect(toDecimal(cents)).toBe(text))
