import type { PasskeyClient } from '#app/domain/accounts/login-attempts.server.ts'
import type { Sender } from '#app/domain/limits/limits.server.ts'
import type { Services } from '#app/services.server.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'

/**
 * The sender of a form, for the abuse limits; undefined while ABUSE_LIMITS is off. One home has a whole IPv6 /64, which
 * counts as one network; a provider's customer may have a /48.
 */
export function clientFingerprint(context: RequestContext, email: string): Sender | undefined {
  const { config, signer } = context.get(servicesContext)
  if (!config.abuseLimits) return undefined
  const networks = networkFingerprints({ signer }, context.get(pageContext).clientAddress)
  return { ...networks, address: emailFingerprint(context, email) }
}

/** The networks alone, of somebody who has not said who they are. */
export function clientNetworks(context: RequestContext): PasskeyClient | undefined {
  const { config, signer } = context.get(servicesContext)
  return config.abuseLimits ? networkFingerprints({ signer }, context.get(pageContext).clientAddress) : undefined
}

export function networkFingerprints(
  { signer }: Pick<Services, 'signer'>,
  clientAddress: string,
): Pick<Sender, 'network' | 'around'> {
  const [network, around] = getNetworks(clientAddress)
  return {
    network: signer.fingerprint('client address', network),
    ...(around && { around: signer.fingerprint('client address', around) }),
  }
}

export const emailFingerprint = (context: RequestContext, email: string) =>
  context.get(servicesContext).signer.fingerprint('email address', email)

/** The /64 and the /48 of an IPv6 address, written in full; an IPv4 address by itself. */
function getNetworks(address: string): [network: string, around?: string] {
  if (!address.includes(':')) return [address]
  const plain = normalizeAddress(address.replace(/%.*/, ''))
  const [, high = '', low = ''] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(plain) ?? []
  if (high) return [[high, low].flatMap(toBytes).join('.')]
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const zeros = Array<string>(Math.max(0, missing)).fill('0')
  const all = [...groups, ...zeros, ...(tail ?? '').split(':')]
  return [all.slice(0, 4).join(':'), `${all.slice(0, 3).join(':')}/48`]
}

/** Proxies differ in zeros and capitals. */
function normalizeAddress(address: string) {
  const url = `http://[${address}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address
}

const toBytes = (group: string) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]
