import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drip, hangUp, silence, startScriptedSmtp } from '#tests/support/mail-server.ts'
import { createMailTransport } from './mail-transport.server.ts'
import type { Message } from './message.server.ts'
import { portOf } from '#tests/support/connections.ts'

const message: Message = {
  messageId: '<1@clinic.example>',
  from: '"Clinic" <hello@clinic.example>',
  to: 'maya@example.com',
  subject: 'Hello',
  text: 'Hello Maya',
  html: '<p>Hello Maya</p>',
  date: new Date(0),
}

type Script = Parameters<typeof startScriptedSmtp>[0]

/** For servers that never answer; one that does may take its time on a slow machine. */
const impatient = { timeoutMs: 300 }

async function transportTo(script: Script, { login = '', options = '', timeoutMs = 5_000 } = {}) {
  const smtp = await startScriptedSmtp(script)
  const transport = createMailTransport(
    { transport: 'smtp', url: `smtp://${login}127.0.0.1:${smtp.port}${options}` },
    { timeoutMs },
  )
  onTestFinished(async () => {
    transport.close()
    await smtp.stop()
  })
  return { smtp, transport }
}

test('the stored bytes are the sent bytes, also when the server closed a connection that was idle', async () => {
  let emails = 0
  const { smtp, transport } = await transportTo({ MAIL: () => ((emails += 1) === 2 ? hangUp : '250 ok') })
  for (const text of ['Hello Maya', '.Hello\r\n.\r\nagain']) {
    const delivery = await transport.deliver({ ...message, text })
    if (!delivery.ok) throw new Error(delivery.detail)
    const sent = smtp.received.at(-1)?.replaceAll('\r\n..', '\r\n.').trimEnd()
    expect([delivery.state, Buffer.from(delivery.raw).toString().trimEnd()]).toEqual(['sent', sent])
  }
  expect(emails).toBe(3)
})

test('many emails share a few connections', async () => {
  const { smtp, transport } = await transportTo({})
  const deliveries = await Promise.all(Array.from({ length: 40 }, () => transport.deliver(message)))
  expect(deliveries.every(({ ok }) => ok)).toBe(true)
  expect(smtp.received).toHaveLength(40)
  expect(smtp.connections()).toBeLessThanOrEqual(5)
})

describe('a failure of the whole server is retried, whatever its response', () => {
  const login = 'clinic:secret@'
  const troubles: [string, Script, string?][] = [
    ['a greeting of 421', { greeting: '421 busy' }],
    ['a greeting of 554', { greeting: '554 go away' }],
    ['no greeting', { greeting: silence }],
    ['a greeting that is none', { greeting: 'HTTP/1.1 400 Bad Request' }],
    ['hanging up instead of greeting', { greeting: hangUp }],
    ['no hello', { EHLO: silence }],
    ['a hello of 421', { EHLO: '421 busy' }],
    ['a hello of 550', { EHLO: '550 no', HELO: '550 no' }],
    ['a login rejected temporarily', { AUTH: '454 later' }, login],
    ['a login rejected permanently', { AUTH: '535 wrong password' }, login],
    ['no answer to the login', { AUTH: silence }, login],
    ['a sender rejected temporarily', { MAIL: '451 later' }],
    ['a sender rejected permanently', { MAIL: '550 not you' }],
    ['no answer to the sender', { MAIL: silence }],
    ['no answer to the recipient', { RCPT: silence }],
    ['hanging up after the recipient', { RCPT: hangUp }],
    ['closing at the recipient', { RCPT: '421 closing' }],
    ['no answer to DATA', { DATA: silence }],
    ['nonsense instead of an answer to DATA', { DATA: 'what?' }],
    ['hanging up in the middle of the message', { hangUpInBody: true }],
    ['no answer to the message', { body: silence }],
    ['hanging up after the message', { body: hangUp }],
    ['nonsense instead of an answer to the message', { body: 'what?' }],
    ['closing after the message', { body: '421 closing' }],
  ]
  test.each(troubles)('%s', async (_, script, withLogin = '') => {
    const { transport } = await transportTo(script, { login: withLogin, ...impatient })
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false, scope: 'server' })
  })

  test('and reports whether the email may have arrived', async () => {
    const perhaps = async (script: Script) => {
      const delivery = await (await transportTo(script, { timeoutMs: 2_000 })).transport.deliver(message)
      return !delivery.ok && delivery.perhapsSent
    }
    await Promise.all([
      expect(perhaps({ body: silence })).resolves.toBe(true),
      expect(perhaps({ body: hangUp })).resolves.toBe(true),
      expect(perhaps({ body: '451 later' })).resolves.toBe(false),
      expect(perhaps({ body: '421 closing' })).resolves.toBe(false),
      expect(perhaps({ RCPT: hangUp })).resolves.toBe(false),
      expect(perhaps({ RCPT: silence })).resolves.toBe(false),
      expect(perhaps({ greeting: silence })).resolves.toBe(false),
    ])
  })

  test('no server listens', async () => {
    const { smtp, transport } = await transportTo({})
    await smtp.stop()
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false, scope: 'server' })
  })

  test('a server whose response never ends delays an email only for a limited time', async () => {
    const { transport } = await transportTo({ RCPT: drip }, { timeoutMs: 100 })
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false, scope: 'server' })
  })
})

