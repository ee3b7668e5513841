import type { RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from './context.ts'

/**
 * A fingerprint of the visitor's address for the abuse limits; undefined while ABUSE_LIMITS is off.
 * One home has a whole IPv6 /64, so that much is one client.
 */
export function limitedClient(context: Readonly<RouterContextProvider>) {
  const { config, signer } = context.get(servicesContext)
  if (!config.abuseLimits) return undefined
  return signer.fingerprint('client address', networkOf(context.get(pageContext).clientAddress))
}

function networkOf(address: string) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
