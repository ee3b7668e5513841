import { expect, test } from 'vitest'
import { emailAddress } from './email-address.server.ts'

test.each([
  ['maya@example.com', 'maya@example.com'],
  ['  Maya@Example.COM\n', 'maya@example.com'],
  ['\u200bmaya\u200d@exam\u00adple.com\ufeff', 'maya@example.com'],
  ['\u202amaya@example.com\u202c', 'maya@example.com'],
  ["o'neil@example.com", "o'neil@example.com"],
  ['a.b+c/d=e!f#g$h%i@example.co', 'a.b+c/d=e!f#g$h%i@example.co'],
  ['_maya_@example.com', '_maya_@example.com'],
  ['maya.@example.com', 'maya.@example.com'],
  [`maya@${'x'.repeat(63)}.com`, `maya@${'x'.repeat(63)}.com`],
  ['maya@xn--mnchen-3ya.example', 'maya@xn--mnchen-3ya.example'],
])('%j is the address %s', (typed, address) => expect(emailAddress.parse(typed)).toBe(address))

test.each([
  'maya',
  'maya@',
  '@example.com',
  'maya@localhost',
  'maya@example',
  'maya@example.',
  'maya@.com',
  'maya@-example.com',
  'maya@example-.com',
  `maya@${'x'.repeat(64)}.com`,
  `maya@example.${'x'.repeat(64)}`,
  'maya@exam ple.com',
  'maya@@example.com',
  'maya@example.com, ravi@example.com',
  'maya@example.com\u0000',
  'maya@example.com\r\nBcc: x@y.example',
  `${'x'.repeat(250)}@example.com`,
])('%j is not an address', (typed) =>
  expect(emailAddress.safeParse(typed).error?.issues[0]?.message).toMatch(/in the form name@example\.com/),
)

test.each([undefined, '', '  ', '\u200b'])('%j is missing', (typed) =>
  expect(emailAddress.safeParse(typed).error?.issues[0]?.message).toBe('Enter your email address.'),
)
