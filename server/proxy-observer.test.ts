import { expect, test } from 'vitest'
import { signsOf } from './proxy-observer.ts'

type Headers = Record<string, string>

const seen = (
  settings: { publicOrigin: string; trustedProxies: number },
  headers: Headers,
  remoteAddress = '10.0.0.2',
) =>
  signsOf(settings).flatMap(({ name, isSeen }) =>
    isSeen({ headers, socket: { remoteAddress } as never }) ? [name] : [],
  )

test.each([
  ['www.clinic.example', ['own']],
  ['WWW.clinic.example:443', ['own']],
  ['clinic.example', ['elsewhere']],
  ['203.0.113.7', []],
  ['localhost:3000', []],
])('under https://www.clinic.example, asked for %s', (host, signs) => {
  expect(seen({ publicOrigin: 'https://www.clinic.example', trustedProxies: 0 }, { host })).toEqual(signs)
})

test('a trusted proxy says which host was asked for', () => {
  const headers = { host: 'app.internal', 'x-forwarded-host': 'www.clinic.example', 'x-forwarded-for': '203.0.113.7' }
  expect(seen({ publicOrigin: 'https://www.clinic.example', trustedProxies: 1 }, headers)).toEqual(['own'])
})

test.each([
  [0, '203.0.113.7', '10.0.0.2', ['forwarded']],
  [1, '203.0.113.7', '10.0.0.2', []],
  [2, '203.0.113.7', '10.0.0.2', ['fewer-proxies']],
  [2, '198.51.100.1, 203.0.113.7', '10.0.0.2', []],
  // Without a proxy, visitors themselves connect.
  [1, '', '8.8.8.8', ['fewer-proxies']],
  [1, '', '10.0.0.2', []],
])('TRUST_PROXY=%i, X-Forwarded-For "%s", from %s', (trustedProxies, forwarded, from, signs) => {
  const headers: Headers = { host: 'localhost', ...(forwarded && { 'x-forwarded-for': forwarded }) }
  expect(seen({ publicOrigin: 'http://localhost:3000', trustedProxies }, headers, from)).toEqual(signs)
})
