import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  relayContract,
  type Answer,
  answerCutOff,
  answerDripping,
  answerNever,
  answerRedirect,
  refusingOrigin,
} from '#tests/support/hosted-services.ts'
import { newsletterTemplate, relaySettings, startRelayService } from '#tests/support/mail-server.ts'
import { createMailTransport } from './mail-transport.server.ts'
import type { Message } from './message.server.ts'

const message: Message = {
  messageId: '<1@clinic.example>',
  from: '"Clinic" <hello@clinic.example>',
  to: 'maya@example.com',
  subject: 'Hello',
  text: 'Hello\r\nMaya',
  html: '<p>Hello Maya</p>',
  date: new Date(0),
}

/** Of this test alone; `proved`: an email went through before. */
function proofOf(proved: boolean) {
  let isProved = proved
  return { isProved: async () => isProved, prove: async () => void (isProved = true) }
}

const transportTo = (
  url: string,
  { timeoutMs = 20_000, proved = false, userId = relaySettings('').RELAY_USER_ID } = {},
) =>
  createMailTransport(
    {
      transport: 'relay',
      proof: proofOf(proved),
      url,
      userId,
      serviceId: relaySettings('').RELAY_SERVICE_ID,
      templateId: relaySettings('').RELAY_TEMPLATE_ID,
      newsletterTemplateId: relaySettings('').RELAY_NEWSLETTER_TEMPLATE_ID,
      accessToken: 'private-key-1',
    },
    { timeoutMs },
  )

async function relay(answer?: Answer, options?: Parameters<typeof transportTo>[1]) {
  const service = await startRelayService(onTestFinished)
  service.answer = answer
  return { seen: service.accepted, service, transport: transportTo(`${service.origin}/`, options) }
}

const answer = (status: number, body: string) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status).end(body)

test('it gets all that the contract requires and nothing else, the clinic as sender', async () => {
  const { seen, transport } = await relay()
  expect(await transport.deliver(message)).toMatchObject({ ok: true, state: 'sent' })
  expect(seen).toEqual([
    {
      ...{
        lib_version: expect.any(String),
        user_id: 'public-key-1',
        service_id: 'service-1',
        template_id: 'template-1',
      },
      accessToken: 'private-key-1',
      template_params: {
        to_email: 'maya@example.com',
        from_name: 'Clinic',
        from_email: 'hello@clinic.example',
        reply_to: 'hello@clinic.example',
        subject: 'Hello',
        message: 'Hello\r\nMaya',
      },
    },
  ])
  expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual(Object.keys(relayContract.request.body).toSorted())
})

test('a wrong public key is the relay’s trouble until one email has gone through, in its own words', async () => {
  const { transport } = await relay(undefined, { userId: 'another' })
  expect(await transport.deliver(message)).toMatchObject({ ...itself, detail: '404 Account not found' })
})

test('an email with a visitor’s message names the visitor as its sender', async () => {
  const { seen, transport } = await relay()
  await transport.deliver({ ...message, replyTo: { name: 'Maya\r\nRao', email: 'maya@example.com' } })
  expect(seen[0]).toMatchObject({
    template_params: { from_name: 'Maya Rao', from_email: 'maya@example.com', reply_to: 'maya@example.com' },
  })
})

test('a contact message has only the visitor’s own words', async () => {
  const { seen, transport } = await relay()
  await transport.deliver({ ...message, template: { params: { message: 'Are you open?' } } })
  expect(seen[0]).toMatchObject({ template_id: 'template-1', template_params: { message: 'Are you open?' } })
})

test('a newsletter goes through its own template with its own fields', async () => {
  const { seen, transport } = await relay()
  const params = {
    newsletter_url: 'https://clinic.example/may',
    unsubscribe_url: 'https://clinic.example/u',
    message: 'Dear readers',
  }
  await transport.deliver({ ...message, template: { name: 'newsletter', params } })
  expect(seen[0]).toMatchObject({ template_id: newsletterTemplate })
  expect(seen[0]).toHaveProperty('template_params', {
    to_email: 'maya@example.com',
    subject: 'Hello',
    reply_to: 'hello@clinic.example',
    ...params,
  })
})

test('what was sent is stored without the secrets', async () => {
  const { transport } = await relay()
  const delivery = await transport.deliver(message)
  const kept = delivery.ok ? Buffer.from(delivery.raw).toString() : ''
  expect(JSON.parse(kept)).toMatchObject({
    template_id: 'template-1',
    template_params: { to_email: 'maya@example.com' },
  })
  expect(kept).not.toMatch(/private-key|public-key/)
})

const sent = { ok: true, state: 'sent' }
const itself = { ok: false, permanent: false, scope: 'server' }
const thisEmail = { ok: false, permanent: true, scope: 'email' }

describe('its answer', () => {
  /** Last, what it is when no email has gone through yet. */
  const outcomes: [number, string, object, object?][] = [
    [200, '', sent],
    [200, '{"malformed', sent],
    [202, 'OK', sent],
    [201, '', itself],
    [400, 'bad template', thisEmail, itself],
    [401, '', itself],
    [403, '', itself],
    [402, 'upgrade', thisEmail, itself],
    [404, '', thisEmail, itself],
    [408, '', itself],
    [412, 'reconnect', thisEmail, itself],
    [422, '', thisEmail],
    [426, 'quota', thisEmail, itself],
    [429, '', itself],
    [500, '', itself],
    [503, '<html>', itself],
  ]
  test.each(outcomes)('%i %j', async (status, body, outcome, before = outcome) => {
    const proved = await relay(answer(status, body), { proved: true })
    expect(await proved.transport.deliver(message)).toMatchObject(outcome)
    const { transport } = await relay(answer(status, body))
    expect(await transport.deliver(message)).toMatchObject(before)
  })

  test('of success makes later failures count against one email', async () => {
    let status = 200
    const { transport } = await relay((_, response) => response.writeHead(status).end())
    expect(await transport.deliver(message)).toMatchObject(sent)
    status = 412
    expect(await transport.deliver(message)).toMatchObject({ ...thisEmail, detail: '412' })
  })

  test('is read only up to a limit', async () => {
    const { transport } = await relay(answer(500, 'x'.repeat(5_000_000)))
    const delivery = await transport.deliver(message)
    expect(delivery.ok ? '' : delivery.detail.length).toBeLessThanOrEqual(504)
  })

  test.each<[string, Answer, object]>([
    ['that never comes', answerNever, itself],
    ['that leads elsewhere', answerRedirect('http://127.0.0.1:9/'), itself],
    ['that is no HTTP', (request) => request.socket.end('what?\r\n\r\n'), itself],
    ['of 200 that is cut off', answerCutOff, sent],
    ['of 200 that never ends', answerDripping, sent],
  ])('%s', async (_, misbehaving, outcome) => {
    const endless = misbehaving === answerNever || misbehaving === answerDripping
    const { transport } = await relay(misbehaving, endless ? { timeoutMs: 500 } : {})
    expect(await transport.deliver(message)).toMatchObject(outcome)
  })
})

test('a relay that is down is retried', async () => {
  expect(await transportTo(await refusingOrigin()).deliver(message)).toMatchObject(itself)
})
