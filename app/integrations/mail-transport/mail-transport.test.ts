import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMailTransport, type Message } from './mail-transport.server.ts'

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
  test('keeps the whole message as bytes', async () => {
    const delivery = await createMailTransport({ transport: 'outbox' }).deliver(message)
    expect(delivery).toMatchObject({ ok: true, state: 'kept' })
    const mail = await PostalMime.parse(delivery.raw)
    expect(mail).toMatchObject({ subject: message.subject, messageId: message.messageId })
    expect(mail.to?.[0]?.address).toBe(message.to)
  })

  test('lets nobody add a header through a subject', async () => {
    const subject = 'Hello\r\nBcc: everybody@example.com'
    const { raw } = await createMailTransport({ transport: 'outbox' }).deliver({ ...message, subject })
    const head = Buffer.from(raw).toString().split('\r\n\r\n')[0]
    expect(head).not.toMatch(/^Bcc:/m)
  })
})

describe('SMTP', () => {
  async function server(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _, done) {
        let text = ''
        stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
      ...options,
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const transport = createMailTransport({
      transport: 'smtp',
      url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    })
    onTestFinished(() => {
      transport.close()
      smtp.close()
    })
    return { received, transport }
  }

  const refusal = (code: number) => Object.assign(new Error('refused'), { responseCode: code })

  test('delivers the bytes that are kept', async () => {
    const { received, transport } = await server()
    const delivery = await transport.deliver(message)
    expect(delivery).toMatchObject({ ok: true, state: 'sent' })
    expect(received[0]?.trimEnd()).toBe(Buffer.from(delivery.raw).toString().trimEnd())
  })

  test('gives up a letter whose recipient is refused for good', async () => {
    const { transport } = await server({ onRcptTo: (_, __, done) => done(refusal(550)) })
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: true })
  })

  test('tries again when the recipient is refused for now, or the sender or the server is the trouble', async () => {
    for (const options of [
      { onRcptTo: (_: unknown, __: unknown, done: (error?: Error) => void) => done(refusal(451)) },
      { onMailFrom: (_: unknown, __: unknown, done: (error?: Error) => void) => done(refusal(550)) },
      { onConnect: (_: unknown, done: (error?: Error) => void) => done(refusal(554)) },
    ]) {
      const { transport } = await server(options)
      expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false })
    }
  })

  test('gives a reason for the log that names nobody, and keeps what the server said apart', async () => {
    const { transport } = await server({
      onRcptTo: ({ address }, _, done) => done(Object.assign(new Error(`<${address}> unknown`), { responseCode: 550 })),
    })
    const delivery = await transport.deliver(message)
    expect(delivery).toMatchObject({
      reason: 'smtp 550 at RCPT TO',
      detail: expect.stringContaining('maya@example.com'),
    })
  })

  test('tries again when nobody listens', async () => {
    const transport = createMailTransport({ transport: 'smtp', url: 'smtp://127.0.0.1:9' })
    onTestFinished(() => transport.close())
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false })
  })
})

describe('the relay', () => {
  async function relay(status: number, answer: string) {
    const seen: { path: string | undefined; body: unknown }[] = []
    const server = createServer(async (request, response) => {
      seen.push({ path: request.url, body: JSON.parse(await bodyOf(request)) })
      response.writeHead(status).end(answer)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ids = { userId: 'user', serviceId: 'service', templateId: 'template' }
    return { seen, transport: createMailTransport({ transport: 'relay', url, ...ids, accessToken: 'token' }) }
  }

  async function bodyOf(request: IncomingMessage) {
    let text = ''
    for await (const bytes of request) text += String(bytes)
    return text
  }

  test('gets the contract’s fields', async () => {
    const { seen, transport } = await relay(200, 'OK')
    expect(await transport.deliver(message)).toMatchObject({ ok: true, state: 'sent' })
    expect(seen).toEqual([
      {
        path: '/api/v1.0/email/send',
        body: {
          lib_version: expect.any(String),
          user_id: 'user',
          service_id: 'service',
          template_id: 'template',
          accessToken: 'token',
          template_params: {
            to_email: 'maya@example.com',
            from_name: 'Clinic',
            from_email: 'hello@clinic.example',
            message: 'Hello\r\nMaya',
          },
        },
      },
    ])
  })

  const outcomes: [number, string, object][] = [
    [200, '', { ok: true }],
    [202, 'OK', { ok: true }],
    [400, 'bad template', { ok: false, permanent: true }],
    [401, '', { ok: false, permanent: false }],
    [403, '', { ok: false, permanent: false }],
    [429, '', { ok: false, permanent: false }],
    [500, '', { ok: false, permanent: false }],
  ]
  test.each(outcomes)('that answers %i %j', async (status, answer, outcome) => {
    const { transport } = await relay(status, answer)
    expect(await transport.deliver(message)).toMatchObject(outcome)
  })

  test('that is away is asked again', async () => {
    const ids = { userId: 'user', serviceId: 'service', templateId: 'template' }
    const transport = createMailTransport({ transport: 'relay', url: 'http://127.0.0.1:9', ...ids })
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false })
  })
})
