import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeMessage, oneLine } from '#app/integrations/mail-transport/message.server.ts'
import { type ReadMessage, readMessage } from './read-message.ts'

const compose = (more: { subject?: string; text?: string; html?: string; name?: string }) =>
  composeMessage({
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

const headerOf = ({ headers }: ReadMessage, wanted: string) => headers.find(({ name }) => name === wanted)?.value

test('an email reads back as written, with its headers, in every script', async () => {
  const raw = await compose({
    subject: 'Zoë, आयुर्वेद und eine ziemlich lange Betreffzeile, die gefaltet wird, 🙂 mit Zeichen',
    text: 'Lines\r\n=3D --=_email\r\n.\r\nZoë 🙂 and a line that is much longer than seventy-six characters, so it is wrapped',
    html: '<p style="color:#123">Zoë & "so on"</p>',
  })
  const read = await readMessage(raw)
  const { headers, text, html } = read
  expect(headerOf(read, 'Subject')).toBe(
    'Zoë, आयुर्वेद und eine ziemlich lange Betreffzeile, die gefaltet wird, 🙂 mit Zeichen',
  )
  expect(headers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['From', 'To', 'Reply-To', 'Message-ID', 'Date', 'List-Unsubscribe']),
  )
  expect(headerOf(read, 'List-Unsubscribe')).toBe(`<https://clinic.example/${'x'.repeat(200)}>`)
  expect(text?.trimEnd()).toBe(
    'Lines\n=3D --=_email\n.\nZoë 🙂 and a line that is much longer than seventy-six characters, so it is wrapped',
  )
  expect(html?.trimEnd()).toBe('<p style="color:#123">Zoë & "so on"</p>')
})

test('any text reads back as written', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(line, line, line, async (subject, text, html) => {
      const raw = await compose({ subject, text, html })
      const read = await readMessage(raw)
      const spaced = (value = '') => value.replaceAll(/\s+/g, ' ').trim()
      expect(spaced(headerOf(read, 'Subject'))).toBe(spaced(oneLine(subject)))
      const ends = (value = '') =>
        value
          .toWellFormed()
          .replaceAll(/\r\n|\r|\n/g, '\n')
          .trimEnd()
      expect(ends(read.text)).toBe(ends(text))
      expect(ends(read.html)).toBe(ends(html))
    }),
    { numRuns: 200 },
  )
})

test.each(['', 'no header', 'Subject: x', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b', '\u0000\u00ff'])(
  'bytes that are not one of our messages cause no error: %j',
  async (text) => expect((await readMessage(Buffer.from(text, 'latin1'))).headers).toBeInstanceOf(Array),
)
