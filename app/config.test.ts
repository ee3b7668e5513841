import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.server.ts'

const copySettings = {
  COPY_URL: 'https://s3.example/clinic',
  COPY_ACCESS_KEY: 'access',
  COPY_SECRET_KEY: 'secret',
  COPY_RECIPIENT: `age1${'q'.repeat(58)}`,
}

describe('settings', () => {
  test('have defaults that work on a laptop', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      secure: false,
    })
  })

  test('allow a weak secret only as an old secret or one being replaced', () => {
    const [weak, older] = ['k'.repeat(44), 'changeme'.repeat(5)]
    const ENCRYPTION_KEY_NEXT = 'Qm9eT4rVw2Lk8sXz1pUd6yHc3nJf5bGa'
    const { secrets } = readConfig({
      SESSION_SECRET_PREVIOUS: `${weak}, ${older},`,
      ENCRYPTION_KEY: weak,
      ENCRYPTION_KEY_NEXT,
    })
    expect(secrets).toMatchObject({ previousSessions: [weak, older], encryption: weak })
  })

  test('that are empty count as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      database: { file: resolve('data/clinic.db') },
    })
  })

  test('make cookies secure when the public address is https', () => {
    expect(readConfig({ PUBLIC_URL: 'https://clinic.example' }).secure).toBe(true)
  })

  test('accept a file path as the feed', () => {
    expect(readConfig({ FEED_URL: './posts.xml' }).feed).toMatchObject({
      url: pathToFileURL(resolve('posts.xml')).href,
      bundled: false,
    })
  })

  test('require new subscribers to confirm only when this is turned on', () => {
    expect(readConfig({}).newsletterConfirm).toBe(false)
    expect(readConfig({ NEWSLETTER_CONFIRM: 'on' })).toMatchObject({ newsletterConfirm: true })
  })

  const invalid: [string, Record<string, string>, RegExp][] = [
    ['a short password for the admin', { ADMIN_PASSWORD: 'nine sparrows' }, /^ADMIN_PASSWORD: .*15 characters/],
    ['one that is guessed first', { ADMIN_PASSWORD: 'PasswordPassword1' }, /^ADMIN_PASSWORD: .*people guess/],
    [
      'one made of the address of the admin',
      { ADMIN_EMAIL: 'maya.thomas@clinic.example', ADMIN_PASSWORD: 'maya.thomas.2026' },
      /^ADMIN_PASSWORD: /,
    ],
    ['a port that is no number', { PORT: 'eighty' }, /^PORT: .*Example: PORT=3000$/],
    ['a port that browsers refuse', { PORT: '6000' }, /^PORT: is a port that browsers refuse to open/],
    ['a port out of range', { PORT: '70000' }, /^PORT: must be a whole number from 1 to 65535\. /],
    [
      'a number of proxies that is none',
      { TRUST_PROXY: 'yes' },
      /^TRUST_PROXY: must be a whole number from 0 to 10\. /,
    ],
    [
      'a word that is none of those known',
      { MAIL_TRANSPORT: 'SMTP' },
      /^MAIL_TRANSPORT: must be outbox, smtp or relay\. /,
    ],
    ['a sender without an address', { MAIL_FROM: 'Clinic' }, /^MAIL_FROM: must contain an email address\. /],
    [
      'an address without its scheme',
      { ALERT_URL: 'alerts.example' },
      /^ALERT_URL: must be a full URL that starts with http:\/\/ or https:/,
    ],
    [
      'a mail server without its scheme',
      { SMTP_URL: 'mail.clinic.example' },
      /^SMTP_URL: must be a full URL that starts with smtp:/,
    ],
    [
      'a mailbox of bounces whose password would be readable on the way',
      { BOUNCE_IMAP_URL: 'imap://user:secret@mail.clinic.example' },
      /^BOUNCE_IMAP_URL: must start with imaps:\/\/(?!.*secret)/,
    ],
    [
      'a mailbox of bounces without a password',
      { BOUNCE_IMAP_URL: 'imaps://mail.clinic.example' },
      /^BOUNCE_IMAP_URL: must have a user and a password/,
    ],
    [
      'a mailbox of bounces with a stray percent sign',
      { BOUNCE_IMAP_URL: 'imaps://user:100%@mail.clinic.example' },
      /^BOUNCE_IMAP_URL: must have % as %25(?!.*100%)/,
    ],
    ['payments of another kind', { PAYMENTS: 'cash' }, /^PAYMENTS: must be off or stripe/],
    ['payments without a key', { PAYMENTS: 'stripe' }, /^STRIPE_SECRET_KEY: must be set with PAYMENTS=stripe/],
    [
      'payments without the secret of the webhook',
      { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' },
      /^STRIPE_WEBHOOK_SECRET: must be set with PAYMENTS=stripe/,
    ],
    ['a publishable key', { STRIPE_SECRET_KEY: 'pk_live_1' }, /^STRIPE_SECRET_KEY: must be a secret/],
    ['payments in clear text', { STRIPE_API_URL: 'http://pay.example' }, /^STRIPE_API_URL: must start with https:/],
    ['text messages in clear text', { SMS_URL: 'http://texts.example' }, /^SMS_URL: must start with https:\/\//],
    [
      'text messages without a token',
      { SMS_URL: 'https://texts.example', SMS_ACCOUNT: 'AC1', SMS_FROM: '+12055550177' },
      /^SMS_TOKEN: must be set together with SMS_URL/,
    ],
    ['a sender of text messages alone', { SMS_FROM: '+12055550177' }, /^SMS_URL: must be set together with SMS_FROM/],
    ['a sender of text messages that is no number', { SMS_FROM: '(205) 555-0177' }, /^SMS_FROM: must be a number/],
    ['an account that leaves its address', { SMS_ACCOUNT: '../AC1' }, /^SMS_ACCOUNT: must have only letters/],
    ['a public address with a path', { PUBLIC_URL: 'https://clinic.example/site' }, /^PUBLIC_URL: .*without a path/],
    ['a public address that is none', { PUBLIC_URL: 'clinic.example' }, /^PUBLIC_URL: /],
    ['a database of another kind', { DATABASE_URL: 'mysql://localhost/clinic' }, /^DATABASE_URL: /],
    [
      'PostgreSQL without a session secret',
      { DATABASE_URL: 'postgres://localhost/clinic' },
      /^SESSION_SECRET: must be set with DATABASE_URL/,
    ],
    [
      'PostgreSQL without an encryption key',
      { DATABASE_URL: 'postgres://localhost/clinic', SESSION_SECRET: 'Qm9eT4rVw2Lk8sXz1pUd6yHc3nJf5bGa' },
      /^ENCRYPTION_KEY: must be set with DATABASE_URL/,
    ],
    [
      'a copy that is set up by half',
      { COPY_URL: 'https://s3.example/clinic' },
      /^COPY_ACCESS_KEY: must be set together/,
    ],
    ['a copy without a place', { COPY_SECRET_KEY: 'secret' }, /^COPY_URL: must be set together(?!.*"secret")/],
    ['a copy in clear text', { COPY_URL: 'http://s3.example/clinic' }, /^COPY_URL: must start with https/],
    ['a copy without a bucket', { COPY_URL: 'https://s3.example/' }, /^COPY_URL: must have the name of a bucket/],
    ['a recipient that is none', { COPY_RECIPIENT: 'AGE-SECRET-KEY-1' }, /^COPY_RECIPIENT: must be the recipient/],
    [
      'a copy of PostgreSQL',
      {
        ...copySettings,
        DATABASE_URL: 'postgres://localhost/clinic',
        SESSION_SECRET: 'Qm9eT4rVw2Lk8sXz1pUd6yHc3nJf5bGa',
        ENCRYPTION_KEY: 'Qm9eT4rVw2Lk8sXz1pUd6yHc3nJf5bGa',
      },
      /^COPY_URL: .*archiving/,
    ],
    ['a copy beside a worker', { ...copySettings, WORKER: 'off' }, /^COPY_URL: needs WORKER=on/],
    ['a secret that is too short', { ENCRYPTION_KEY: 'c2hvcnQ=' }, /^ENCRYPTION_KEY: must have at least 32 characters/],
    ['a secret of one email', { SESSION_SECRET: 'a'.repeat(44) }, /^SESSION_SECRET: can be guessed/],
    ['a secret of a document', { SESSION_SECRET: 'changeme'.repeat(5) }, /^SESSION_SECRET: can be guessed/],
    ['a weak encryption key', { ENCRYPTION_KEY: 'k'.repeat(44) }, /^ENCRYPTION_KEY: can be guessed.*keys:rotate/],
    ['a weak key to change to', { ENCRYPTION_KEY_NEXT: 'k'.repeat(44) }, /^ENCRYPTION_KEY_NEXT: can be guessed/],
    ['a short secret of before', { SESSION_SECRET_PREVIOUS: 'short' }, /^SESSION_SECRET_PREVIOUS: .*32 characters/],
    [
      'limits lifted in public',
      { ABUSE_LIMITS: 'off', PUBLIC_URL: 'https://clinic.example' },
      /^ABUSE_LIMITS: .*loopback/,
    ],
    ['limits lifted on every network', { ABUSE_LIMITS: 'off', HOST: '0.0.0.0' }, /^ABUSE_LIMITS: /],
    ['an unknown mail transport', { MAIL_TRANSPORT: 'pigeon' }, /^MAIL_TRANSPORT: /],
    ['SMTP without a server', { MAIL_TRANSPORT: 'smtp' }, /^SMTP_URL: must be set with MAIL_TRANSPORT=smtp/],
    [
      'a relay without its ids',
      { MAIL_TRANSPORT: 'relay', RELAY_URL: 'https://relay.example' },
      /^RELAY_USER_ID: must be set/,
    ],
    ['a relay with a pace that is none', { RELAY_PER_SECOND: 'fast' }, /^RELAY_PER_SECOND: /],
    ['a relay with a pace below none', { RELAY_PER_SECOND: '-1' }, /^RELAY_PER_SECOND: /],
    ['a confirmation that is neither on nor off', { NEWSLETTER_CONFIRM: 'yes' }, /^NEWSLETTER_CONFIRM: /],
    ['photos from an address with a path', { PHOTO_IMAGE_ORIGIN: 'https://a.example/x' }, /^PHOTO_IMAGE_ORIGIN: /],
    ['photos from anywhere', { PHOTO_IMAGE_ORIGIN: '*' }, /^PHOTO_IMAGE_ORIGIN: /],
    ['stock photos without a key', { PHOTO_API_URL: 'https://photos.example' }, /^PHOTO_ACCESS_KEY: /],
    ['a map that is no web page', { MAP_EMBED_URL: 'javascript:alert(1)' }, /^MAP_EMBED_URL: /],
    ...['SCHEDULING_URL', 'RELAY_URL', 'AUTH_SYNC_URL'].flatMap((name) =>
      [
        'http://service.example',
        'http://192.168.1.9/x',
        'http://127.0.0.1.evil.example',
        'http://localhost.example',
      ].map((address): [string, Record<string, string>, RegExp] => [
        `people's data in clear text over a network (${name}=${address})`,
        { [name]: address },
        new RegExp(`^${name}: must start with https://, `),
      ]),
    ),
    [
      'mail in clear text, as it was said before',
      { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://mail.clinic.example?requireTLS=false' },
      /^SMTP_URL: .*tls=opportunistic/,
    ],
    [
      'an encryption of mail that is none known',
      { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://mail.clinic.example?tls=off' },
      /^SMTP_URL: .*tls=opportunistic/,
    ],
    ...['SCHEDULING_URL', 'RELAY_URL', 'AUTH_SYNC_URL', 'PHOTO_IMAGE_ORIGIN'].map(
      (name): [string, Record<string, string>, RegExp] => [
        `${name} that is no address`,
        { [name]: 'our own' },
        new RegExp(`^${name}: .*Example: ${name}=`),
      ],
    ),
    ['a feed that is no address', { FEED_URL: 'our blog' }, /^FEED_URL: /],
  ]

  test('allow local services without https', () => {
    for (const address of ['http://127.0.0.1:9', 'http://localhost:9/x', 'http://[::1]:9', 'https://service.example'])
      expect(readConfig({ SCHEDULING_URL: address, RELAY_URL: address, AUTH_SYNC_URL: address }).schedulingUrl).toBe(
        address,
      )
  })

  test.each(invalid)('with an error stop the start with one line: %s', (_, environment, line) => {
    expect(() => readConfig(environment)).toThrow(line)
    try {
      readConfig(environment)
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })
})

const smtpAddress = (address: string) => {
  const { mail } = readConfig({ MAIL_TRANSPORT: 'smtp', SMTP_URL: address })
  return mail.transport === 'smtp' ? new URL(mail.url) : undefined
}

test.each([
  'smtp://user:pass@mail.clinic.example:587',
  'smtp://mail.clinic.example:25',
  'smtp://192.168.1.9',
  'smtp://127.0.0.1.evil.example',
  'smtp://mail.clinic.example?ignoreTLS=true',
  'smtps://mail.clinic.example',
])('mail crosses a network only encrypted, with or without a password: %s', (address) => {
  expect(smtpAddress(address)?.searchParams.get('requireTLS')).toBe('true')
})

test('mail may be unencrypted on this machine, or if the address allows it', () => {
  for (const address of ['smtp://user:pass@127.0.0.1:1025', 'smtp://[::1]', 'smtp://LOCALHOST', 'smtp://127.9.8.7'])
    expect(smtpAddress(address)?.searchParams.has('requireTLS'), address).toBe(false)
  const open = smtpAddress('smtp://user:pass@mail.clinic.example:25?tls=opportunistic&tls.rejectUnauthorized=false')
  // Ours to read: to the mail program `tls` is something else.
  expect(open?.search).toBe('?tls.rejectUnauthorized=false')
})
