import { expect, test } from 'vitest'
import { cpuMs } from '#tests/support/timing.ts'
import { isDeepXml } from './deep-xml.ts'

const nested = (levels: number) => `<?xml version="1.0"?>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`

test.each([
  ['nothing', '', false],
  ['a usual answer', nested(20), false],
  ['many elements beside each other', `<r>${'<a href="x > y"/><b>1</b>'.repeat(1_000)}</r>`, false],
  ['tags in a text or remark', `<r><![CDATA[${'<a>'.repeat(1_000)}]]><!--${'<a>'.repeat(1_000)}--></r>`, false],
  ['many levels', nested(2_000_000), true],
  ['many levels without an end', '<a '.repeat(10) + '<a>'.repeat(1_000), true],
  ['an open quote', `<a b="${'<a>'.repeat(1_000)}`, false],
  ['an open remark', `<!--${'<a>'.repeat(1_000)}`, false],
])('%s', (_, text, isDeep) => {
  expect(cpuMs(() => expect(isDeepXml(text)).toBe(isDeep))).toBeLessThan(1_000)
})
