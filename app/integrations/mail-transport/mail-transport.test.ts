import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { createMailTransport, type Delivery, withHealth } from './mail-transport.server.ts'
import { composeMessage, type Message } from './message.server.ts'

const message: Message = {
  messageId: '<1@clinic.example>',
  from: '"Clinic" <hello@clinic.example>',
  to: 'maya@example.com',
  subject: 'Grüße, आयुर्वेद',
  text: 'Hello\r\nMaya',
  html: '<p>Hello Maya</p>',
  headers: { 'List-Unsubscribe': '<https://clinic.example/u>' },
  date: new Date(0),
}

describe('the outbox', () => {
  test('stores the whole message as bytes', async () => {
    const delivery = await createMailTransport({ transport: 'outbox' }).deliver(message)
    if (!delivery.ok) throw new Error(delivery.detail)
    expect(delivery.state).toBe('kept')
    const mail = await PostalMime.parse(delivery.raw)
    expect(mail).toMatchObject({ subject: message.subject, messageId: message.messageId })
    expect(mail.to?.[0]?.address).toBe(message.to)
  })

  const typed = 'Hello\r\nBcc: everybody@example.com\nX-Two: 2\rX-Three: 3\u2028X-Four: 4'
  const places: [string, Partial<Message>][] = [
    ['subject', { subject: typed }],
    ['name of the person to answer', { replyTo: { name: typed, email: 'maya@example.com' } }],
    ['header of ours', { headers: { 'List-Unsubscribe': typed } }],
    ['Message-ID', { messageId: `<1@clinic.example>\r\nBcc: everybody@example.com` }],
  ]
  test.each(places)('prevents header injection through a %s', async (_, place) => {
    const mail = await PostalMime.parse(await composeMessage({ ...message, ...place }))
    const names = mail.headers.map(({ key }) => key)
    expect(names).not.toContain('bcc')
    expect(names.filter((name) => name.startsWith('x-'))).toEqual([])
    expect(mail).toMatchObject({ text: expect.stringContaining('Maya'), html: expect.stringContaining('Hello Maya') })
  })

  test('shows a multiline name as one line', async () => {
    const replyTo = { name: 'Maya\r\nRao', email: 'maya@example.com' }
    const mail = await PostalMime.parse(await composeMessage({ ...message, replyTo }))
    expect(mail.replyTo).toEqual([{ name: 'Maya Rao', address: 'maya@example.com' }])
  })

  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\r\n',
        '\n',
        '.',
        '..\r\n',
        ' \r\n',
        '--=_email--\r\n',
        '=_',
        '=3D',
        'From me\r\n',
        'x'.repeat(200),
      ),
    ),
  )

  test('preserves any text and any HTML, in lines that every server accepts', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (one, two) => {
        const asMailHasThem = (pieces: string[]) =>
          // Half a character is none, and mail knows one line ending.
          pieces
            .join('')
            .toWellFormed()
            .replaceAll(/\r\n|\r|\n/g, '\n')
        const [text, html] = [asMailHasThem(one), asMailHasThem(two)]
        const raw = await composeMessage({ ...message, text, html })
        expect(
          Buffer.from(raw)
            .toString()
            .split('\r\n')
            .filter((line) => line.length > 78 || /[\r\n]/.test(line)),
        ).toEqual([])
        const mail = await PostalMime.parse(raw)
        expect(mail.text?.trimEnd()).toBe(text.trimEnd())
        expect(mail.html?.trimEnd()).toBe(html.trimEnd())
      }),
    )
  })
})

describe('a mail server', () => {
  const sent: Delivery = { ok: true, state: 'sent', raw: Buffer.of() }
  const failure = (scope: 'server' | 'email'): Delivery => ({
    ok: false,
    permanent: false,
    scope,
    reason: 'smtp 450',
    detail: 'later',
  })

  function open(isReachable: boolean) {
    let answer = sent
    const mail = withHealth({
      ...{ deliver: async () => answer, isReachable: async () => isReachable },
      ...{ probeEveryMs: 1, close() {} },
    })
    const fail = async (scope: 'server' | 'email', times: number) => {
      answer = failure(scope)
      for (let each = 0; each < times; each += 1) await mail.deliver(message)
      answer = sent
    }
    return { mail, fail }
  }

  test('counts as down after five failures in a row, or one if it cannot be reached, until it takes an email', async () => {
    for (const [isReachable, before] of [
      [true, 4],
      [false, 0],
    ] as const) {
      const { mail, fail } = open(isReachable)
      await fail('server', before)
      expect(await mail.isDown()).toBe(false)
      await fail('server', 1)
      expect([await mail.isDown(), mail.lastAnswerAt()]).toEqual([true, 0])
      await mail.deliver(message)
      expect([await mail.isDown(), mail.lastAnswerAt() > 0]).toEqual([false, true])
    }
  })

  test('that rejects single emails has answered', async () => {
    const { mail, fail } = open(false)
    await fail('email', 9)
    expect([await mail.isDown(), mail.lastAnswerAt() > 0]).toEqual([false, true])
  })
})