describe('the server’s response to this email', () => {
  const temporary = { permanent: false, recipientRefused: false }
  const permanent = { permanent: true, recipientRefused: false }
  const answers: [string, Script, object][] = [
    ['its recipient rejected temporarily', { RCPT: '450 greylisted' }, temporary],
    ['its recipient rejected permanently', { RCPT: '550 unknown' }, { permanent: true, recipientRefused: true }],
    ['rejected temporarily before the message', { DATA: '451 later' }, temporary],
    ['rejected permanently before the message', { DATA: '554 no' }, permanent],
    ['rejected temporarily after the message', { body: '451 later' }, temporary],
    ['rejected permanently after the message', { body: '552 too long' }, permanent],
  ]
  test.each(answers)('%s', async (_, script, outcome) => {
    const { transport } = await transportTo(script)
    expect(await transport.deliver(message)).toMatchObject({ ok: false, scope: 'email', ...outcome })
  })

  test('is left out of the logged reason', async () => {
    const { transport } = await transportTo({ RCPT: '550 <maya@example.com> unknown' })
    expect(await transport.deliver(message)).toMatchObject({
      reason: 'smtp 550 at RCPT TO',
      detail: expect.stringContaining('maya@example.com'),
    })
  })

  test('leaves the connection open for later emails', async () => {
    const { smtp, transport } = await transportTo({ RCPT: '550 unknown' })
    for (let email = 0; email < 10; email += 1) await transport.deliver(message)
    // One resets itself while the other is used.
    expect(smtp.connections()).toBeLessThanOrEqual(2)
  })
})

test('a connection that the server closed while idle loses no email', async () => {
  const { smtp, transport } = await transportTo({ body: '250 taken' })
  await transport.deliver(message)
  const port = smtp.port
  await smtp.stop()
  const again = new SMTPServer({ authOptional: true, disableReverseLookup: true, disabledCommands: ['STARTTLS'] })
  await new Promise<void>((resolve) => again.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => again.close())
  expect(await transport.deliver(message)).toMatchObject({ ok: true })
})

describe('isReachable', () => {
  test('returns true if the server answers and accepts the login', async () => {
    const { transport } = await transportTo({}, { login: 'clinic:secret@' })
    expect(await transport.isReachable()).toBe(true)
  })

  test.each<[string, Script]>([
    ['it rejects the login', { AUTH: '535 wrong password' }],
    ['it says nothing', { greeting: silence }],
    ['it sends us away', { greeting: '554 no' }],
  ])('%s', async (_, script) => {
    const { transport } = await transportTo(script, { login: 'clinic:secret@', ...impatient })
    expect(await transport.isReachable()).toBe(false)
  })
})

describe('encryption', () => {
  async function selfSigned(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
    const smtp = new SMTPServer({ authOptional: true, disableReverseLookup: true, ...options })
    smtp.on('error', () => {})
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => smtp.close())
    return portOf(smtp.server)
  }

  test.each([
    ['smtp', false],
    ['smtps', true],
  ])('an untrusted certificate is rejected (%s)', async (scheme, secure) => {
    const port = await selfSigned({ secure })
    const transport = createMailTransport({ transport: 'smtp', url: `${scheme}://127.0.0.1:${port}` })
    onTestFinished(() => transport.close())
    expect(await transport.deliver(message)).toMatchObject({ ok: false, permanent: false, scope: 'server' })
    expect(await transport.isReachable()).toBe(false)
  })

  test('if the settings require encryption, neither mail nor password goes to a server without it', async () => {
    const login = 'clinic:secret@'
    const { smtp, transport } = await transportTo({}, { login, options: '?requireTLS=true' })
    expect(await transport.deliver(message)).toMatchObject({
      ok: false,
      scope: 'server',
      reason: 'smtp ETLS',
    })
    expect(smtp.received).toEqual([])
  })
})
