import { expect, test } from 'vitest'
import { createSigner } from './signing.server.ts'

const signer = createSigner('s'.repeat(40))
const signed = signer.sign('an order', 'id-1')

test('a signed value is read back only for its purpose and with its secret', () => {
  expect(signer.verify('an order', signed)).toBe('id-1')
  expect(signer.verify('a cart', signed)).toBeUndefined()
  expect(createSigner('t'.repeat(40)).verify('an order', signed)).toBeUndefined()
})

test('any changed, missing or added character invalidates it, even if base64 decodes it alike', () => {
  for (let at = 0; at < signed.length; at += 1)
    for (const character of ['', ...'AQgw0_-.=+/ ', `${signed[at]}${signed[at]}`]) {
      if (character === signed[at]) continue
      const altered = signed.slice(0, at) + character + signed.slice(at + 1)
      expect(signer.verify('an order', altered), altered).toBeUndefined()
    }
  for (const end of ['=', '!', '.', 'A', ' ', '\n'])
    expect(signer.verify('an order', signed + end), end).toBeUndefined()
})

test('an old secret opens links and finds values stored under it, and nothing else', () => {
  const [before, now] = ['t'.repeat(40), 'u'.repeat(40)]
  const old = createSigner(before)
  const next = createSigner(now, ['v'.repeat(40), before])
  const link = old.sign('an order', 'id-1')
  expect(next.verifyLink('an order', link)).toBe('id-1')
  expect(next.verifyLink('a cart', link)).toBeUndefined()
  expect(next.verify('an order', link)).toBeUndefined()
  expect(next.sign('an order', 'id-1')).toBe(createSigner(now).sign('an order', 'id-1'))
  expect(next.verifyLink('an order', next.sign('an order', 'id-2'))).toBe('id-2')
  expect(next.fingerprints('address', 'a@b.example')).toContain(old.fingerprint('address', 'a@b.example'))
  expect(next.fingerprints('address', 'a@b.example')[0]).toBe(createSigner(now).fingerprint('address', 'a@b.example'))
})
