import type { Tx } from '#app/database/tables.ts'
import { type Backoff, countAttempt, resetAttempts } from '#app/domain/limits/backoff.server.ts'
import { type Allowed, countUse, type Limit, refundUse, type Sender } from '#app/domain/limits/limits.server.ts'
import type { HashQueueName } from '#app/integrations/sign-in/sign-in.server.ts'

/**
 * The browser that tries a password. `device`: this address signed in there before. It has a counter of its own, so
 * that a stranger's attempts do not lock the owner out (OWASP's device cookies).
 */
export type LoginClient = Sender & { device?: string; /** The address is ADMIN_EMAIL. */ isAdmin?: boolean }

const second = 1000
const minute = 60 * second

/**
 * A window and no backoff, whose wait each further guess would renew: whoever guesses on and on would keep the owner out of
 * every new browser for good.
 */
const perAddress: Limit = { most: 5, windowMs: 15 * minute }
const perDevice: Backoff = { free: 10, firstMs: 15 * second, longestMs: 15 * minute }
/** Generous: mobile carriers put thousands of people behind one address. */
const perNetwork: Backoff = { free: 50, firstMs: 5 * second, longestMs: 5 * minute }
const perAround: Backoff = { ...perNetwork, free: 150 }

/** A challenge for a passkey is asked for without an address. */
export type PasskeyClient = Omit<Sender, 'address'>

export const passkeyClient = ({ network, around }: LoginClient): PasskeyClient => ({
  network,
  ...(around && { around }),
})

type Client = PasskeyClient & Partial<LoginClient>

type Counter = { key: string; isOwn: boolean } & ({ backoff: Backoff } | { limit: Limit })

function listCounters({ device, network, around, address }: Client): Counter[] {
  if (device) return [{ key: `login:device:${device}`, backoff: perDevice, isOwn: true }]
  return [
    { key: `login:network:${network}`, backoff: perNetwork, isOwn: false },
    ...(around ? [{ key: `login:network:${around}`, backoff: perAround, isOwn: false }] : []),
    ...(address ? [{ key: `login:address:${address}`, limit: perAddress, isOwn: true }] : []),
  ]
}

/** Counts an attempt before the password is checked, or a challenge, which is answered once. Without a client there are no limits (ABUSE_LIMITS=off). */
export async function countLoginAttempt({ tx }: { tx: Tx }, client: Client | undefined, now: number): Promise<Allowed> {
  const counted: string[] = []
  for (const { key, ...counter } of client ? listCounters(client) : []) {
    const allowed =
      'limit' in counter
        ? await countUse({ tx }, key, counter.limit, now)
        : await countAttempt({ tx }, key, counter.backoff, now)
    if (!allowed.ok) {
      for (const each of counted) await refundUse({ tx }, each)
      return allowed
    }
    counted.push(key)
  }
  return { ok: true }
}

/** After an attempt that was not checked because the password queue was full. */
export async function refundLoginAttempt({ tx }: { tx: Tx }, client: LoginClient | undefined) {
  for (const { key } of client ? listCounters(client) : []) await refundUse({ tx }, key)
}

export function getHashQueue(client: LoginClient | undefined): HashQueueName {
  if (!client?.device) return 'sign-in'
  return client.isAdmin ? 'owner-device' : 'known-device'
}

/** After the right password or passkey: the address or device starts at zero, and the network gets this one attempt back. */
export async function resetLoginAttempts({ tx }: { tx: Tx }, client: Client | undefined) {
  for (const { key, isOwn } of client ? listCounters(client) : [])
    await (isOwn ? resetAttempts({ tx }, key) : refundUse({ tx }, key))
}
