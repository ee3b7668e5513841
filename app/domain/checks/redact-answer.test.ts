import { expect, test } from 'vitest'
import { redactAnswer } from './redact-answer.ts'

test.each([
  ['550 5.1.1 <maya@example.com>: no such mailbox', '550 5.1.1 : no such mailbox'],
  ['550 to maya.rao+x@mail.example.com refused', '550 to … refused'],
  ['401 key-123456 is wrong', '401 … is wrong'],
  ['a key of before: key-123456-long', 'a key of before: …'],
  ['<html><body>403\r\nForbidden</body></html>', '403 Forbidden'],
  ['the user is gone', 'the user is gone'],
  ['x'.repeat(1_000), 'x'.repeat(300)],
])('%j becomes %j', (said, kept) => {
  expect(redactAnswer(said, ['key-123456', 'key-123456-long', 'user'])).toBe(kept)
})
