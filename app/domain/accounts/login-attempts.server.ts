import type { Tx } from '#app/database/tables.ts'
import { resetAttempts, type Backoff, countAttempt } from '#app/domain/limits/backoff.server.ts'
import { type Allowed, refundUse, type Sender } from '#app/domain/limits/limits.server.ts'
import type { HashQueueName } from '#app/integrations/sign-in/sign-in.server.ts'

/**
 * Who tries a password. `device`: a browser in which this address signed in before. It has a count of its own, so that
 * a stranger's tries keep nobody out who is at home (OWASP's device cookies).
 */
export type LoginClient = Sender & { device?: string; /** The address is ADMIN_EMAIL. */ isAdmin?: boolean }

const second = 1000
const minute = 60 * second

const perAddress: Backoff = { free: 5, firstMs: 15 * second, longestMs: 15 * minute }
const perDevice: Backoff = { free: 10, firstMs: 15 * second, longestMs: 15 * minute }
/** Mobile carriers put thousands of people behind one address of the internet. */
const perNetwork: Backoff = { free: 50, firstMs: 5 * second, longestMs: 5 * minute }
const perAround: Backoff = { ...perNetwork, free: 150 }

const addressKey = ({ address }: Sender) => `login:address:${address}`
const networksOf = ({ network, around }: Sender) => [
  { key: `login:network:${network}`, delay: perNetwork },
  ...(around ? [{ key: `login:network:${around}`, delay: perAround }] : []),
]
const deviceKey = (device: string) => `login:device:${device}`

/** Counts a try before the password is looked at; `undefined` for the trier lifts the limits (ABUSE_LIMITS=off). */
export async function countLoginAttempt(
  { tx }: { tx: Tx },
  trier: LoginClient | undefined,
  now: number,
): Promise<Allowed> {
  if (!trier) return { ok: true }
  if (trier.device) return countAttempt({ tx }, deviceKey(trier.device), perDevice, now)
  const taken: string[] = []
  for (const { key, delay } of [...networksOf(trier), { key: addressKey(trier), delay: perAddress }]) {
    const allowed = await countAttempt({ tx }, key, delay, now)
    if (!allowed.ok) {
      // A try that was not made counts nowhere.
      for (const counted of taken) await refundUse({ tx }, counted)
      return allowed
    }
    taken.push(key)
  }
  return { ok: true }
}

/** After a try that came to nothing, since too many passwords wait: the person waits no longer for it. */
export async function refundLoginAttempt({ tx }: { tx: Tx }, trier: LoginClient | undefined) {
  if (!trier) return
  if (trier.device) return refundUse({ tx }, deviceKey(trier.device))
  for (const { key } of networksOf(trier)) await refundUse({ tx }, key)
  await refundUse({ tx }, addressKey(trier))
}

/** Where a password that somebody tries waits to be hashed. */
export function getHashQueue(trier: LoginClient | undefined): HashQueueName {
  if (!trier?.device) return 'sign-in'
  return trier.isAdmin ? 'owner-device' : 'known-device'
}

/** After the right password the address starts anew, and the network gets back this one try. */
export async function resetLoginAttempts({ tx }: { tx: Tx }, trier: LoginClient | undefined) {
  if (!trier) return
  if (trier.device) return resetAttempts({ tx }, deviceKey(trier.device))
  for (const { key } of networksOf(trier)) await refundUse({ tx }, key)
  await resetAttempts({ tx }, addressKey(trier))
}
