import { expect, test } from 'vitest'
import { createSigner } from './signing.server.ts'

const signer = createSigner('s'.repeat(40))
const signed = signer.sign('an order', 'id-1')

test('what was signed is read back for its purpose, with its secret, and otherwise not', () => {
  expect(signer.verify('an order', signed)).toBe('id-1')
  expect(signer.verify('a cart', signed)).toBeUndefined()
  expect(createSigner('t'.repeat(40)).verify('an order', signed)).toBeUndefined()
})

test('with any one character changed, left out or added it is not ours, also where base64 means the same', () => {
  for (let at = 0; at < signed.length; at += 1)
    for (const character of ['', ...'AQgw0_-.=+/ ', `${signed[at]}${signed[at]}`]) {
      if (character === signed[at]) continue
      const altered = signed.slice(0, at) + character + signed.slice(at + 1)
      expect(signer.verify('an order', altered), altered).toBeUndefined()
    }
  for (const end of ['=', '!', '.', 'A', ' ', '\n'])
    expect(signer.verify('an order', signed + end), end).toBeUndefined()
})
