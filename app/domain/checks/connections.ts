import type { RelaySettings } from '#app/integrations/mail-transport/relay.server.ts'
import { incomingTextsPath } from '#app/domain/text-messages/incoming-path.ts'
import { paymentEventsPath } from '#app/domain/payments/payment.ts'
import type { StripeSettings } from '#app/integrations/payments/stripe.server.ts'
import type { TextSettings } from '#app/integrations/text-messages/text-messages.server.ts'
import { connectionsPage as words } from '#content/pages/admin-connections.ts'

export const connectionIds = [
  'smtp',
  'relay',
  'feed',
  'photos',
  'map',
  'scheduling',
  'alerts',
  'bounces',
  'texts',
  'payments',
  'copy',
] as const
export type ConnectionId = (typeof connectionIds)[number]

type Relay = RelaySettings & { transport: 'relay'; perSecond: number }

type CopySettings = { url: string; accessKey: string; secretKey: string }

export type ConnectionConfig = {
  mail: { transport: 'outbox' } | { transport: 'smtp'; url: string } | Relay
  feed: { url: string; bundled: boolean; converterUrl?: string | undefined }
  photos: { url: string; key: string; imageOrigin: string } | undefined
  mapEmbedUrl: string | undefined
  schedulingUrl: string | undefined
  alertUrl: string | undefined
  bounceImapUrl: string | undefined
  textMessages: TextSettings | undefined
  payments: StripeSettings | undefined
  copy: CopySettings | undefined
}

/**
 * Each with its settings, or without if it is not in use. Hosts only: paths and queries of these URLs often are secrets.
 * `from`: the sender of emails. `mapUrl`: the page in the map's frame. `publicOrigin`: where a service
 * posts what it received.
 */
export function listConnections(
  config: ConnectionConfig,
  { from, mapUrl, publicOrigin }: { from: string; mapUrl: string; publicOrigin: string },
) {
  const { mail, feed, photos, mapEmbedUrl, schedulingUrl, alertUrl, bounceImapUrl, textMessages, payments, copy } =
    config
  const { settings: names, values } = words
  const settings: Record<ConnectionId, { name: string; value: string }[] | undefined> = {
    smtp: mail.transport === 'smtp' ? smtpSettings(mail.url, from) : undefined,
    relay: mail.transport === 'relay' ? relaySettings(mail) : undefined,
    feed: [
      { name: names.feed, value: feed.bundled ? values.bundled : toHost(feed.url) },
      { name: names.converter, value: feed.converterUrl ? toHost(feed.converterUrl) : values.notSet },
    ],
    photos: photos && [
      { name: names.host, value: toHost(photos.url) },
      { name: names.key, value: isSet(photos.key) },
      { name: names.images, value: photos.imageOrigin },
    ],
    map: [
      { name: names.host, value: toHost(mapUrl) },
      { name: names.source, value: mapEmbedUrl ? values.bySetting : values.byContent },
    ],
    scheduling: schedulingUrl ? [{ name: names.host, value: toHost(schedulingUrl) }] : undefined,
    alerts: alertUrl ? [{ name: names.host, value: toHost(alertUrl) }] : undefined,
    bounces: bounceImapUrl === undefined ? undefined : mailboxSettings(bounceImapUrl),
    payments: payments && paymentSettings(payments, publicOrigin),
    texts: textMessages && textSettings(textMessages, publicOrigin),
    copy: copy && copySettings(copy),
  }
  return connectionIds.map((id) => ({ id, settings: settings[id] }))
}

function smtpSettings(address: string, from: string) {
  const { settings: names, values } = words
  const { protocol, host, username, password, searchParams } = new URL(address)
  const encryption =
    protocol === 'smtps:'
      ? values.smtps
      : searchParams.get('requireTLS') === 'true'
        ? values.startTls
        : values.opportunistic
  return [
    { name: names.host, value: host },
    { name: names.encryption, value: encryption },
    { name: names.user, value: isSet(username) },
    { name: names.password, value: isSet(password) },
    { name: names.from, value: from },
  ]
}

function mailboxSettings(address: string) {
  const { settings: names, values } = words
  const { protocol, host, username, password, pathname } = new URL(address)
  return [
    { name: names.host, value: host },
    { name: names.encryption, value: protocol === 'imaps:' ? values.imaps : values.thisMachine },
    { name: names.folder, value: decodeURIComponent(pathname.slice(1)) || 'INBOX' },
    { name: names.user, value: isSet(username) },
    { name: names.password, value: isSet(password) },
  ]
}

const textSettings = ({ url, account, token, from }: TextSettings, publicOrigin: string) => [
  { name: words.settings.host, value: toHost(url) },
  { name: words.settings.account, value: isSet(account) },
  { name: words.settings.token, value: isSet(token) },
  { name: words.settings.from, value: from },
  { name: words.settings.webhook, value: `${publicOrigin}${incomingTextsPath}` },
]

const paymentSettings = ({ url, secretKey, webhookSecret }: StripeSettings, publicOrigin: string) => [
  { name: words.settings.host, value: toHost(url) },
  { name: words.settings.privateKey, value: isSet(secretKey) },
  { name: words.settings.webhook, value: `${publicOrigin}${paymentEventsPath}` },
  { name: words.settings.webhookSecret, value: isSet(webhookSecret) },
]

/** The name of a bucket is no secret. */
const copySettings = ({ url, accessKey, secretKey }: CopySettings) => [
  { name: words.settings.host, value: toHost(url) },
  { name: words.settings.bucket, value: new URL(url).pathname.slice(1) },
  { name: words.settings.accessKey, value: isSet(accessKey) },
  { name: words.settings.secretKey, value: isSet(secretKey) },
]

function relaySettings(relay: Relay) {
  const { settings: names, values } = words
  return [
    { name: names.host, value: toHost(relay.url) },
    { name: names.publicKey, value: isSet(relay.userId) },
    { name: names.privateKey, value: isSet(relay.accessToken) },
    { name: names.service, value: isSet(relay.serviceId) },
    { name: names.template, value: isSet(relay.templateId) },
    { name: names.newsletterTemplate, value: isSet(relay.newsletterTemplateId) },
    { name: names.pace, value: relay.perSecond === 0 ? values.noLimit : String(relay.perSecond) },
  ]
}

const isSet = (value: string | undefined) => (value ? words.values.set : words.values.notSet)

const toHost = (address: string) => (address.startsWith('file:') ? words.values.file : new URL(address).host)

/** The secrets in these settings, to be removed from answers. */
export function connectionSecrets({ mail, photos, textMessages, payments, copy }: ConnectionConfig): string[] {
  const secrets = [photos?.key, textMessages?.token, textMessages?.account]
  secrets.push(payments?.secretKey, payments?.webhookSecret, copy?.accessKey, copy?.secretKey)
  if (mail.transport === 'relay')
    secrets.push(mail.accessToken, mail.userId, mail.serviceId, mail.templateId, mail.newsletterTemplateId)
  if (mail.transport === 'smtp') {
    const { username, password } = new URL(mail.url)
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
    secrets.push(pass, password, user)
    // As sent to the server: some repeat them in errors.
    for (const sent of [pass, user, `\0${user}\0${pass}`]) secrets.push(Buffer.from(sent).toString('base64'))
  }
  return secrets.filter((each) => each !== undefined)
}
