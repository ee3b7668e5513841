import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deliveryReport } from '#tests/support/imap-server.ts'
import { readBounce } from './read-bounce.ts'

const messageId = '<0199-abc@clinic.example>'
const read = (report: string) => readBounce(Buffer.from(report))

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.1', true],
  // No person's fault: a full mailbox, a policy, a sender that is not welcome, another time.
  ['5.2.2', false],
  ['5.7.1', false],
  ['5.7.26', false],
  ['5.1.8', false],
  ['5.3.4', false],
  ['4.4.7', false],
])('a report of %s is of the email, and its address is wrong: %s', async (status, isAddressWrong) => {
  expect(await read(deliveryReport({ messageId, status }))).toEqual({
    messageId,
    said: `${status} 550 ${status} <grace@example.com>: refused`,
    isAddressWrong,
  })
})

test('a policy in what the server says counts more than its status', async () => {
  const diagnostic = 'smtp; 550-5.7.26 This mail is unauthenticated'
  expect(await read(deliveryReport({ messageId, status: '5.1.1', diagnostic }))).toMatchObject({
    isAddressWrong: false,
  })
})

test.each([
  ['smtp; 550 5.7.26 This mail is unauthenticated', 'User unknown', '5.0.0 550 5.7.26 This mail is unauthenticated'],
  ['smtp; 550 failed', 'User unknown', '5.0.0 550 failed User unknown'],
  ['smtp; 550 failed', 'We are sorry.', '5.0.0 550 failed'],
])('the words for people count where the field says too little: %s, %s', async (diagnostic, words, said) => {
  const report = deliveryReport({ messageId, status: '5.0.0', diagnostic })
  expect(await read(report.replace("I'm sorry to have to inform you.", words))).toMatchObject({ said })
})

