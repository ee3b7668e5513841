import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { DatabaseLocation } from './database/connection.server.ts'
import { misspelledSettings } from './misspelled-settings.ts'
import { leastForStaff, passwordProblem } from './domain/accounts/password-rules.ts'
import { wholeEmail } from './domain/shared/email-address.server.ts'
import { isWeak } from './vault/weak-secret.ts'
import { isLoopback } from './domain/shared/loopback.ts'
import { OperatorError } from './operator-error.ts'

/** Each rule has one error message, which tells the operator what the value must be. */
const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const flag = oneOf('on', 'off')
/** Which browsers open no page at (Fetch standard, 'bad port'). */
const unsafePorts = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  ],
  ...[
    111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  ],
  ...[540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
  ...[6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])
const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}
const numberUpTo = (most: number) => {
  const message = `must be a number from 0 to ${most}`
  return z.coerce.number(message).min(0, message).max(most, message)
}
const urlWith = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a full URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    // Further checks need a valid URL.
    abort: true,
  })
const httpUrl = urlWith('http', 'https')
/** For personal data, which never crosses a network in clear text. */
const encryptedUrl = httpUrl.refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), {
  error: 'must start with https://, unless the service is on this machine',
})
/** A sign-in never crosses a network in clear text. */
const imapUrl = urlWith('imap', 'imaps')
  .refine((url) => url.startsWith('imaps:') || isLoopback(new URL(url).hostname), {
    error: 'must start with imaps://, unless the server is on this machine',
    abort: true,
  })
  .refine((url) => new URL(url).username !== '' && new URL(url).password !== '', {
    error: 'must have a user and a password, with @ in them as %40',
    abort: true,
  })
  .refine((url) => canDecode(url), { error: 'must have % as %25' })
/** As it goes into the Content-Security-Policy. */
const originOnly = httpUrl
  .refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
    error: 'must be a scheme and host without a path',
  })
  .transform((address) => new URL(address).origin)
const name = z.string().min(1)
/** A number as +12055550177, or the id of a pool of numbers; part of no address. */
const textSender = z
  .string()
  .regex(
    /^(\+[1-9]\d{6,14}|\d{5,6}|MG\w{8,64})$/,
    'must be a number such as +12055550177, or the id of a messaging service',
  )
/** The kind of a key is written in it, so that one is not taken for another. */
const keyOf = (kind: RegExp, says: string) => z.string().regex(kind, says)
const anySecret = z.string().min(32, 'must have at least 32 characters')
const secret = anySecret.refine((value) => !isWeak(value), { error: 'can be guessed; make one with openssl' })
/** Weak ones are allowed, because that is a reason to replace a secret. */
const previousSecrets = z
  .string()
  .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
  .pipe(z.array(anySecret))
/** An http(s) URL, or a file as a URL or path. */
const feedLocation = z
  .string()
  .transform((place) => (/^[./]/.test(place) ? pathToFileURL(resolve(place)).href : place))
  .pipe(urlWith('http', 'https', 'file'))
function canDecode(address: string) {
  const { username, password, pathname } = new URL(address)
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}
/** A bucket and folders below it, as S3-like places have them; their names need no escapes. */
const copyUrl = encryptedUrl.refine((url) => /^(\/[\w.-]+)+\/?$/.test(new URL(url).pathname), {
  error: 'must have the name of a bucket in its path',
})
const emailOrMailbox = z.string().regex(/^[^\r\n]*@[^\r\n]+$/, 'must contain an email address')

