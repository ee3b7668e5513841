import type { RouterContextProvider } from 'react-router'
import type { Sender } from '#app/domain/limits/limits.server.ts'
import { pageContext, servicesContext } from './context.ts'

/**
 * Who sends a form, as fingerprints for the abuse limits; undefined while ABUSE_LIMITS is off.
 * One home has a whole IPv6 /64, so that much is one network.
 */
export function senderOf(context: Readonly<RouterContextProvider>, email: string): Sender | undefined {
  const { config, signer } = context.get(servicesContext)
  if (!config.abuseLimits) return undefined
  return {
    network: signer.fingerprint('client address', networkOf(context.get(pageContext).clientAddress)),
    address: fingerprintOfAddress(context, email),
  }
}

/** The same person's, however often and from wherever they come. */
export const fingerprintOfAddress = (context: Readonly<RouterContextProvider>, email: string) =>
  context.get(servicesContext).signer.fingerprint('email address', email)

function networkOf(address: string) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
