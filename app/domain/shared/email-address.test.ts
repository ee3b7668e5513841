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
  ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
  ['user@MÜNCHEN.example', 'user@xn--mnchen-3ya.example'],
  ['user@例え。テスト', 'user@xn--r8jz45g.xn--zckzah'],
  ['user@उदाहरण.परीक्षा', 'user@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['maya＠example.com', 'maya@example.com'],
  ['ｍａｙａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'maya@example.com'],
  [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
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
  `${'x'.repeat(65)}@example.com`,
  'maya..thomas@example.com',
  '.maya@example.com',
  'maya@example..com',
  'maya@192.0.2.1',
  'maya@example.123',
  'maya@2055550142',
  'maya@[192.0.2.1]',
  'maya@mün chen.example',
  'maya@münchen.example/x',
  'maya@münchen',
  'maya@..ü',
  'máya@example.com',
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
