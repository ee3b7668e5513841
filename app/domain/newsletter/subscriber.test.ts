import { expect, test } from 'vitest'
import { listView } from './subscriber-forms.server.ts'

test.each([
  ['  MAYA@Gmail ', 'maya@gmail'],
  ['a\u0000b\u007f', 'ab'],
  ['100%_"\'\\', '100%_"\'\\'],
  ['\ud800', '\ufffd'],
  ['ÜBER', 'über'],
  [' \t ', undefined],
  ['x'.repeat(300), 'x'.repeat(254)],
])('the input %j searches for %j', (typed, expected) => {
  expect(listView.parse({ q: typed }).q).toBe(expected)
})
