import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeak } from './weak-secret.ts'

test.each([
  'a'.repeat(44),
  'ab'.repeat(20),
  'changeme'.repeat(4),
  'changeme-changeme-changeme-change',
  'ChangeMe-before-going-to-productn',
  '0123456789'.repeat(4),
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'the output of: openssl rand -base64 48',
  'put your-secret here, 32 characters',
  'password-password-password-password',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
])('a guessable secret is weak: %s', (secret) => {
  expect(isWeak(secret)).toBe(true)
})

// Sixteen bytes have but nine of the sixteen digits once in ten thousand times.
test('a generated secret is strong, even with few different digits', () => {
  for (const secret of ['a90b69a98b8f90707d8a099f78b68b97', '0f7e9e04f909ea9f30f3973e0f3e7a90'])
    expect(isWeak(secret), secret).toBe(false)
  for (let times = 0; times < 50; times += 1) {
    // Less than any command of ours gives: 16 bytes in hex.
    for (const [bytes, encoding] of [
      [16, 'hex'],
      [32, 'base64'],
      [48, 'base64url'],
    ] as const) {
      const secret = randomBytes(bytes).toString(encoding)
      expect(isWeak(secret), secret).toBe(false)
    }
  }
})
