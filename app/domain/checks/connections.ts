import { connectionsPage as words } from '#content/pages/admin-connections.ts'

export const connectionIds = ['smtp', 'relay', 'feed', 'photos', 'map', 'scheduling', 'alerts'] as const
export type ConnectionId = (typeof connectionIds)[number]

/** An outside service as it is set up. Hosts only: paths and queries of such addresses often are secrets. */
export type Connection = { id: ConnectionId; inUse: boolean; settings: { name: string; value: string }[] }

type RelaySettings = {
  transport: 'relay'
  url: string
  userId: string
  serviceId: string
  templateId: string
  newsletterTemplateId: string
  accessToken?: string | undefined
  perSecond: number
}

export type ConnectionConfig = {
  mail: { transport: 'outbox' } | { transport: 'smtp'; url: string } | RelaySettings
  feed: { url: string; bundled: boolean; converterUrl?: string | undefined }
  photos: { url: string; key: string; imageOrigin: string } | undefined
  mapEmbedUrl: string | undefined
  schedulingUrl: string | undefined
  alertUrl: string | undefined
}

/** `from`: who emails are from. `mapUrl`: the page that visitors see in the map's frame. */
export function listConnections(config: ConnectionConfig, { from, mapUrl }: { from: string; mapUrl: string }) {
  const { mail, feed, photos, mapEmbedUrl, schedulingUrl, alertUrl } = config
  const { settings: names, values } = words
  const settings: Record<ConnectionId, Connection['settings'] | undefined> = {
    smtp: mail.transport === 'smtp' ? smtpSettings(mail.url, from) : undefined,
    relay: mail.transport === 'relay' ? relaySettings(mail) : undefined,
    feed: [
      { name: names.feed, value: feed.bundled ? values.bundled : hostOf(feed.url) },
      { name: names.converter, value: feed.converterUrl ? hostOf(feed.converterUrl) : values.notSet },
    ],
    photos: photos && [
      { name: names.host, value: hostOf(photos.url) },
      { name: names.key, value: isSet(photos.key) },
      { name: names.images, value: photos.imageOrigin },
    ],
    map: [
      { name: names.host, value: hostOf(mapUrl) },
      { name: names.source, value: mapEmbedUrl ? values.bySetting : values.byContent },
    ],
    scheduling: schedulingUrl ? [{ name: names.host, value: hostOf(schedulingUrl) }] : undefined,
    alerts: alertUrl ? [{ name: names.host, value: hostOf(alertUrl) }] : undefined,
  }
  return connectionIds.map((id): Connection => ({
    id,
    inUse: settings[id] !== undefined,
    settings: settings[id] ?? [],
  }))
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

function relaySettings(relay: RelaySettings) {
  const { settings: names, values } = words
  return [
    { name: names.host, value: hostOf(relay.url) },
    { name: names.publicKey, value: isSet(relay.userId) },
    { name: names.privateKey, value: isSet(relay.accessToken) },
    { name: names.service, value: isSet(relay.serviceId) },
    { name: names.template, value: isSet(relay.templateId) },
    { name: names.newsletterTemplate, value: isSet(relay.newsletterTemplateId) },
    { name: names.pace, value: relay.perSecond === 0 ? values.noLimit : String(relay.perSecond) },
  ]
}

const isSet = (value: string | undefined) => (value ? words.values.set : words.values.notSet)

const hostOf = (address: string) => (address.startsWith('file:') ? words.values.file : new URL(address).host)

/** Everything in the settings of these services that nobody should read. */
export function connectionSecrets({ mail, photos }: ConnectionConfig): string[] {
  const own = [photos?.key]
  if (mail.transport === 'relay')
    own.push(mail.accessToken, mail.userId, mail.serviceId, mail.templateId, mail.newsletterTemplateId)
  if (mail.transport === 'smtp') {
    const { username, password } = new URL(mail.url)
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
    own.push(pass, password, user)
    // As they cross the wire, which some servers repeat.
    for (const sent of [pass, user, `\0${user}\0${pass}`]) own.push(Buffer.from(sent).toString('base64'))
  }
  return own.filter((each) => each !== undefined)
}
