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
  ['a delay', deliveryReport({ messageId, action: 'delayed', status: '4.4.1' })],
  ['a delivery', deliveryReport({ messageId, action: 'delivered', status: '2.0.0' })],
  ['a report without a status', deliveryReport({ messageId, status: 'unknown' })],
  ['a report of no email', deliveryReport({ messageId: 'none' })],
  ['a message of a person', 'From: grace@example.com\r\nSubject: 5.1.1\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
  ['nothing', ''],
])('%s is no bounce', async (_, report) => {
  expect(await read(report)).toBeUndefined()
})

test('a report is read from its beginning, however long the email is that it returns', async () => {
  const whole = deliveryReport({ messageId }).replace('Hello\r\n--B--', 'x'.repeat(1_000_000))
  expect(await read(whole.slice(0, 256 * 1024))).toMatchObject({ messageId, isAddressWrong: true })
})

test('a message nested without end is no bounce, and is read soon', async () => {
  const levels = Array.from(
    { length: 5_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  )
  const begun = performance.now()
  expect(await read(`MIME-Version: 1.0\r\n${levels.join('')}`)).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(2_000)
})