test('of a report in words, what is kept ends with the code in brackets and begins a little before it', async () => {
  const lines = ['So sorry. '.repeat(50), 'No mailbox here by that name. (#5.1.1)', 'Giving up.']
  const bounce = await read(inWords('MAILER-DAEMON@mx.example', 'failure notice', ...lines))
  expect(bounce?.said).toMatch(/^.{200,250}No mailbox here by that name\. \(#5\.1\.1\)$/)
})

test.each([
  ['sender-refused-5-1-0', false],
  ['blocklist-in-words-5-1-1', false],
  ['unknown-user-5-0-0', true],
  ['no-account-of-a-large-provider-5-0-0', true],
  ['mailbox-unavailable-5-5-0', true],
  ['recipient-group-only', true],
  ['status-only-in-words', true],
  ['original-headers-as-plain-text', true],
  ['plain-text-report', true],
])('%s, from the field', async (name, isAddressWrong) => {
  expect(await readBounce(readFileSync(`tests/cases/bounces/${name}.eml`))).toMatchObject({
    messageId: '<m1@clinic.example>',
    isAddressWrong,
  })
})

const copy = `Received: from clinic.example\r\nMessage-ID: ${messageId}\r\nSubject: Hello\r\n\r\nHello`
const inWords = (from: string, subject: string, ...lines: string[]) =>
  [`From: ${from}`, `Subject: ${subject}`, '', ...lines, '', copy].join('\r\n')

test.each([
  [
    'Exim',
    inWords(
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      'A message that you sent could not be delivered. This is a permanent error.',
      '',
      '  grace@example.com',
      '    SMTP error from remote mail server after RCPT TO:<grace@example.com>:',
      '    host mx.example.com [192.0.2.5]: 550 5.1.1 <grace@example.com>... User Unknown',
      '',
      '------ This is a copy of the message, including all the headers. ------',
    ),
    true,
  ],
  [
    'Exim, to the sender',
    inWords(
      'Mailer-Daemon@mx.example',
      'Mail delivery failed',
      '    SMTP error from remote mail server after MAIL FROM:<clinic@clinic.example>:',
      '    host mx.example.com [192.0.2.5]: 553 5.1.0 clinic.example does not exist',
    ),
    false,
  ],
  [
    'qmail',
    inWords(
      'MAILER-DAEMON@mx.example',
      'failure notice',
      'I’m afraid I wasn’t able to deliver your message to the following addresses.',
      '<grace@example.com>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
    ),
    true,
  ],
  [
    'Exchange 2003',
    inWords(
      'System Administrator <postmaster@mx.example>',
      'Undeliverable: Hello',
      'Your message did not reach the following recipient(s):',
      'grace@example.com on Thu, 29 Apr 2010 00:00:00 -0000',
      '    The recipient name is not recognized',
      '    MSEXCH:IMS:NNN (000C05A6) Unknown Recipient',
    ),
    true,
  ],
  [
    'Zoho',
    inWords(
      'mailer-daemon@mail.zoho.com',
      'Undelivered Mail Returned to Sender',
      'This message was created automatically by mail delivery software.',
      'grace@example.com Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 <grace@example.com>... User Unknown',
    ),
    true,
  ],
  [
    'a mailbox that is full',
    inWords('MAILER-DAEMON@mx.example', 'failure notice', '<grace@example.com>:', 'Mailbox is full. (#5.2.2)'),
    false,
  ],
  [
    'an answer to the email, after its recipient was accepted',
    inWords(
      'MAILER-DAEMON@mx.example',
      'Undelivered',
      '<grace@example.com>: host mx said: 550 Unknown user (in reply to end of DATA command)',
    ),
    false,
  ],
  [
    'an answer to the email with the status of an address that is not there',
    inWords(
      'MAILER-DAEMON@mx.example',
      'Undelivered',
      'mx said: 550 5.1.1 Unknown user (in reply to end of DATA command)',
    ),
    true,
  ],
  ['a report whose reason is its subject', inWords('MAILER-DAEMON@mx.example', 'Returned mail: User unknown'), true],
])('a report in words: %s', async (_, report, isAddressWrong) => {
  expect(await read(report)).toMatchObject({ messageId, isAddressWrong })
})

test.each([
  ['a delay', deliveryReport({ messageId, action: 'delayed', status: '4.4.1' })],
  ['a delay without an action', deliveryReport({ messageId, status: '4.4.1' }).replace(/Action: failed\s+/, '')],
  ['a delivery', deliveryReport({ messageId, action: 'delivered', status: '2.0.0' })],
  ['a report of no email', deliveryReport({ messageId: 'none' })],
  ['a message of a person', 'From: grace@example.com\r\nSubject: 5.1.1\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
  [
    'a person’s answer that quotes the email',
    inWords('Grace <grace@example.com>', 'Re: Hello', 'User unknown, you say? 550 5.1.1'),
  ],
  [
    'a delay in words',
    inWords('MAILER-DAEMON@mx.example', 'Warning: could not send message for past 4 hours', 'Host not found'),
  ],
  ['nothing', ''],
])('%s is no bounce', async (_, report) => {
  expect(await read(report)).toBeUndefined()
})

test('a report is read from its beginning, however long the email is that it returns', async () => {
  const whole = deliveryReport({ messageId }).replace('Hello\r\n--B--', 'x'.repeat(1_000_000))
  expect(await read(whole.slice(0, 256 * 1024))).toMatchObject({ messageId, isAddressWrong: true })
})

test.each([
  [
    'nested without end',
    Array.from({ length: 5_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(
      '',
    ),
  ],
  ['of one long word', `From: MAILER-DAEMON@mx.example\r\n\r\n${'x'.repeat(250_000)}`],
  ['of many dashes', `From: MAILER-DAEMON@mx.example\r\n\r\n${'-- '.repeat(80_000)}`],
  [
    'of tags that do not end',
    `From: MAILER-DAEMON@mx.example\r\nContent-Type: text/html\r\n\r\n${'<p'.repeat(120_000)}`,
  ],
])('a message %s is no bounce, and is read soon', async (_, body) => {
  const before = process.threadCpuUsage()
  expect(await read(`MIME-Version: 1.0\r\n${body}`)).toBeUndefined()
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
})
