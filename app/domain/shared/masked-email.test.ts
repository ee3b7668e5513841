import { expect, test } from 'vitest'
import { maskedEmail } from './masked-email.ts'

test.each([
  ['maya@example.com', 'm…@e….com'],
  ['a@b.co.uk', 'a…@b….uk'],
])('%s is shown as %s', (email, shown) => expect(maskedEmail(email)).toBe(shown))
