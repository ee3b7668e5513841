import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['maya@example.com', 'm…@e….com'],
  ['a@b.co.uk', 'a…@b….uk'],
])('%s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))
