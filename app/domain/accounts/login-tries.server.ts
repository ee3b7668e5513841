import type { Tx } from '#app/database/tables.ts'
import { forgetTries, type GrowingDelay, takeTry } from '#app/domain/limits/growing-delay.server.ts'
import { type Allowed, giveBackUse, type Sender } from '#app/domain/limits/limits.server.ts'
import type { HashPlace } from '#app/integrations/sign-in/sign-in.server.ts'

/**
 * Who tries a password. `device`: a browser in which this address signed in before. It has a count of its own, so that
 * a stranger's tries keep nobody out who is at home (OWASP's device cookies).
 */
export type LoginClient = Sender & { device?: string; /** The address is ADMIN_EMAIL. */ isAdmin?: boolean }

const second = 1000
const minute = 60 * second

const perAddress: GrowingDelay = { free: 5, firstMs: 15 * second, longestMs: 15 * minute }
const perDevice: GrowingDelay = { free: 10, firstMs: 15 * second, longestMs: 15 * minute }
/** Mobile carriers put thousands of people behind one address of the internet. */
const perNetwork: GrowingDelay = { free: 50, firstMs: 5 * second, longestMs: 5 * minute }
const perAround: GrowingDelay = { ...perNetwork, free: 150 }

const addressKey = ({ address }: Sender) => `login:address:${address}`
const networksOf = ({ network, around }: Sender) => [
  { key: `login:network:${network}`, delay: perNetwork },
  ...(around ? [{ key: `login:network:${around}`, delay: perAround }] : []),
]
const deviceKey = (device: string) => `login:device:${device}`

/** Counts a try before the password is looked at; `undefined` for the trier lifts the limits (ABUSE_LIMITS=off). */
export async function allowTry({ tx }: { tx: Tx }, trier: LoginClient | undefined, now: number): Promise<Allowed> {
  if (!trier) return { ok: true }
  if (trier.device) return takeTry({ tx }, deviceKey(trier.device), perDevice, now)
  const taken: string[] = []
  for (const { key, delay } of [...networksOf(trier), { key: addressKey(trier), delay: perAddress }]) {
    const allowed = await takeTry({ tx }, key, delay, now)
    if (!allowed.ok) {
      // A try that was not made counts nowhere.
      for (const counted of taken) await giveBackUse({ tx }, counted)
      return allowed
    }
    taken.push(key)
  }
  return { ok: true }
}

/** After a try that came to nothing, since too many passwords wait: the person waits no longer for it. */
export async function giveBackTry({ tx }: { tx: Tx }, trier: LoginClient | undefined) {
  if (!trier) return
  if (trier.device) return giveBackUse({ tx }, deviceKey(trier.device))
  for (const { key } of networksOf(trier)) await giveBackUse({ tx }, key)
  await giveBackUse({ tx }, addressKey(trier))
}

/** Where a password that somebody tries waits to be hashed. */
export function hashPlaceOf(trier: LoginClient | undefined): HashPlace {
  if (!trier?.device) return 'sign-in'
  return trier.isAdmin ? 'owner-device' : 'known-device'
}

/** After the right password the address starts anew, and the network gets back this one try. */
export async function settleTries({ tx }: { tx: Tx }, trier: LoginClient | undefined) {
  if (!trier) return
  if (trier.device) return forgetTries({ tx }, deviceKey(trier.device))
  for (const { key } of networksOf(trier)) await giveBackUse({ tx }, key)
  await forgetTries({ tx }, addressKey(trier))
}
