import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { refusingOrigin } from '#tests/support/hosted-services.ts'
import { startTextService } from '#tests/support/text-service.ts'
import { isSigned } from './signature.server.ts'
import { createTextMessages } from './text-messages.server.ts'

const account = { account: 'AC0123', token: 'text-token-1', from: '+12055550100' }
const text = { to: '+12055550142', text: 'See you on Tuesday.' }

async function open(more: Partial<typeof account> = {}) {
  const service = await startTextService(onTestFinished)
  const settings = { url: `${service.origin}/`, ...account, ...more }
  return { service, texts: createTextMessages(settings), impatient: createTextMessages(settings, { timeoutMs: 300 }) }
}

test('a text is posted as a form and answered with its id', async () => {
  const { service, texts } = await open()
  expect(await texts.send(text)).toEqual({ ok: true, id: 'SM1' })
  expect(Object.fromEntries(service.posts[0]!)).toEqual({ To: text.to, Body: text.text, From: '+12055550100' })
})

test('a pool of numbers is named as such', async () => {
  const { service, texts } = await open({ from: 'MG0123456789' })
  await texts.send(text)
  expect(service.posts[0]!.get('MessagingServiceSid')).toBe('MG0123456789')
  expect(service.posts[0]!.has('From')).toBe(false)
})

test.each([
  ['hang', 'perhaps-sent', 'timeout'],
  ['hang-after', 'perhaps-sent', 'timeout'],
  ['endless', 'perhaps-sent', /timeout|malformed|unreachable/],
  ['status-500', 'perhaps-sent', 'status-500'],
  ['no-json', 'perhaps-sent', 'malformed'],
  ['no-id', 'perhaps-sent', 'malformed'],
  ['redirect', 'perhaps-sent', 'unreachable'],
  ['status-429', 'busy', 'status-429'],
  ['status-401', 'refused', 'status-401'],
  ['code-21610', 'unsubscribed', 'code-21610'],
  ['code-21211', 'bad-number', 'code-21211'],
  ['code-21614', 'bad-number', 'code-21614'],
] as const)('the fault %s is told as %s', async (fault, failure, reason) => {
  const { service, texts, impatient } = await open()
  service.state.fault = fault
  const sender = /hang|endless/.test(fault) ? impatient : texts
  expect(await sender.send(text)).toEqual({ ok: false, failure, reason: expect.stringMatching(reason) })
})

test('without a connection nothing was sent', async () => {
  const texts = createTextMessages({ url: await refusingOrigin(), ...account })
  expect(await texts.send(text)).toEqual({ ok: false, failure: 'busy', reason: 'unreachable' })
  expect(await texts.test()).toEqual({ ok: false, reason: 'unreachable' })
})

test('the list says whether a text arrived whose answer was lost', async () => {
  const { service, texts, impatient } = await open()
  const since = Date.UTC(2026, 4, 5, 12)
  expect(await texts.findSent({ ...text, since })).toEqual({ ok: true, ids: [] })
  await texts.send(text)
  await texts.send({ ...text, text: 'Another text' })
  await texts.send({ ...text, to: '+12055550143' })
  expect(await texts.findSent({ ...text, since })).toEqual({ ok: true, ids: ['SM1'] })
  expect(service.asked[0]!.search).toContain('DateSent%3E=2026-05-04')
  service.state.listFault = 'no-json'
  expect(await texts.findSent({ ...text, since })).toEqual({ ok: false, reason: 'status-201' })
  service.state.listFault = 'hang'
  expect(await impatient.findSent({ ...text, since })).toEqual({ ok: false, reason: 'timeout' })
})

test('a test signs in and sends nothing', async () => {
  const { service, texts } = await open()
  expect(await texts.test()).toEqual({ ok: true })
  expect(service.posts).toEqual([])
  const { texts: wrong } = await open({ token: 'wrong' })
  expect(await wrong.test()).toEqual({ ok: false, reason: 'status-401' })
})

/** From Twilio's documentation of its signatures. */
const documented = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  fields: new URLSearchParams({
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    From: '+12349013030',
    Digits: '1234',
    Caller: '+12349013030',
  }),
  signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
}

test.each([
  [
    [
      ['MediaUrl', 'b'],
      ['MediaUrl', 'a'],
      ['Body', 'x'],
    ],
    'BodyxMediaUrlaMediaUrlb',
  ],
  [
    [
      ['MediaUrl', 'a'],
      ['MediaUrl', 'a'],
    ],
    'MediaUrlaMediaUrla',
  ],
  // As the service's own libraries have it.
  [
    [
      ['MediaUrl', 'a'],
      ['MediaUrl', 'a'],
    ],
    'MediaUrla',
  ],
])('a field that comes twice, %j, is signed as %s', (fields, signed) => {
  const url = 'https://clinic.example/texts'
  const signature = createHmac('sha1', '12345')
    .update(url + signed)
    .digest('base64')
  expect(isSigned('12345', { url, fields: new URLSearchParams(fields), signature })).toBe(true)
})

test.each([
  ['queued', null, { status: 'accepted' }],
  ['sending', null, { status: 'accepted' }],
  ['sent', null, { status: 'sent' }],
  ['delivered', null, { status: 'delivered' }],
  ['undelivered', 30007, { status: 'failed', reason: 'code-30007' }],
  ['failed', 30034, { status: 'failed', reason: 'code-30034' }],
  ['undelivered', 21610, { status: 'failed', reason: 'code-21610', failure: 'unsubscribed' }],
  ['failed', null, { status: 'failed', reason: 'failed' }],
])('the service says %s with code %s later', async (status, error_code, expected) => {
  const { service, texts } = await open()
  await texts.send(text)
  service.statuses.set('SM1', { status, error_code })
  expect(await texts.findStatus('SM1')).toEqual(expected)
  expect(await texts.findStatus('SM9')).toBeUndefined()
})

test('a post is signed as Twilio documents it', () => {
  expect(isSigned('12345', documented)).toBe(true)
  expect(isSigned('12346', documented)).toBe(false)
  expect(isSigned('12345', { ...documented, url: documented.url.replace('https', 'http') })).toBe(false)
  expect(isSigned('12345', { ...documented, fields: new URLSearchParams({ Digits: '1234' }) })).toBe(false)
  for (const signature of ['', 'x', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='])
    expect(isSigned('12345', { ...documented, signature })).toBe(false)
})
