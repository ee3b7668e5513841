import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { misspelledSettings } from './misspelled-settings.ts'
import { leastForAdmin, passwordProblem } from './domain/accounts/password-rules.ts'
import { wholeEmail } from './domain/shared/email-address.ts'
import { isWeak } from './vault/weak-secret.ts'
import { isLoopback } from './domain/shared/loopback.ts'
import { OperatorError } from './operator-error.ts'

/** Each rule says in the operator's words what it wants: `broken` is the whole complaint, whatever was wrong. */
const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const flag = oneOf('on', 'off')
const wholeNumber = (least: number, most: number) => {
  const broken = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(broken).int(broken).min(least, broken).max(most, broken)
}
const numberUpTo = (most: number) => {
  const broken = `must be a number from 0 to ${most}`
  return z.coerce.number(broken).min(0, broken).max(most, broken)
}
/** The schemes as an operator writes them, for instance 'http'. */
const urlOf = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a full URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    // What is asked of an address besides can be asked of one only.
    abort: true,
  })
const httpUrl = urlOf('http', 'https')
/** For what speaks of people: it never crosses a network in clear text. */
const encryptedUrl = httpUrl.refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), {
  error: 'must start with https://, unless the service is on this machine',
})
/** As it goes into the Content-Security-Policy. */
const originOnly = httpUrl
  .refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
    error: 'must be a scheme and host without a path',
  })
  .transform((address) => new URL(address).origin)
const name = z.string().min(1)
const anySecret = z.string().min(32, 'must have at least 32 characters')
const secret = anySecret.refine((value) => !isWeak(value), { error: 'can be guessed; make one with openssl' })
/** Weak ones too: that is why they are of before. */
const secretsOfBefore = z
  .string()
  .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
  .pipe(z.array(anySecret))
/** By http(s), or a file by its URL or path. */
const feedPlace = z
  .string()
  .transform((place) => (/^[./]/.test(place) ? pathToFileURL(resolve(place)).href : place))
  .pipe(urlOf('http', 'https', 'file'))
const emailOrMailbox = z.string().regex(/^[^\r\n]*@[^\r\n]+$/, 'must contain an email address')

