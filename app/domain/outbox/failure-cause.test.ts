import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cpuMs } from '#tests/support/timing.ts'
import { type FailureCause, findFailureCause, saysNoSuchAddress } from './failure-cause.ts'

test.each<[FailureCause, string[]]>([
  [
    'no-mailbox',
    [
      '550 5.1.1 no such mailbox',
      '553 sorry, that address is not in my list',
      '550 <maya@example.org>: User unknown',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      '550 5.4.1 Recipient address rejected: Access denied. [DB5.prod.protection.outlook.com]',
      '550 #5.1.0 Address rejected.',
      '550 5.5.0 Requested action not taken: mailbox unavailable',
      '554 delivery error: dd This user doesn’t have a yahoo.com account (maya@yahoo.com)',
      '550 5.1.2 Bad destination system: no such domain',
      'Unrouteable address',
      'This address no longer accepts mail.',
      '553 Requested action not taken: mailbox name not allowed',
      // Whatever the address itself says.
      '550 <spam.blocked@example.org>: unknown user',
    ],
  ],
  [
    'mailbox-full',
    ['552 5.2.2 Over quota', '550 5.1.1 The mailbox is full', '550 Recipient has exceeded its storage quota'],
  ],
  [
    'limit',
    [
      '550 5.4.5 Daily user sending limit exceeded',
      '550 Hourly message quota exceeded',
      '550 5.1.1 Your message quota was used up',
      '550 You have reached your daily maximum; recipient not valid until tomorrow',
      '550 5.2.1 The user you are trying to contact is receiving mail too quickly.',
      '550 Domain example.com has exceeded the max emails per hour (100/100) allowed.',
      '550 5.1.1 <maya@example.org> 192.0.2.1 has sent to too many recipients this hour',
    ],
  ],
  [
    'refused',
    [
      '550 5.7.1 Message rejected as spam by policy',
      '550 5.7.1 Relaying denied',
      '554 <maya@example.org>: Relay access denied',
      '550 relay not permitted',
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a blocklist',
      '550 5.1.1 message refused, your IP is on our blocklist',
      '550 5.1.1 <maya@example.org> listed at zen.example DNSBL',
      '5.1.1 550 Access denied',
      '5.1.1 550 unsolicited mail rejected',
      '501 5.5.4 Invalid domain name',
      '554 We do not accept mail from dynamic addresses',
      '550 You are not in the whitelist of this user',
      '554 Cannot find your hostname, [192.0.2.1]',
      '550 authorization failed, unknown user',
      '550 User clinic unknown: no SMTP login',
      '550 Domain clinic.example not found in our system; add it first',
      '550 could not find a mail exchanger for the sender’s domain',
      '550 mailbox unavailable 550 invalid DNS MX or A/AAAA resource record',
      '550 5.1.0 <clinic@example.com> sender refused. See the list of error codes',
      '553 5.1.8 Domain of sender address clinic@example.com does not exist',
      '550 Verification failed for <clinic@example.com> No Such User Here: sender verify failed',
    ],
  ],
  ['closed', ['550 5.2.1 The email account that you tried to reach is disabled.', '550 Mailbox is frozen.']],
  ['unreachable', ['getaddrinfo ENOTFOUND mail.example.com']],
  [
    'rejected',
    [
      '5.4.4 DNS server failure for domain (SERVFAIL)',
      '554 5.6.0 Attachment file name is invalid',
      '554 5.5.1 Error: no valid recipients',
      '554 transaction failed',
      '550',
      '550 Rejected',
      '552 5.3.4 message size exceeds the maximum',
      '',
    ],
  ],
])('what says %s', (cause, answers) => {
  for (const said of answers) expect(findFailureCause(said), said).toBe(cause)
})

test.each(['daily-limit', 'blocklist', 'mailbox-full'])('%s is not the fault of an address', (name) => {
  const [, answer] = /-> (.+)/.exec(readFileSync(`tests/cases/smtp/${name}.txt`, 'utf8'))!
  expect(saysNoSuchAddress(answer!)).toBe(false)
})

test('neither is what may work another time, and long answers take no time', () => {
  expect(saysNoSuchAddress('450 4.1.1 <maya@example.org>: user unknown, try later')).toBe(false)
  expect(saysNoSuchAddress('5.1.1 450 4.1.1 <maya@example.org>: unverified address')).toBe(false)
  for (const piece of ['a', 'not ', 'user x ', '550 5.1.1 ', 'a@b', 'sender '])
    expect(cpuMs(() => findFailureCause(piece.repeat(100_000)))).toBeLessThan(1_000)
})
