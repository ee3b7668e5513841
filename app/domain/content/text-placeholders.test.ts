import { expect, test } from 'vitest'
import type { Leaf } from './content-schema.ts'
import { findTextPlaceholder } from './text-placeholders.ts'

const find = (kind: 'line' | 'markdown' | 'address', value: string) =>
  findTextPlaceholder({ kind, label: 'Text', max: 1_000 } as Leaf, value)

test.each([
  ['line', 'With [Name of the practitioner].', '[Name of the practitioner]'],
  ['line', '[इलाज]', '[इलाज]'],
  ['markdown', 'By \\[Name\\], **[role]**', '[Name]'],
  ['markdown', 'See [ours](/services) by [2 names].', '[2 names]'],
] as const)('finds the words in square brackets of a %s: %s', (kind, text, found) => {
  expect(find(kind, text)).toBe(found)
})

test.each([
  ['line', 'An hour [1] of [ ] oil, ] and [ more'],
  ['line', '[one\ntwo]'],
  ['markdown', 'See [our services](/services) ![Warm oil](picture:1).'],
  ['address', '/services?a=[name]'],
] as const)('finds none in a %s: %s', (kind, text) => {
  expect(find(kind, text)).toBeUndefined()
})

test('reads a draft of any length', () => {
  expect(find('markdown', '['.repeat(1_000_000))).toBeUndefined()
  expect(find('markdown', `[${'1'.repeat(1_000_000)}`)).toBeUndefined()
})
