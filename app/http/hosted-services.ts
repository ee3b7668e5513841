import type { Config } from '#app/config.server.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'

export const getMapUrl = ({ mapEmbedUrl }: Pick<Config, 'mapEmbedUrl'>, clinic: Pick<ClinicFacts, 'map'>) =>
  mapEmbedUrl ?? clinic.map.embedUrl

/** A hosted service that a setting can enable; the page Privacy lists only enabled ones. */
export type HostedServiceName = keyof Content<'privacy'>['others']['hosted']

/** Every other company that the settings involve. */
export function hostedServices(config: Config, clinic: ClinicFacts) {
  const { mail, feed } = config
  const addresses: [HostedServiceName, string | undefined][] = [
    ['smtp', mail.transport === 'smtp' ? mail.url : undefined],
    ['relay', mail.transport === 'relay' ? mail.url : undefined],
    ['texts', config.textMessages?.url],
    ['payments', config.payments?.url],
    ['hostedFeed', feed.url.startsWith('file:') ? undefined : feed.url],
    ['feedConverter', feed.converterUrl],
    ['stockPhotos', config.photos?.imageOrigin],
    ['scheduling', config.schedulingUrl],
    ['authSync', config.authSyncUrl],
    ['database', unlessLocal('url' in config.database ? config.database.url : undefined)],
    ['map', getMapUrl(config, clinic)],
  ]
  return addresses.flatMap(([name, address]) => (address ? [{ name, host: new URL(address).hostname }] : []))
}

/** A database on this machine involves no other company. */
function unlessLocal(url: string | undefined) {
  if (!url) return undefined
  const { hostname } = new URL(url)
  return hostname === '' || isLoopback(hostname) ? undefined : url
}