/** Each setting with its rule, what to say when it is broken, and an example (product decisions, 'Settings'). */
export const settings = {
  PORT: { rule: wholeNumber(1, 65_535).default(3000), example: '3000' },
  HOST: { rule: z.string().min(1).default('127.0.0.1'), example: '127.0.0.1' },
  PUBLIC_URL: { rule: httpUrl.optional(), example: 'https://www.clinic.example' },
  DATA_DIR: { rule: z.string().min(1).default('./data'), example: './data' },
  DATABASE_URL: {
    rule: urlOf('postgres', 'postgresql').optional(),
    example: 'postgres://user:pass@localhost:5432/clinic',
  },
  ADMIN_EMAIL: {
    rule: wholeEmail('must be an email address').toLowerCase().default('admin@clinic.example'),
    example: 'admin@clinic.example',
  },
  ADMIN_PASSWORD: {
    rule: z.string().min(leastForAdmin, `must have at least ${leastForAdmin} characters`).optional(),
    example: 'four words of your own',
  },
  ADMIN_SECOND_FACTOR: { rule: oneOf('optional', 'required').default('optional'), example: 'required' },
  MAIL_TRANSPORT: { rule: oneOf('outbox', 'smtp', 'relay').default('outbox'), example: 'smtp' },
  SMTP_URL: { rule: urlOf('smtp', 'smtps').optional(), example: 'smtp://user:pass@mail.clinic.example:587' },
  MAIL_FROM: { rule: emailOrMailbox.optional(), example: 'Hoover Ayurveda <hello@clinic.example>' },
  RELAY_URL: { rule: encryptedUrl.optional(), example: 'https://api.relay.example' },
  RELAY_USER_ID: { rule: name.optional(), example: 'user_1' },
  RELAY_SERVICE_ID: { rule: name.optional(), example: 'service_1' },
  RELAY_TEMPLATE_ID: { rule: name.optional(), example: 'template_1' },
  RELAY_NEWSLETTER_TEMPLATE_ID: { rule: name.optional(), example: 'template_2' },
  RELAY_ACCESS_TOKEN: { rule: name.optional(), example: 'abc123' },
  RELAY_PER_SECOND: { rule: numberUpTo(1000).default(1), example: '1' },
  FEED_URL: {
    rule: feedPlace.optional(),
    example: 'https://blog.clinic.example/feed.xml',
  },
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
  SESSION_SECRET_PREVIOUS: { rule: secretsOfBefore.optional(), example: 'the one before, and the one before that' },
  ENCRYPTION_KEY: { rule: anySecret.optional(), example: 'the output of: openssl rand -base64 32' },
  ENCRYPTION_KEY_NEXT: { rule: secret.optional(), example: 'the output of: openssl rand -base64 32' },
  BACKUP_DIR: { rule: z.string().min(1).optional(), example: '/mnt/backups' },
  BACKUP_KEEP: { rule: wholeNumber(1, 10_000).default(14), example: '14' },
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
  const given = parseSettings(environment)
  const publicUrl = new URL(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`)
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash)
    throw badSetting('PUBLIC_URL', 'must be a scheme and host without a path')
  if (given.ABUSE_LIMITS === 'off' && !(isLoopback(given.HOST) && isLoopback(publicUrl.hostname)))
    throw badSetting('ABUSE_LIMITS', 'can be off only while HOST and PUBLIC_URL are loopback addresses')
  if (
    given.ADMIN_PASSWORD &&
    passwordProblem(given.ADMIN_PASSWORD, { least: leastForAdmin, about: [given.ADMIN_EMAIL] })
  )
    throw badSetting('ADMIN_PASSWORD', 'is one of the first that people guess')
  const mail = mailSettings(given)
  if (given.PHOTO_API_URL && !given.PHOTO_ACCESS_KEY)
    throw badSetting('PHOTO_ACCESS_KEY', 'must be set together with PHOTO_API_URL')
  // One that is being changed for another may be what it is: that is the way to a better one.
  if (given.ENCRYPTION_KEY && isWeak(given.ENCRYPTION_KEY) && !given.ENCRYPTION_KEY_NEXT)
    throw badSetting('ENCRYPTION_KEY', 'can be guessed; set ENCRYPTION_KEY_NEXT as well and run npm run keys:rotate')
  if (given.DATABASE_URL && !given.SESSION_SECRET) throw badSetting('SESSION_SECRET', 'must be set with DATABASE_URL')
  if (given.DATABASE_URL && !given.ENCRYPTION_KEY) throw badSetting('ENCRYPTION_KEY', 'must be set with DATABASE_URL')

  return {
    host: given.HOST,
    port: given.PORT,
    publicOrigin: publicUrl.origin,
    secure: publicUrl.protocol === 'https:',
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    secrets: {
      session: given.SESSION_SECRET,
      previousSessions: given.SESSION_SECRET_PREVIOUS,
      encryption: given.ENCRYPTION_KEY,
      nextEncryption: given.ENCRYPTION_KEY_NEXT,
    },
    backups: { folder: resolve(given.BACKUP_DIR ?? join(given.DATA_DIR, 'backups')), keep: given.BACKUP_KEEP },
    admin: {
      email: given.ADMIN_EMAIL,
      password: given.ADMIN_PASSWORD,
      mustHaveSecondFactor: given.ADMIN_SECOND_FACTOR === 'required',
    },
    mail,
    mailFrom: given.MAIL_FROM,
    feed: {
      url: given.FEED_URL ?? bundledFeed,
      bundled: given.FEED_URL === undefined,
      converterUrl: given.FEED_CONVERTER_URL,
    },
    photos: given.PHOTO_API_URL
      ? { url: given.PHOTO_API_URL, key: given.PHOTO_ACCESS_KEY ?? '', imageOrigin: given.PHOTO_IMAGE_ORIGIN }
      : undefined,
    schedulingUrl: given.SCHEDULING_URL,
    mapEmbedUrl: given.MAP_EMBED_URL,
    authSyncUrl: given.AUTH_SYNC_URL,
    alertUrl: given.ALERT_URL,
    healthRetentionDays: given.HEALTH_RETENTION_DAYS,
    /** 0: never deleted; so are the bodies of emails. */
    messageRetentionDays: given.MESSAGE_RETENTION_DAYS,
    emailBodyRetentionDays: given.EMAIL_BODY_RETENTION_DAYS,
    trustedProxies: given.TRUST_PROXY,
    newsletterConfirm: given.NEWSLETTER_CONFIRM === 'on',
    /** `perSecond` 0: no pace. `concurrency`: how many are on their way at the same time. */
    newsletter: { perSecond: given.NEWSLETTER_PER_SECOND, concurrency: given.NEWSLETTER_CONCURRENCY },
    abuseLimits: given.ABUSE_LIMITS === 'on',
    worker: given.WORKER,
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL,
    /** A line for each variable that is nearly the name of a setting. */
    misspelled: misspelledSettings(Object.keys(environment), Object.keys(settings)),
  }
}

function mailSettings(given: Settings) {
  /** What the chosen transport cannot do without. */
  function needed<Name extends SettingName>(name: Name): NonNullable<Settings[Name]> {
    const value = given[name]
    if (value === undefined) throw badSetting(name, `must be set with MAIL_TRANSPORT=${given.MAIL_TRANSPORT}`)
    return value
  }
  if (given.MAIL_TRANSPORT === 'smtp') return { transport: 'smtp' as const, url: withTls(needed('SMTP_URL')) }
  if (given.MAIL_TRANSPORT === 'outbox') return { transport: 'outbox' as const }
  return {
    transport: 'relay' as const,
    url: needed('RELAY_URL'),
    userId: needed('RELAY_USER_ID'),
    serviceId: needed('RELAY_SERVICE_ID'),
    templateId: needed('RELAY_TEMPLATE_ID'),
    newsletterTemplateId: needed('RELAY_NEWSLETTER_TEMPLATE_ID'),
    accessToken: given.RELAY_ACCESS_TOKEN,
    /** 0: no pace. */
    perSecond: given.RELAY_PER_SECOND,
  }
}

/**
 * Mail crosses a network only encrypted: by smtps, or by STARTTLS that the server must offer. An operator whose mail
 * server cannot says so in the address (`?tls=opportunistic`).
 */
function withTls(address: string) {
  const url = new URL(address)
  const { searchParams } = url
  const tls = searchParams.get('tls')
  if ((tls ?? 'opportunistic') !== 'opportunistic' || searchParams.get('requireTLS') === 'false')
    throw badSetting('SMTP_URL', 'mail goes out encrypted, or in clear text where need be with ?tls=opportunistic')
  searchParams.delete('tls')
  if (tls === null && !isLoopback(url.hostname)) searchParams.set('requireTLS', 'true')
  return url.href
}

/** Beside package.json, which both this source and the built server have above them, wherever the process was started. */
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
