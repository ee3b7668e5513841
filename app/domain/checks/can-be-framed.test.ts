import { expect, test } from 'vitest'
import { canBeFramed } from './can-be-framed.ts'

const site = 'https://www.clinic.example'
const frame = 'https://maps.example/embed'
const framed = (xFrameOptions: string, contentSecurityPolicy: string) =>
  canBeFramed({ xFrameOptions, contentSecurityPolicy }, site, frame)

test.each([
  ['', '', true],
  ['DENY', '', false],
  ['SAMEORIGIN', '', false],
  ['ALLOWALL', '', true],
  ['DENY', 'frame-ancestors *', true],
  ['', "frame-ancestors 'none'", false],
  ['', "frame-ancestors 'self'", false],
  ['', 'frame-ancestors', false],
  ['', "default-src 'none'; frame-ancestors https:", true],
  ['', 'frame-ancestors http:', true],
  ['', 'frame-ancestors wss:', false],
  ['', 'frame-ancestors https://www.clinic.example', true],
  ['', 'frame-ancestors https://www.clinic.example:443', true],
  ['', 'frame-ancestors https://www.clinic.example:8443', false],
  ['', 'frame-ancestors www.clinic.example:*', true],
  ['', 'frame-ancestors https://*.clinic.example', true],
  ['', 'frame-ancestors https://*.www.clinic.example', false],
  ['', 'frame-ancestors clinic.example', false],
  ['', 'frame-ancestors *, frame-ancestors https://other.example', false],
  ['', 'Frame-Ancestors HTTPS://WWW.CLINIC.EXAMPLE', true],
])('headers %j and %j let the website show it: %j', (options, policy, allowed) => {
  expect(framed(options, policy)).toBe(allowed)
})

test('a page from the same origin may be framed', () => {
  const policy = "frame-ancestors 'self'"
  expect(canBeFramed({ xFrameOptions: 'SAMEORIGIN', contentSecurityPolicy: '' }, site, `${site}/map`)).toBe(true)
  expect(canBeFramed({ xFrameOptions: '', contentSecurityPolicy: policy }, site, `${site}/map`)).toBe(true)
})
