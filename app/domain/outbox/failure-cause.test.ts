import { expect, test } from 'vitest'
import { findFailureCause } from './failure-cause.ts'

test.each([
  ['550 5.1.1 no such mailbox', 'no-mailbox'],
  ['553 sorry, that address is not in my list', 'no-mailbox'],
  ['552 5.2.2 Over quota', 'mailbox-full'],
  ['550 5.7.1 Message rejected as spam by policy', 'refused'],
  ['getaddrinfo ENOTFOUND mail.example.com', 'unreachable'],
  ['554 transaction failed', 'rejected'],
  ['', 'rejected'],
])('“%s” is explained as %s', (said, cause) => expect(findFailureCause(said)).toBe(cause))