/** Each setting with its rule and an example (product decisions, 'Settings'). */
export const settings = {
  PORT: {
    rule: wholeNumber(1, 65_535)
      .refine((port) => !unsafePorts.has(port), 'is a port that browsers refuse to open')
      .default(3000),
    example: '3000',
  },
  HOST: { rule: z.string().min(1).default('127.0.0.1'), example: '127.0.0.1' },
  PUBLIC_URL: { rule: httpUrl.optional(), example: 'https://www.clinic.example' },
  DATA_DIR: { rule: z.string().min(1).default('./data'), example: './data' },
  DATABASE_URL: {
    rule: urlWith('postgres', 'postgresql').optional(),
    example: 'postgres://user:pass@localhost:5432/clinic',
  },
  ADMIN_EMAIL: {
    rule: wholeEmail('must be an email address').toLowerCase().default('admin@clinic.example'),
    example: 'admin@clinic.example',
  },
  ADMIN_PASSWORD: {
    rule: z.string().min(leastForStaff, `must have at least ${leastForStaff} characters`).optional(),
    example: 'four words of your own',
  },
  ADMIN_SECOND_FACTOR: { rule: oneOf('optional', 'required').default('optional'), example: 'required' },
  MAIL_TRANSPORT: { rule: oneOf('outbox', 'smtp', 'relay').default('outbox'), example: 'smtp' },
  SMTP_URL: { rule: urlWith('smtp', 'smtps').optional(), example: 'smtp://user:pass@mail.clinic.example:587' },
  BOUNCE_IMAP_URL: {
    rule: imapUrl.optional(),
    example: 'imaps://bounces%40clinic.example:password@mail.clinic.example/INBOX',
  },
  MAIL_FROM: { rule: emailOrMailbox.optional(), example: 'Hoover Ayurveda <hello@clinic.example>' },
  RELAY_URL: { rule: encryptedUrl.optional(), example: 'https://api.relay.example' },
  RELAY_USER_ID: { rule: name.optional(), example: 'user_1' },
  RELAY_SERVICE_ID: { rule: name.optional(), example: 'service_1' },
  RELAY_TEMPLATE_ID: { rule: name.optional(), example: 'template_1' },
  RELAY_NEWSLETTER_TEMPLATE_ID: { rule: name.optional(), example: 'template_2' },
  RELAY_ACCESS_TOKEN: { rule: name.optional(), example: 'abc123' },
  RELAY_PER_SECOND: { rule: numberUpTo(1000).default(1), example: '1' },
  SMS_URL: { rule: encryptedUrl.optional(), example: 'https://texts.example' },
  SMS_ACCOUNT: {
    rule: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must have only letters, digits, - and _')
      .optional(),
    example: 'AC123',
  },
  SMS_TOKEN: { rule: name.optional(), example: 'abc123' },
  SMS_FROM: { rule: textSender.optional(), example: '+12055550177' },
  PAYMENTS: { rule: oneOf('off', 'stripe').default('off'), example: 'stripe' },
  STRIPE_SECRET_KEY: {
    rule: keyOf(/^[rs]k_(test|live)_\w+$/, 'must be a secret or restricted key').optional(),
    example: 'sk_live_abc123',
  },
  STRIPE_WEBHOOK_SECRET: {
    rule: keyOf(/^whsec_\w+$/, 'must be the signing secret of the webhook').optional(),
    example: 'whsec_abc123',
  },
  STRIPE_API_URL: { rule: encryptedUrl.optional(), example: 'https://api.stripe.com' },
  FEED_URL: { rule: feedLocation.optional(), example: 'https://blog.clinic.example/feed.xml' },
  FEED_CONVERTER_URL: { rule: httpUrl.optional(), example: 'https://converter.example/api' },
  PHOTO_API_URL: { rule: httpUrl.optional(), example: 'https://photos.example' },
  PHOTO_ACCESS_KEY: { rule: z.string().min(1).optional(), example: 'abc123' },
  PHOTO_IMAGE_ORIGIN: {
    rule: originOnly.default('https://images.unsplash.com'),
    example: 'https://images.unsplash.com',
  },
  SCHEDULING_URL: { rule: encryptedUrl.optional(), example: 'https://scheduling.example/clinic' },
  MAP_EMBED_URL: { rule: httpUrl.optional(), example: 'https://maps.example/embed?place=clinic' },
  SESSION_SECRET: { rule: secret.optional(), example: 'the output of: openssl rand -base64 48' },
  SESSION_SECRET_PREVIOUS: { rule: previousSecrets.optional(), example: 'the one before, and the one before that' },
  ENCRYPTION_KEY: { rule: anySecret.optional(), example: 'the output of: openssl rand -base64 32' },
  ENCRYPTION_KEY_NEXT: { rule: secret.optional(), example: 'the output of: openssl rand -base64 32' },
  BACKUP_DIR: { rule: z.string().min(1).optional(), example: '/mnt/backups' },
  BACKUP_KEEP: { rule: wholeNumber(1, 10_000).default(14), example: '14' },
  COPY_URL: { rule: copyUrl.optional(), example: 'https://s3.eu-central-1.amazonaws.com/clinic-copy' },
  COPY_ACCESS_KEY: { rule: name.optional(), example: 'abc123' },
  COPY_SECRET_KEY: { rule: name.optional(), example: 'abc123' },
  COPY_RECIPIENT: {
    rule: z
      .string()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be the recipient that npm run copy:recipient prints')
      .optional(),
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  },
  ALERT_URL: { rule: httpUrl.optional(), example: 'https://alerts.example/clinic' },
  AUTH_SYNC_URL: { rule: encryptedUrl.optional(), example: 'https://accounts.example/sync' },
  METRICS_TOKEN: {
    rule: z.string().min(16, 'must have at least 16 characters').optional(),
    example: 'the output of: openssl rand -hex 24',
  },
  HEALTH_RETENTION_DAYS: { rule: wholeNumber(1, 36_500).default(1095), example: '1095' },
  /** 0: never deleted. */
  MESSAGE_RETENTION_DAYS: { rule: wholeNumber(0, 36_500).default(1095), example: '1095' },
  EMAIL_BODY_RETENTION_DAYS: { rule: wholeNumber(0, 36_500).default(365), example: '365' },
  TRUST_PROXY: { rule: wholeNumber(0, 10).default(0), example: '1' },
  ABUSE_LIMITS: { rule: flag.default('on'), example: 'on' },
  NEWSLETTER_CONFIRM: { rule: flag.default('off'), example: 'on' },
  NEWSLETTER_PER_SECOND: { rule: numberUpTo(10_000).default(20), example: '20' },
  NEWSLETTER_CONCURRENCY: { rule: wholeNumber(1, 100).default(5), example: '5' },
  WORKER: { rule: oneOf('on', 'off', 'only').default('on'), example: 'on' },
  LOG_LEVEL: {
    rule: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    example: 'info',
  },
} as const

