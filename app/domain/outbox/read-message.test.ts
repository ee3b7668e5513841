import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { composed } from '#app/integrations/mail-transport/message.server.ts'
import { readMessage } from './read-message.ts'

const compose = (more: { subject?: string; text?: string; html?: string; name?: string }) =>
  composed({
    messageId: '<1@clinic.example>',
    from: '"Clinic" <hello@clinic.example>',
    to: 'maya@example.com',
    replyTo: { name: more.name ?? 'Maya', email: 'maya@example.com' },
    subject: more.subject ?? 'Hello',
    text: more.text ?? 'Hello',
    html: more.html ?? '<p>Hello</p>',
    headers: { 'List-Unsubscribe': `<https://clinic.example/${'x'.repeat(200)}>` },
    date: new Date(0),
  })

const headerOf = (raw: Uint8Array, wanted: string) =>
  readMessage(raw).headers.find(({ name }) => name === wanted)?.value

test('a letter reads as it was written, with its headers, in every script', () => {
  const raw = compose({
    subject: 'Zoë, आयुर्वेद und eine ziemlich lange Betreffzeile, die gefaltet wird, 🙂 mit Zeichen',
    text: 'Lines\r\n=3D --=_letter\r\n.\r\nZoë 🙂 and a line that is much longer than seventy-six characters, so it is wrapped',
    html: '<p style="color:#123">Zoë & "so on"</p>',
  })
  const { headers, text, html } = readMessage(raw)
  expect(headerOf(raw, 'Subject')).toBe(
    'Zoë, आयुर्वेद und eine ziemlich lange Betreffzeile, die gefaltet wird, 🙂 mit Zeichen',
  )
  expect(headers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['From', 'To', 'Reply-To', 'Message-ID', 'Date', 'List-Unsubscribe']),
  )
  expect(headerOf(raw, 'List-Unsubscribe')).toBe(`<https://clinic.example/${'x'.repeat(200)}>`)
  expect(text?.trimEnd()).toBe(
    'Lines\r\n=3D --=_letter\r\n.\r\nZoë 🙂 and a line that is much longer than seventy-six characters, so it is wrapped',
  )
  expect(html?.trimEnd()).toBe('<p style="color:#123">Zoë & "so on"</p>')
})

test('whatever is written, it reads as a reader of mail reads it', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(line, line, line, async (subject, text, html) => {
      const raw = compose({ subject, text, html })
      const read = readMessage(raw)
      const expected = await PostalMime.parse(raw)
      const spaced = (value = '') => value.replaceAll(/\s+/g, ' ').trim()
      expect(spaced(headerOf(raw, 'Subject'))).toBe(spaced(expected.subject))
      const ends = (value = '') => value.replaceAll(/\r\n/g, '\n').trimEnd()
      expect(ends(read.text)).toBe(ends(expected.text))
      expect(ends(read.html)).toBe(ends(expected.html))
    }),
    { numRuns: 200 },
  )
})

test.each(['', 'no header', 'Subject: x', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b', '\u0000\u00ff'])(
  'bytes that are no message of ours break nothing: %j',
  (text) => expect(readMessage(Buffer.from(text, 'latin1')).headers).toBeInstanceOf(Array),
)