type SettingName = keyof typeof settings
type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['rule']> }

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting once. Empty values count as not set. */
export function readConfig(environment: Record<string, string | undefined>) {
  const values = parseSettings(environment)
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash)
    throw badSetting('PUBLIC_URL', 'must be a scheme and host without a path')
  if (values.ABUSE_LIMITS === 'off' && !(isLoopback(values.HOST) && isLoopback(publicUrl.hostname)))
    throw badSetting('ABUSE_LIMITS', 'can be off only while HOST and PUBLIC_URL are loopback addresses')
  if (
    values.ADMIN_PASSWORD &&
    passwordProblem(values.ADMIN_PASSWORD, { least: leastForStaff, about: [values.ADMIN_EMAIL] })
  )
    throw badSetting('ADMIN_PASSWORD', 'is one of the first that people guess')
  const mail = mailSettings(values)
  const textMessages = textSettings(values)
  const payments = paymentSettings(values)
  if (values.PHOTO_API_URL && !values.PHOTO_ACCESS_KEY)
    throw badSetting('PHOTO_ACCESS_KEY', 'must be set together with PHOTO_API_URL')
  // A weak key is accepted while it is being replaced.
  if (values.ENCRYPTION_KEY && isWeak(values.ENCRYPTION_KEY) && !values.ENCRYPTION_KEY_NEXT)
    throw badSetting('ENCRYPTION_KEY', 'can be guessed; set ENCRYPTION_KEY_NEXT as well and run npm run keys:rotate')
  if (values.DATABASE_URL && !values.SESSION_SECRET) throw badSetting('SESSION_SECRET', 'must be set with DATABASE_URL')
  if (values.DATABASE_URL && !values.ENCRYPTION_KEY) throw badSetting('ENCRYPTION_KEY', 'must be set with DATABASE_URL')
  const database: DatabaseLocation = values.DATABASE_URL
    ? { url: values.DATABASE_URL }
    : { file: resolve(values.DATA_DIR, 'clinic.db') }

  return {
    host: values.HOST,
    port: values.PORT,
    publicOrigin: publicUrl.origin,
    secure: publicUrl.protocol === 'https:',
    dataDir: resolve(values.DATA_DIR),
    database,
    secrets: {
      session: values.SESSION_SECRET,
      previousSessions: values.SESSION_SECRET_PREVIOUS,
      encryption: values.ENCRYPTION_KEY,
      nextEncryption: values.ENCRYPTION_KEY_NEXT,
    },
    backups: { folder: resolve(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')), keep: values.BACKUP_KEEP },
    copy: copySettings(values),
    admin: {
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
      mustHaveSecondFactor: values.ADMIN_SECOND_FACTOR === 'required',
    },
    mail,
    mailFrom: values.MAIL_FROM,
    bounceImapUrl: values.BOUNCE_IMAP_URL,
    textMessages,
    payments,
    feed: {
      url: values.FEED_URL ?? bundledFeed,
      bundled: values.FEED_URL === undefined,
      converterUrl: values.FEED_CONVERTER_URL,
    },
    photos: values.PHOTO_API_URL
      ? { url: values.PHOTO_API_URL, key: values.PHOTO_ACCESS_KEY ?? '', imageOrigin: values.PHOTO_IMAGE_ORIGIN }
      : undefined,
    schedulingUrl: values.SCHEDULING_URL,
    mapEmbedUrl: values.MAP_EMBED_URL,
    authSyncUrl: values.AUTH_SYNC_URL,
    alertUrl: values.ALERT_URL,
    healthRetentionDays: values.HEALTH_RETENTION_DAYS,
    /** 0: never deleted; so are the bodies of emails. */
    messageRetentionDays: values.MESSAGE_RETENTION_DAYS,
    emailBodyRetentionDays: values.EMAIL_BODY_RETENTION_DAYS,
    trustedProxies: values.TRUST_PROXY,
    newsletterConfirm: values.NEWSLETTER_CONFIRM === 'on',
    /** `perSecond` 0: unlimited. `concurrency`: simultaneous deliveries. */
    newsletter: { perSecond: values.NEWSLETTER_PER_SECOND, concurrency: values.NEWSLETTER_CONCURRENCY },
    abuseLimits: values.ABUSE_LIMITS === 'on',
    worker: values.WORKER,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    /** A line for each variable whose name looks like a misspelled setting. */
    misspelled: misspelledSettings(Object.keys(environment), Object.keys(settings)),
  }
}

function copySettings(values: Settings) {
  const { COPY_URL, COPY_ACCESS_KEY, COPY_SECRET_KEY, COPY_RECIPIENT } = values
  const all = { COPY_URL, COPY_ACCESS_KEY, COPY_SECRET_KEY, COPY_RECIPIENT }
  if (Object.values(all).every((value) => value === undefined)) return undefined
  // A copy that is set up by half would be missed on the day it is needed.
  for (const [setting, value] of Object.entries(all))
    if (value === undefined)
      throw badSetting(setting as SettingName, 'must be set together with the other COPY_ settings')
  if (values.DATABASE_URL)
    throw badSetting('COPY_URL', 'copies SQLite; with DATABASE_URL use PostgreSQL’s own archiving (docs/operations.md)')
  if (values.WORKER !== 'on')
    throw badSetting('COPY_URL', 'needs WORKER=on: only one process may write to a database that is copied')
  return {
    url: COPY_URL ?? '',
    accessKey: COPY_ACCESS_KEY ?? '',
    secretKey: COPY_SECRET_KEY ?? '',
    recipient: COPY_RECIPIENT ?? '',
  }
}

function mailSettings(values: Settings) {
  function required<Name extends SettingName>(name: Name): NonNullable<Settings[Name]> {
    const value = values[name]
    if (value === undefined) throw badSetting(name, `must be set with MAIL_TRANSPORT=${values.MAIL_TRANSPORT}`)
    return value
  }
  if (values.MAIL_TRANSPORT === 'smtp') return { transport: 'smtp' as const, url: requireTls(required('SMTP_URL')) }
  if (values.MAIL_TRANSPORT === 'outbox') return { transport: 'outbox' as const }
  return {
    transport: 'relay' as const,
    url: required('RELAY_URL'),
    userId: required('RELAY_USER_ID'),
    serviceId: required('RELAY_SERVICE_ID'),
    templateId: required('RELAY_TEMPLATE_ID'),
    newsletterTemplateId: required('RELAY_NEWSLETTER_TEMPLATE_ID'),
    accessToken: values.RELAY_ACCESS_TOKEN,
    /** 0: unlimited. */
    perSecond: values.RELAY_PER_SECOND,
  }
}

/** All four or none. */
function textSettings(values: Settings) {
  const { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = values
  if (url && account && token && from) return { url, account, token, from }
  const names = ['SMS_URL', 'SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const
  const set = names.find((each) => values[each] !== undefined)
  const missing = names.find((each) => values[each] === undefined)
  if (set && missing) throw badSetting(missing, `must be set together with ${set}`)
  return undefined
}

/** Undefined: nobody can pay online. */
function paymentSettings(values: Settings) {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url } = values
  if (PAYMENTS === 'off') return undefined
  if (!secretKey) throw badSetting('STRIPE_SECRET_KEY', 'must be set with PAYMENTS=stripe')
  if (!webhookSecret) throw badSetting('STRIPE_WEBHOOK_SECRET', 'must be set with PAYMENTS=stripe')
  return { secretKey, webhookSecret, url: url ?? 'https://api.stripe.com' }
}

/** Requires smtps or STARTTLS, unless the operator allows clear text with `?tls=opportunistic`. */
function requireTls(address: string) {
  const url = new URL(address)
  const { searchParams } = url
  const tls = searchParams.get('tls')
  if ((tls ?? 'opportunistic') !== 'opportunistic' || searchParams.get('requireTLS') === 'false')
    throw badSetting('SMTP_URL', 'mail goes out encrypted, or in clear text where need be with ?tls=opportunistic')
  searchParams.delete('tls')
  if (tls === null && !isLoopback(url.hostname)) searchParams.set('requireTLS', 'true')
  return url.href
}

/** Found from package.json, which is above both this source and the built server. */
const bundledFeed = new URL('content/feed.xml', pathToFileURL(findPackageJSON(import.meta.url) ?? '')).href

function parseSettings(environment: Record<string, string | undefined>) {
  const parsed: Record<string, unknown> = {}
  for (const [name, { rule }] of Object.entries(settings)) {
    const value = environment[name]?.trim() || undefined
    const result = (rule as z.ZodType).safeParse(value)
    if (!result.success) throw badSetting(name as SettingName, plainReason(result.error))
    parsed[name] = result.data
  }
  return parsed as Settings
}

const badSetting = (name: SettingName, reason: string) =>
  new OperatorError(`${name}: ${reason}. Example: ${name}=${settings[name].example}`)

const plainReason = (error: z.ZodError) => (error.issues[0]?.message ?? 'is not valid').replace(/\s+/g, ' ')
